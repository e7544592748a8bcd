# Generated from the server's description by `make sdk`. Do not edit: the next run overwrites it.
"""Moves, events, views, content and answers of the rulebook distant_suns."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Literal, TypeAlias

from almagest_sdk._generated import shared as _shared
from almagest_sdk.offer import Offer as _Offer
from almagest_sdk.unknown import UnknownEvent
from almagest_sdk.unset import UNSET, Unset

EndReason: TypeAlias = Literal["turns_12", "turns_13", "turns_14", "turns_15"]

Phase: TypeAlias = Literal["assign", "draw", "over"]

MissionId: TypeAlias = Literal["aliens", "upgrades", "treasures", "group", "black_hole"]

SectorKind: TypeAlias = Literal["start", "world", "alien", "upgrade", "treasure"]


@dataclass(frozen=True, kw_only=True)
class Assign:
    """Put the next module on two neighbouring free notches of one side of the board (D-1).

    `side` is 1 or 2. `position` is the first of the two positions, 1 to 5. The module's circle, the shape you draw
    yourself, is at `position` and its octagon, the shape of all others, at the next one; `flipped` swaps the two.
    """

    type: Literal["assign"] = "assign"
    side: int
    position: int
    flipped: bool | Unset = UNSET


@dataclass(frozen=True, kw_only=True)
class Draw:
    """Draw your shape on your sheet, sealed until all have drawn (D-2, D-16).

    `sectors` are the numbers of the sectors really drawn, ascending. `upgrades` is how many upgrades you use, at
    most two: each leaves out one hex of the shape (D-4).
    """

    type: Literal["draw"] = "draw"
    sectors: Sequence[int]
    upgrades: int | Unset = UNSET


@dataclass(frozen=True, kw_only=True)
class Pass:
    """Draw nothing this turn, which is allowed only when the whole shape fits nowhere (D-3)."""

    type: Literal["pass"] = "pass"


@dataclass(frozen=True, kw_only=True)
class FillSlot:
    """Name the slot, 1 to 7, that an upgrade you have gained fills (D-6). It is due before your next decision."""

    type: Literal["fill_slot"] = "fill_slot"
    slot: int


@dataclass(frozen=True, kw_only=True)
class ModulePlaced:
    """The active seat assigned shapes: `own` to itself, `others` to everybody else."""

    id: int
    """1, 2, 3 and so on, without gaps"""
    version: int
    """the version that the move made"""
    type: Literal["module_placed"] = "module_placed"
    seat: int
    module: int
    side: int
    position: int
    flipped: bool
    own: str
    others: str


@dataclass(frozen=True, kw_only=True)
class DrawingSealed:
    """The seat has drawn or passed; which and where stays sealed (D-16)."""

    id: int
    """1, 2, 3 and so on, without gaps"""
    version: int
    """the version that the move made"""
    type: Literal["drawing_sealed"] = "drawing_sealed"
    seat: int


@dataclass(frozen=True, kw_only=True)
class ShapeDrawn:
    """A drawing was revealed. A preview reveals only the own one; what others sealed stays open, so nothing is null."""

    id: int
    """1, 2, 3 and so on, without gaps"""
    version: int
    """the version that the move made"""
    type: Literal["shape_drawn"] = "shape_drawn"
    seat: int
    round: int
    shape: str
    sectors: Sequence[int] | None
    upgrades: int | None


@dataclass(frozen=True, kw_only=True)
class NothingDrawn:
    """The reveal of a pass."""

    id: int
    """1, 2, 3 and so on, without gaps"""
    version: int
    """the version that the move made"""
    type: Literal["nothing_drawn"] = "nothing_drawn"
    seat: int
    round: int
    shape: str


@dataclass(frozen=True, kw_only=True)
class UpgradesUsed:
    """Slots whose upgrade is spent."""

    id: int
    """1, 2, 3 and so on, without gaps"""
    version: int
    """the version that the move made"""
    type: Literal["upgrades_used"] = "upgrades_used"
    seat: int
    slots: Sequence[int]


@dataclass(frozen=True, kw_only=True)
class UpgradeGained:
    """An upgrade sector was covered."""

    id: int
    """1, 2, 3 and so on, without gaps"""
    version: int
    """the version that the move made"""
    type: Literal["upgrade_gained"] = "upgrade_gained"
    seat: int
    sector: int


@dataclass(frozen=True, kw_only=True)
class SlotFilled:
    """The seat named the slot of an upgrade it gained (D-6)."""

    id: int
    """1, 2, 3 and so on, without gaps"""
    version: int
    """the version that the move made"""
    type: Literal["slot_filled"] = "slot_filled"
    seat: int
    slot: int


@dataclass(frozen=True, kw_only=True)
class WorldReached:
    """A distant world was reached, for the higher value or the lower one."""

    id: int
    """1, 2, 3 and so on, without gaps"""
    version: int
    """the version that the move made"""
    type: Literal["world_reached"] = "world_reached"
    seat: int
    world: str
    points: int


@dataclass(frozen=True, kw_only=True)
class RoundEnded:
    """No module could be placed. The seat is who could not, and starts the next round (D-7)."""

    id: int
    """1, 2, 3 and so on, without gaps"""
    version: int
    """the version that the move made"""
    type: Literal["round_ended"] = "round_ended"
    seat: int
    round: int
    turns: int


@dataclass(frozen=True, kw_only=True)
class GameEnded:
    """The third round is over."""

    id: int
    """1, 2, 3 and so on, without gaps"""
    version: int
    """the version that the move made"""
    type: Literal["game_ended"] = "game_ended"
    seat: int
    reason: EndReason
    round: int
    turns: int


@dataclass(frozen=True, kw_only=True)
class View:
    """The board and all sheets. `active` assigns the shapes of the turn; then all draw at the same time."""

    phase: Phase
    round: int
    last_round: int | None
    """the number of the last round, once it is settled"""
    active: int | None
    """whose turn it is; null when it is nobody's"""
    deciders: Sequence[int]
    """the seats that have to decide; 0 is the automa"""
    seats: Sequence[SeatView]
    turns_played: int
    next_module: int | None
    """the number of the module to be placed now"""
    board: Sequence[PositionView]
    """the six positions, the black hole last"""
    modules: Sequence[ModuleView]
    """those placed this round"""


@dataclass(frozen=True, kw_only=True)
class SeatView:
    """One seat's cosmos sheet."""

    seat: int
    to_draw: str | None
    """the shape that the seat draws this turn, once it is assigned"""
    has_drawn: bool
    """whether it has drawn or passed this turn"""
    sealed: Sequence[int] | None
    """what you have drawn this turn, no sectors for a pass; null for other seats (D-16)"""
    drawings: Sequence[DrawingView]
    covered: Sequence[int]
    """all sectors under drawn shapes"""
    upgrades: UpgradesView
    worlds: Sequence[WorldView]
    missions: Sequence[MissionView]
    """in the order of the board's positions"""


@dataclass(frozen=True, kw_only=True)
class DrawingView:
    """A drawn shape, and the sectors really drawn."""

    shape: str
    position: int
    """of its tile on the board"""
    sectors: Sequence[int]
    left_out: int
    """hexes that upgrades left out"""


@dataclass(frozen=True, kw_only=True)
class UpgradesView:
    """The upgrades of a seat, by slots."""

    ready: Sequence[int]
    """slots whose upgrade can be used"""
    used: Sequence[int]
    """slots whose upgrade is spent"""
    without_slot: int
    """upgrades gained whose slot is still to be named (D-6)"""


@dataclass(frozen=True, kw_only=True)
class WorldView:
    """A distant world that the seat has reached, and what it gets for that."""

    world: str
    points: int


@dataclass(frozen=True, kw_only=True)
class MissionView:
    """How often the seat has fulfilled a mission so far, and what that is worth."""

    mission: MissionId
    times: int
    points: int


@dataclass(frozen=True, kw_only=True)
class PositionView:
    """A position of the board: its shape and the mission paired with it."""

    position: int
    shape: str
    mission: MissionId | None
    """null for the black hole"""


@dataclass(frozen=True, kw_only=True)
class ModuleView:
    """A module on the board: it takes `position` and the next one, on this side."""

    module: int
    """its number, in the order of placing"""
    side: int
    position: int
    flipped: bool
    """whether the circle is at the second position"""
    own: str
    """the shape at the circle, which the active seat draws"""
    others: str
    """the shape at the octagon, which all others draw"""


@dataclass(frozen=True, kw_only=True)
class Content:
    """Sheet, shapes and missions. Of the texts, `sector` names the kinds of sectors."""

    rulebook: Literal["distant_suns"] = "distant_suns"
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
    rounds: int
    modules: int
    """how many a round has at most"""
    slots: int
    """places for upgrades on each sheet"""
    columns: int
    rows: int
    sectors: Sequence[SectorContent]
    worlds: Sequence[WorldContent]
    shapes: Sequence[ShapeContent]
    """the black hole included"""
    black_hole: str
    """the id of its shape"""
    missions: Sequence[MissionContent]
    mission_points: Sequence[int]
    """by how often the mission is fulfilled, from 0"""
    mission_points_beyond: int
    """for each time more"""
    treasure_bonus: int
    """for each treasure wholly surrounded"""
    alien_penalty: int
    """lost for each alien not covered"""


@dataclass(frozen=True, kw_only=True)
class SectorContent:
    """A sector of the sheet. Rows go from the top; odd ones are shifted right by half a hex (D-9)."""

    sector: int
    """its number, row by row from the top left"""
    name: str
    """column letter and row"""
    row: int
    column: int
    x: float
    """where its centre is drawn, in widths of a hex"""
    y: float
    """the same, downwards"""
    kind: SectorKind | None
    """what is printed on it; null for a plain one"""
    neighbours: Sequence[int]
    """the sectors beside it"""


@dataclass(frozen=True, kw_only=True)
class WorldContent:
    """A distant world: what the first to reach it gets, and those who come later."""

    id: str
    name: str
    sector: int
    first: int
    later: int


@dataclass(frozen=True, kw_only=True)
class ShapeContent:
    """A shape, in one of its orientations."""

    id: str
    name: str
    size: int
    """how many hexes it has"""
    hexes: Sequence[HexContent]


@dataclass(frozen=True, kw_only=True)
class HexContent:
    """A hex of a shape: `q` steps to the right and `r` down-right, and where its centre is drawn."""

    q: int
    r: int
    x: float
    y: float


@dataclass(frozen=True, kw_only=True)
class MissionContent:
    """A mission, and what it counts."""

    id: MissionId
    name: str
    text: str


@dataclass(frozen=True, kw_only=True)
class Game:
    """A game as the caller sees it."""

    id: str
    rulebook: Literal["distant_suns"] = "distant_suns"
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

    rulebook: Literal["distant_suns"] = "distant_suns"
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

    rulebook: Literal["distant_suns"] = "distant_suns"
    seat: int
    token: str
    game: Game


@dataclass(frozen=True, kw_only=True)
class Frame:
    """What a client draws: the newest state as the caller sees it, with the parts that were asked for."""

    rulebook: Literal["distant_suns"] = "distant_suns"
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

    rulebook: Literal["distant_suns"] = "distant_suns"
    events: Sequence[Event]
    next: int
    status: _shared.Status
    deciders: Sequence[int]
    """the seats that have to decide now; 0 is the automa"""
    frame: Frame | None


@dataclass(frozen=True, kw_only=True)
class GameNews:
    """What has happened in one of the player's games, and how it stands."""

    rulebook: Literal["distant_suns"] = "distant_suns"
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

    rulebook: Literal["distant_suns"] = "distant_suns"
    version: int
    """the count of accepted moves"""
    events: Sequence[Event]
    game: Game


@dataclass(frozen=True, kw_only=True)
class Preview:
    """What a move would do. Events are numbered as they would be; null stands for what the caller cannot know."""

    rulebook: Literal["distant_suns"] = "distant_suns"
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

    rulebook: Literal["distant_suns"] = "distant_suns"
    version: int
    """the count of accepted moves"""
    seat: int
    moves: Sequence[Offer]
    unavailable: Sequence[_shared.UnavailableMove]


@dataclass(frozen=True, kw_only=True)
class Replay:
    """All that is needed to play a finished game again: `almagest verify` does."""

    id: str
    rulebook: Literal["distant_suns"] = "distant_suns"
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

    rulebook: Literal["distant_suns"] = "distant_suns"
    version: int
    """the count of accepted moves"""
    seat: int
    status: _shared.HintStatus
    """while a bot is thinking, there are no hints yet"""
    hints: Sequence[Hint]


@dataclass(frozen=True, kw_only=True)
class Analysis:
    """How a finished game went."""

    rulebook: Literal["distant_suns"] = "distant_suns"
    status: _shared.HintStatus
    """while a bot is thinking, there is nothing else yet"""
    points: Sequence[_shared.Point]
    turning_points: Sequence[TurningPoint]


Move: TypeAlias = Assign | Draw | Pass | FillSlot

Event: TypeAlias = (
    _shared.TurnBegan
    | ModulePlaced
    | DrawingSealed
    | ShapeDrawn
    | NothingDrawn
    | UpgradesUsed
    | UpgradeGained
    | SlotFilled
    | WorldReached
    | RoundEnded
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
