# Generated from the server's description by `make sdk`. Do not edit: the next run overwrites it.
"""Moves, events, views, content and answers of the rulebook astra."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Literal, TypeAlias

from almagest_sdk._generated import shared as _shared
from almagest_sdk.offer import Offer as _Offer
from almagest_sdk.unknown import UnknownEvent
from almagest_sdk.unset import UNSET, Unset

EndReason: TypeAlias = Literal[
    "replacement_in_first_turn", "replacement_in_other_turn", "sphere_in_first_turn", "sphere_in_other_turn",
    "dream_in_first_turn", "dream_in_other_turn",
]

Phase: TypeAlias = Literal["ability", "marking", "action", "boons", "discard", "dream", "over"]

AbilityId: TypeAlias = Literal[
    "stardust_4", "stardust_3", "stardust_2", "telescope", "buy_telescopes", "wisdom", "pouch", "mark_any",
    "mark_any_and_adjacent", "mark_three_cards", "mark_two", "fame_per_marked_card", "fame_per_element",
    "fame_per_grand", "first_any_common", "rest_gains_pouch", "regain_before_grand", "regain_if_common",
]

When: TypeAlias = Literal["at_once", "this_turn"]

BoonType: TypeAlias = Literal["fame", "stardust", "observation", "improvement", "wisdom", "activation"]

Element: TypeAlias = Literal["fire", "water", "air", "earth"]

StarKind: TypeAlias = Literal["start", "grand", "common"]

FameRule: TypeAlias = Literal["boon", "fame_per_marked_card", "fame_per_element", "fame_per_grand"]

StardustRule: TypeAlias = Literal["ability", "boon", "regain_before_grand", "regain_if_common"]


@dataclass(frozen=True, kw_only=True)
class UseAbility:
    """Use the ability of one of your active constellations. `telescopes` says how many to buy, where it sells them."""

    type: Literal["use_ability"] = "use_ability"
    card: str
    telescopes: int | None | Unset = UNSET


@dataclass(frozen=True, kw_only=True)
class MarkStar:
    """Mark a star for the ability being resolved."""

    type: Literal["mark_star"] = "mark_star"
    card: str
    star: int


@dataclass(frozen=True, kw_only=True)
class Observe:
    """Mark a path of stars on one constellation, one stardust each; each further Observe costs a telescope."""

    type: Literal["observe"] = "observe"
    card: str
    path: Sequence[int]


@dataclass(frozen=True, kw_only=True)
class Rest:
    """Refill the pouch, reactivate constellations of the active sphere and move the sphere marker."""

    type: Literal["rest"] = "rest"


@dataclass(frozen=True, kw_only=True)
class EndTurn:
    """Take no further action this turn."""

    type: Literal["end_turn"] = "end_turn"


@dataclass(frozen=True, kw_only=True)
class PickBoon:
    """Pick one of the four boons (0 is the leftmost). Activation names the exhausted cards to turn.

    It names as many of them as its number says, in the order they lie, or all when there are fewer.
    """

    type: Literal["pick_boon"] = "pick_boon"
    boon: int
    activate: Sequence[str] | Unset = UNSET


@dataclass(frozen=True, kw_only=True)
class Discard:
    """Discard one of your constellations, active or not, because you have more than the card limit."""

    type: Literal["discard"] = "discard"
    card: str


@dataclass(frozen=True, kw_only=True)
class Dream:
    """Mark a path of stars with the dreamer's pen."""

    type: Literal["dream"] = "dream"
    card: str
    path: Sequence[int]


@dataclass(frozen=True, kw_only=True)
class AbilityUsed:
    """An active constellation was used and is exhausted now."""

    id: int
    """1, 2, 3 and so on, without gaps"""
    version: int
    """the version that the move made"""
    type: Literal["ability_used"] = "ability_used"
    seat: int
    card: str
    ability: AbilityId


@dataclass(frozen=True, kw_only=True)
class StardustGained:
    """Stardust came in, by an ability, a boon, or because it was regained at the end of the turn."""

    id: int
    """1, 2, 3 and so on, without gaps"""
    version: int
    """the version that the move made"""
    type: Literal["stardust_gained"] = "stardust_gained"
    seat: int
    amount: int
    rule: StardustRule


@dataclass(frozen=True, kw_only=True)
class TelescopesGained:
    """Telescopes came in; `stardust` is what they were bought for."""

    id: int
    """1, 2, 3 and so on, without gaps"""
    version: int
    """the version that the move made"""
    type: Literal["telescopes_gained"] = "telescopes_gained"
    seat: int
    amount: int
    stardust: int


@dataclass(frozen=True, kw_only=True)
class WisdomGained:
    """Boxes of wisdom were marked."""

    id: int
    """1, 2, 3 and so on, without gaps"""
    version: int
    """the version that the move made"""
    type: Literal["wisdom_gained"] = "wisdom_gained"
    seat: int
    amount: int


@dataclass(frozen=True, kw_only=True)
class PouchGrown:
    """Boxes of the pouch size were marked."""

    id: int
    """1, 2, 3 and so on, without gaps"""
    version: int
    """the version that the move made"""
    type: Literal["pouch_grown"] = "pouch_grown"
    seat: int
    amount: int


@dataclass(frozen=True, kw_only=True)
class FameGained:
    """Fame came in, by a boon or an ability."""

    id: int
    """1, 2, 3 and so on, without gaps"""
    version: int
    """the version that the move made"""
    type: Literal["fame_gained"] = "fame_gained"
    seat: int
    amount: int
    rule: FameRule


@dataclass(frozen=True, kw_only=True)
class StarsMarked:
    """Stars of one card were marked in this order, for so much stardust and so many telescopes."""

    id: int
    """1, 2, 3 and so on, without gaps"""
    version: int
    """the version that the move made"""
    type: Literal["stars_marked"] = "stars_marked"
    seat: int
    card: str
    stars: Sequence[int]
    stardust: int
    telescopes: int


@dataclass(frozen=True, kw_only=True)
class ConstellationCompleted:
    """The last star of a card was marked."""

    id: int
    """1, 2, 3 and so on, without gaps"""
    version: int
    """the version that the move made"""
    type: Literal["constellation_completed"] = "constellation_completed"
    seat: int
    card: str


@dataclass(frozen=True, kw_only=True)
class Rested:
    """A Rest brought so much stardust."""

    id: int
    """1, 2, 3 and so on, without gaps"""
    version: int
    """the version that the move made"""
    type: Literal["rested"] = "rested"
    seat: int
    stardust: int


@dataclass(frozen=True, kw_only=True)
class CardsReactivated:
    """Exhausted cards were turned active."""

    id: int
    """1, 2, 3 and so on, without gaps"""
    version: int
    """the version that the move made"""
    type: Literal["cards_reactivated"] = "cards_reactivated"
    seat: int
    cards: Sequence[str]


@dataclass(frozen=True, kw_only=True)
class SphereMoved:
    """The sphere marker went on to this element."""

    id: int
    """1, 2, 3 and so on, without gaps"""
    version: int
    """the version that the move made"""
    type: Literal["sphere_moved"] = "sphere_moved"
    seat: int
    sphere: Element


@dataclass(frozen=True, kw_only=True)
class DeckCardDiscarded:
    """The marker crossed the discard icon: the top card of the deck went to the discard."""

    id: int
    """1, 2, 3 and so on, without gaps"""
    version: int
    """the version that the move made"""
    type: Literal["deck_card_discarded"] = "deck_card_discarded"
    seat: int
    card: str | None


@dataclass(frozen=True, kw_only=True)
class BoonsOffered:
    """Helpers by rank; those of one rank pick at the same time."""

    id: int
    """1, 2, 3 and so on, without gaps"""
    version: int
    """the version that the move made"""
    type: Literal["boons_offered"] = "boons_offered"
    seat: int
    card: str
    ranks: Sequence[Sequence[int]]


@dataclass(frozen=True, kw_only=True)
class BoonSealed:
    """A tied helper has picked; which boon is told when all of the rank have."""

    id: int
    """1, 2, 3 and so on, without gaps"""
    version: int
    """the version that the move made"""
    type: Literal["boon_sealed"] = "boon_sealed"
    seat: int
    card: str


@dataclass(frozen=True, kw_only=True)
class BoonPicked:
    """A helper's boon (0 is the leftmost). In previews the sealed picks of others have no boon."""

    id: int
    """1, 2, 3 and so on, without gaps"""
    version: int
    """the version that the move made"""
    type: Literal["boon_picked"] = "boon_picked"
    seat: int
    card: str
    boon: int | None
    kind: BoonType | None
    amount: int
    activated: Sequence[str]


@dataclass(frozen=True, kw_only=True)
class BoonsStruck:
    """The dreamer marked more stars than this helper: these boons are struck for it."""

    id: int
    """1, 2, 3 and so on, without gaps"""
    version: int
    """the version that the move made"""
    type: Literal["boons_struck"] = "boons_struck"
    seat: int
    card: str
    boons: Sequence[int]


@dataclass(frozen=True, kw_only=True)
class CardGained:
    """The discoverer took the card, active."""

    id: int
    """1, 2, 3 and so on, without gaps"""
    version: int
    """the version that the move made"""
    type: Literal["card_gained"] = "card_gained"
    seat: int
    card: str


@dataclass(frozen=True, kw_only=True)
class CardDiscarded:
    """A card of the seat's, or one that the dreamer completed, went to the discard."""

    id: int
    """1, 2, 3 and so on, without gaps"""
    version: int
    """the version that the move made"""
    type: Literal["card_discarded"] = "card_discarded"
    seat: int
    card: str


@dataclass(frozen=True, kw_only=True)
class CardLaidOut:
    """A card came from the deck to this place, counted from 1."""

    id: int
    """1, 2, 3 and so on, without gaps"""
    version: int
    """the version that the move made"""
    type: Literal["card_laid_out"] = "card_laid_out"
    seat: int
    card: str | None
    place: int


@dataclass(frozen=True, kw_only=True)
class GameEndSurfaced:
    """Game End came up and was set aside; it is settled now which round is the last."""

    id: int
    """1, 2, 3 and so on, without gaps"""
    version: int
    """the version that the move made"""
    type: Literal["game_end_surfaced"] = "game_end_surfaced"
    seat: int
    last_round: int
    reason: EndReason


@dataclass(frozen=True, kw_only=True)
class GameEnded:
    """The last turn is over."""

    id: int
    """1, 2, 3 and so on, without gaps"""
    version: int
    """the version that the move made"""
    type: Literal["game_ended"] = "game_ended"
    seat: int
    reason: EndReason
    round: int


@dataclass(frozen=True, kw_only=True)
class View:
    """A game of Astra."""

    phase: Phase
    """what the table waits for"""
    round: int
    last_round: int | None
    """the number of the last round, once it is settled"""
    active: int | None
    """whose turn it is; null when it is nobody's"""
    deciders: Sequence[int]
    """the seats that have to decide; 0 is the automa"""
    seats: Sequence[SeatView]
    sphere: Element
    deck: DeckView
    discard: Sequence[str | None]
    """the last is on top; null for a hidden card in a preview"""
    sky: Sequence[SkyPlaceView]
    turn: TurnView
    boons: BoonsView | None
    dream: DreamView | None


@dataclass(frozen=True, kw_only=True)
class SeatView:
    """A journal and the constellations beside it."""

    seat: int
    stardust: int
    telescopes: int
    fame: int
    wisdom: int
    pouch: int
    """the pouch size"""
    card_limit: int
    active: Sequence[str]
    exhausted: Sequence[str]
    elements: Mapping[str, int]
    """own cards, active or not, by element"""
    scoring_card: tuple[Element, Element] | None
    """the elements premarked; null while it is secret"""


@dataclass(frozen=True, kw_only=True)
class DeckView:
    """The draw deck, face down."""

    cards: int
    above_game_end: int
    """0 once Game End has surfaced"""


@dataclass(frozen=True, kw_only=True)
class SkyPlaceView:
    """A place around the sphere board, and the constellation that lies there."""

    place: int
    """from 1; a card stays in its place, and a replacement takes it"""
    card: str | None
    """null where no card lies, and for a hidden card in a preview"""
    empty: bool
    """whether no card lies here"""
    marks: Sequence[MarksView]


@dataclass(frozen=True, kw_only=True)
class MarksView:
    """The stars that one pen has marked on a card."""

    seat: int
    """0 is the dreamer"""
    stars: Sequence[int]


@dataclass(frozen=True, kw_only=True)
class TurnView:
    """What has happened in the turn that is being played."""

    observes: int
    rested: bool
    skips_action: bool
    lasting: Sequence[AbilityId]
    """the abilities of this turn in force"""
    completed: Sequence[str]
    """full cards that wait for their discovery, in order"""
    marking: MarkingView | None


@dataclass(frozen=True, kw_only=True)
class MarkingView:
    """An ability that marks stars and is not finished yet."""

    ability: AbilityId
    left: int
    """stars still to be marked"""
    cards: Sequence[str]
    """where it has marked so far"""


@dataclass(frozen=True, kw_only=True)
class BoonsView:
    """Helpers picking boons of a completed card."""

    card: str
    discoverer: int
    """0 is the dreamer"""
    ranks: Sequence[Sequence[int]]
    """who still picks; the first rank picks now"""
    struck: Sequence[StruckView]
    still_to_pick: Sequence[int]
    own_pick: OwnPickView | None


@dataclass(frozen=True, kw_only=True)
class StruckView:
    """The boons that a helper cannot pick."""

    seat: int
    boons: Sequence[int]


@dataclass(frozen=True, kw_only=True)
class OwnPickView:
    """The viewer's own sealed pick."""

    boon: int
    activate: Sequence[str]


@dataclass(frozen=True, kw_only=True)
class DreamView:
    """What the dreamer may do."""

    number: int
    """how many stars the active sphere says"""
    cards: Sequence[str]
    """where the dream may fall"""


@dataclass(frozen=True, kw_only=True)
class Content:
    """Spheres, scoring cards and constellations."""

    rulebook: Literal["astra"] = "astra"
    pack: str
    pack_hash: str
    """SHA-256; games name their pack by it"""
    language: _shared.Language
    name: str
    """of the pack"""
    rulings: Mapping[str, str]
    """the title of every ruling and book section, by its id"""
    texts: Mapping[str, Mapping[str, str]]
    """words to show, by what they name: phase, score (rules of the ledger), end (end reasons)"""
    spheres: Sequence[SphereContent]
    discard_icon_after: Element
    """the icon lies between this sphere and the next"""
    below_game_end: Mapping[str, int]
    """cards below Game End, by the number of players"""
    scoring_cards: Sequence[tuple[Element, Element]]
    """the elements premarked on each"""
    constellations: Sequence[ConstellationContent]


@dataclass(frozen=True, kw_only=True)
class SphereContent:
    """One sphere of the board, in clockwise order."""

    element: Element
    name: str
    dream_number: int
    """how many stars the dreamer marks; only for two players"""


@dataclass(frozen=True, kw_only=True)
class ConstellationContent:
    """A constellation card."""

    id: str
    name: str
    element: Element
    fame: int
    """what it scores while it is active"""
    ability: AbilityContent
    boons: Sequence[BoonContent]
    """from left to right"""
    stars: Sequence[StarContent]
    lines: Sequence[tuple[int, int]]
    """which stars are adjacent"""


@dataclass(frozen=True, kw_only=True)
class AbilityContent:
    """What an active constellation can be used for."""

    id: AbilityId
    when: When
    text: str


@dataclass(frozen=True, kw_only=True)
class BoonContent:
    """One of the four boons of a card."""

    type: BoonType
    amount: int
    text: str


@dataclass(frozen=True, kw_only=True)
class StarContent:
    """A real star and its place on the card."""

    star: int
    """the number by which moves and marks name it"""
    name: str | None
    """the proper name, if it has one"""
    bayer: str
    kind: StarKind
    ra: float
    """right ascension, J2000 degrees"""
    dec: float
    """declination, J2000 degrees"""
    x: float
    """0 is the left edge of the card, 1 the right one"""
    y: float
    """0 is the upper edge of the card, 1 the lower one"""


@dataclass(frozen=True, kw_only=True)
class Game:
    """A game as the caller sees it."""

    id: str
    rulebook: Literal["astra"] = "astra"
    status: _shared.Status
    version: int
    """the count of accepted moves"""
    visibility: _shared.Visibility
    options: Mapping[str, str]
    seats: Sequence[_shared.SeatAnswer]
    deciders: Sequence[int]
    """the seats that have to decide; 0 is the automa"""
    deadline: datetime | None
    turn_seconds: int | None
    clock: _shared.TimeControl | None
    """null where time is not limited"""
    paused_at: datetime | None
    """since when the game is paused"""
    paused_until: datetime | None = None
    """when a paused game goes on by itself; null where only people resume it"""
    pause: _shared.PauseProposal | None = None
    """the pause that somebody proposes"""
    abandon_at: datetime | None = None
    """when the game is abandoned unless somebody decides; null before the warning"""
    idle_seconds: int
    takebacks: bool
    """whether moves can be taken back"""
    hints: _shared.HintsFor
    """who may ask for hints: where all others are bots, all, or nobody"""
    created_at: datetime
    seed_hash: str
    """SHA-256 of the server's secret, which is published after the end"""
    last_event: int
    """the number of the newest event"""
    rigged: bool
    """whether its seed or draws were chosen, for an app's tests"""
    seat: int | None
    """the caller's seat; null for spectators"""
    rules: int | None
    """the number of the rules under which the game began"""
    pack_hash: str | None
    end_reason: EndReason | None
    result: _shared.Score | None
    rematch: str | None
    """the id of the game that follows this one"""
    view: View | None
    moves: Sequence[Offer] | None
    score: _shared.Score | None
    """on demand: as far as the caller may know it"""
    clocks: Sequence[_shared.SeatClock] | None
    """of the people, where time is limited"""
    can_take_back: bool
    """whether the caller can take its last move back"""
    can_ask_hints: bool
    """whether the caller can ask for hints now"""
    entropy: Sequence[str | None] = ()
    """by seat: 32 bytes that the seat contributed to the deal, hexadecimal; null: none"""


@dataclass(frozen=True, kw_only=True)
class ReplayMove:
    """A move of a finished game."""

    seat: int
    move: Move | None


@dataclass(frozen=True, kw_only=True)
class CreatedGame:
    """A new game, and the creator's seat and token: both null in a game of bots alone."""

    rulebook: Literal["astra"] = "astra"
    game: Game
    seat: int | None
    token: str | None
    invite: str | None
    """of a private game: the code to take a seat with"""
    tokens: Sequence[_shared.SeatToken]
    """of every seat of a player"""


@dataclass(frozen=True, kw_only=True)
class TakenSeat:
    """The seat that was taken, and its token."""

    rulebook: Literal["astra"] = "astra"
    seat: int
    token: str
    game: Game


@dataclass(frozen=True, kw_only=True)
class Frame:
    """What a client draws: the newest state as the caller sees it, with the parts that were asked for."""

    rulebook: Literal["astra"] = "astra"
    version: int
    """the count of accepted moves"""
    etag: str
    """as `GET /v1/games/{id}` has it; valid as If-Match"""
    status: _shared.Status
    deciders: Sequence[int]
    """the seats that have to decide; 0 is the automa"""
    deadline: datetime | None
    last_event: int
    """the number of the newest event of this state"""
    view: View | None
    moves: Sequence[Offer] | None
    score: _shared.Score | None
    clocks: Sequence[_shared.SeatClock] | None
    """of the people, where time is limited"""
    paused_at: datetime | None
    """since when the game is paused"""
    paused_until: datetime | None = None
    """when a paused game goes on by itself; null where only people resume it"""
    pause: _shared.PauseProposal | None = None
    """the pause that somebody proposes"""
    abandon_at: datetime | None = None
    """when the game is abandoned unless somebody decides; null before the warning"""
    can_take_back: bool
    """whether the caller can take its last move back"""
    can_ask_hints: bool
    """whether the caller can ask for hints now"""


@dataclass(frozen=True, kw_only=True)
class EventPage:
    """Events in order; `next` is the `after` of the next request."""

    rulebook: Literal["astra"] = "astra"
    events: Sequence[Event]
    next: int
    status: _shared.Status
    deciders: Sequence[int]
    """the seats that have to decide now; 0 is the automa"""
    frame: Frame | None


@dataclass(frozen=True, kw_only=True)
class GameNews:
    """What has happened in one of the player's games, and how it stands."""

    rulebook: Literal["astra"] = "astra"
    events: Sequence[Event]
    next: int
    status: _shared.Status
    deciders: Sequence[int]
    """the seats that have to decide now; 0 is the automa"""
    frame: Frame | None
    game: str
    """the id of the game"""
    seat: int | None
    """the player's seat; null where a bot has taken over"""


@dataclass(frozen=True, kw_only=True)
class PlayedMove:
    """What a move did."""

    rulebook: Literal["astra"] = "astra"
    version: int
    """the count of accepted moves"""
    events: Sequence[Event]
    game: Game


@dataclass(frozen=True, kw_only=True)
class Preview:
    """What a move would do. Events are numbered as they would be; null stands for what the caller cannot know."""

    rulebook: Literal["astra"] = "astra"
    version: int
    """the count of accepted moves"""
    events: Sequence[Event]
    view: View | None
    moves: Sequence[Offer] | None
    score: _shared.Score | None
    """on demand: what would be scored, as far as the caller may know"""


@dataclass(frozen=True, kw_only=True)
class LegalMoves:
    """Every legal move of a seat."""

    rulebook: Literal["astra"] = "astra"
    version: int
    """the count of accepted moves"""
    seat: int
    moves: Sequence[Offer]
    unavailable: Sequence[_shared.UnavailableMove]


@dataclass(frozen=True, kw_only=True)
class Replay:
    """All that is needed to play a finished game again: `almagest verify` does."""

    id: str
    rulebook: Literal["astra"] = "astra"
    rules: int
    """the number of the rules under which the game began"""
    players: int
    options: Mapping[str, str]
    seed: str
    """the server's secret, hexadecimal"""
    seed_hash: str
    entropy: Sequence[str | None] = ()
    """by seat: 32 bytes that the seat contributed to the deal, hexadecimal; null: none"""
    pack: str
    pack_hash: str
    moves: Sequence[ReplayMove]
    rigged: bool
    """whether the seed or the draws were chosen, for an app's tests"""
    draws: Sequence[str]
    """what came first out of the shuffles"""
    final_hash: str
    """SHA-256 of the final state as this version stores it, for 0.2"""
    score: _shared.Score
    replay_hash: str = ""
    """SHA-256 of id, rulebook, rules, players, options, pack, pack_hash, seed, entropy, draws, moves, score, as JSON
    with sorted keys and without spaces
    """


@dataclass(frozen=True, kw_only=True)
class Hint:
    """A move that the strong bot likes, and may be played as it is."""

    move: Move
    label: str
    """in the caller's language"""
    ruling: str
    """what allows it; the content has its title"""
    worth: float
    """what it brings until the own next turn, in points, by the bots' heuristic"""
    gains: float
    """what it brings at once, in points, by the bots' heuristic"""
    leaves: float
    """what the others can make of it, in points, by the bots' heuristic"""
    why: str
    """in the caller's language"""


@dataclass(frozen=True, kw_only=True)
class Instead:
    """What the strong bot would have played."""

    move: Move
    label: str
    """in the caller's language"""


@dataclass(frozen=True, kw_only=True)
class TurningPoint:
    """A move after which much was otherwise."""

    version: int
    """the version that the move made"""
    seat: int
    move: Move
    label: str
    """in the caller's language"""
    swing: float
    """points that its seat won on the others by it, or lost"""
    instead: Instead | None
    why: str
    """in the caller's language"""


@dataclass(frozen=True, kw_only=True)
class Hints:
    """What the strong bot would play, knowing only what the seat knows; the best first."""

    rulebook: Literal["astra"] = "astra"
    version: int
    """the count of accepted moves"""
    seat: int
    status: _shared.HintStatus
    """while a bot is thinking, there are no hints yet"""
    hints: Sequence[Hint]


@dataclass(frozen=True, kw_only=True)
class Analysis:
    """How a finished game went."""

    rulebook: Literal["astra"] = "astra"
    status: _shared.HintStatus
    """while a bot is thinking, there is nothing else yet"""
    points: Sequence[_shared.Point]
    turning_points: Sequence[TurningPoint]


Move: TypeAlias = UseAbility | MarkStar | Observe | Rest | EndTurn | PickBoon | Discard | Dream

Event: TypeAlias = (
    AbilityUsed
    | StardustGained
    | TelescopesGained
    | WisdomGained
    | PouchGrown
    | FameGained
    | StarsMarked
    | ConstellationCompleted
    | Rested
    | CardsReactivated
    | SphereMoved
    | DeckCardDiscarded
    | BoonsOffered
    | BoonSealed
    | BoonPicked
    | BoonsStruck
    | CardGained
    | CardDiscarded
    | CardLaidOut
    | GameEndSurfaced
    | _shared.TurnBegan
    | GameEnded
    | _shared.SeatTaken
    | _shared.SeatLeft
    | _shared.Resigned
    | _shared.BotTookOver
    | _shared.TimeRanOut
    | _shared.MoveTakenBack
    | _shared.HintsReady
    | _shared.GameStarted
    | _shared.PauseProposed
    | _shared.PauseAgreed
    | _shared.PauseDeclined
    | _shared.GamePaused
    | _shared.GameResumed
    | _shared.HostVoteCast
    | _shared.HostReplaced
    | _shared.GameFinished
    | _shared.RematchOffered
    | _shared.AbandonWarning
    | _shared.GameAbandoned
    | UnknownEvent
)

Offer: TypeAlias = _Offer[Move]
"""A move that may be played as it is."""
