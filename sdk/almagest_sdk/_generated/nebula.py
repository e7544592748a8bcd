# Generated from the server's description by `make sdk`. Do not edit: the next run overwrites it.
"""Moves, events, views, content and answers of the rulebook nebula."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Literal, TypeAlias

from almagest_sdk._generated import shared as _shared
from almagest_sdk.offer import Offer as _Offer
from almagest_sdk.unknown import UnknownEvent

EndReason: TypeAlias = Literal["black_marker", "three_constellations", "empty_bag", "race_markers", "standstill"]

Phase: TypeAlias = Literal["goals", "take", "keep", "place", "token", "over"]

TrackId: TypeAlias = Literal["colours", "constellations", "advanced_goals"]

Colour: TypeAlias = Literal["red", "violet", "yellow", "white", "blue", "orange"]

Star: TypeAlias = Literal["red", "violet", "yellow", "white", "blue", "orange", "black"]

Variant: TypeAlias = Literal["full", "introductory"]


@dataclass(frozen=True, kw_only=True)
class KeepGoal:
    """Keep one of the two personal goals dealt to you, in secret; all seats choose at once."""

    type: Literal["keep_goal"] = "keep_goal"
    goal: str


@dataclass(frozen=True, kw_only=True)
class TakeTime:
    """Wait: turn the three clocks by 5 steps in all, clockwise positive, and take the stars in front of them."""

    type: Literal["take_time"] = "take_time"
    steps: Sequence[int]


@dataclass(frozen=True, kw_only=True)
class TurnToChaos:
    """Put one star of your observation area into the box and draw five from the bag."""

    type: Literal["turn_to_chaos"] = "turn_to_chaos"
    star: str


@dataclass(frozen=True, kw_only=True)
class KeepStars:
    """Keep two of the stars that Chaos has drawn, in any order; the others go to the box."""

    type: Literal["keep_stars"] = "keep_stars"
    stars: Sequence[str]


@dataclass(frozen=True, kw_only=True)
class PlaceStar:
    """Place a coloured star from your observation area on an empty cell of your galaxy."""

    type: Literal["place_star"] = "place_star"
    star: str
    cell: str


@dataclass(frozen=True, kw_only=True)
class ReplaceStar:
    """Place a coloured star where another colour has been since an earlier turn; the old star goes to the box."""

    type: Literal["replace_star"] = "replace_star"
    star: str
    cell: str


@dataclass(frozen=True, kw_only=True)
class PlaceBlackStar:
    """Place a black star on the next cell of your black track and advance the black marker."""

    type: Literal["place_black_star"] = "place_black_star"


@dataclass(frozen=True, kw_only=True)
class AdvanceToken:
    """After a black star: advance one value token (a colour, a constellation or an advanced goal) by one cell."""

    type: Literal["advance_token"] = "advance_token"
    token: str


@dataclass(frozen=True, kw_only=True)
class EndPlacing:
    """Place no more stars; your turn goes on to race goals and refilling."""

    type: Literal["end_placing"] = "end_placing"


@dataclass(frozen=True, kw_only=True)
class GoalKept:
    """A seat has chosen its personal goal; which one stays secret."""

    id: int
    """1, 2, 3 and so on, without gaps"""
    version: int
    """the version that the move made"""
    type: Literal["goal_kept"] = "goal_kept"
    seat: int


@dataclass(frozen=True, kw_only=True)
class TimeTaken:
    """Clocks turned, and the star taken in front of each (None where there was none)."""

    id: int
    """1, 2, 3 and so on, without gaps"""
    version: int
    """the version that the move made"""
    type: Literal["time_taken"] = "time_taken"
    seat: int
    steps: Sequence[int]
    clocks: Sequence[int]
    stars: Sequence[Star | None]


@dataclass(frozen=True, kw_only=True)
class ChaosAnswered:
    """A star went to the box and others were drawn for all to see."""

    id: int
    """1, 2, 3 and so on, without gaps"""
    version: int
    """the version that the move made"""
    type: Literal["chaos_answered"] = "chaos_answered"
    seat: int
    returned: Star | None
    drawn: Sequence[Star | None]


@dataclass(frozen=True, kw_only=True)
class StarsKept:
    """Of the stars that Chaos drew, these were kept and those went to the box."""

    id: int
    """1, 2, 3 and so on, without gaps"""
    version: int
    """the version that the move made"""
    type: Literal["stars_kept"] = "stars_kept"
    seat: int
    kept: Sequence[Star | None]
    boxed: Sequence[Star | None]


@dataclass(frozen=True, kw_only=True)
class StarPlaced:
    """A coloured star was placed on an empty cell of the seat's galaxy."""

    id: int
    """1, 2, 3 and so on, without gaps"""
    version: int
    """the version that the move made"""
    type: Literal["star_placed"] = "star_placed"
    seat: int
    star: Colour
    cell: str


@dataclass(frozen=True, kw_only=True)
class StarReplaced:
    """A coloured star took the place of another one, which went to the box."""

    id: int
    """1, 2, 3 and so on, without gaps"""
    version: int
    """the version that the move made"""
    type: Literal["star_replaced"] = "star_replaced"
    seat: int
    star: Colour
    cell: str
    old: Colour


@dataclass(frozen=True, kw_only=True)
class BlackStarPlaced:
    """`count` black stars are on the seat's track now."""

    id: int
    """1, 2, 3 and so on, without gaps"""
    version: int
    """the version that the move made"""
    type: Literal["black_star_placed"] = "black_star_placed"
    seat: int
    count: int


@dataclass(frozen=True, kw_only=True)
class MarkerAdvanced:
    """The black marker stands on this cell now; the first is 0."""

    id: int
    """1, 2, 3 and so on, without gaps"""
    version: int
    """the version that the move made"""
    type: Literal["marker_advanced"] = "marker_advanced"
    seat: int
    cell: int
    glowing: bool


@dataclass(frozen=True, kw_only=True)
class BoostedStarReplaced:
    """The black marker reached a glowing cell: the boosted star has another colour now."""

    id: int
    """1, 2, 3 and so on, without gaps"""
    version: int
    """the version that the move made"""
    type: Literal["boosted_star_replaced"] = "boosted_star_replaced"
    seat: int
    old: Star | None
    new: Star | None


@dataclass(frozen=True, kw_only=True)
class BoostedStarStayed:
    """N-10: the bag had no star of another colour."""

    id: int
    """1, 2, 3 and so on, without gaps"""
    version: int
    """the version that the move made"""
    type: Literal["boosted_star_stayed"] = "boosted_star_stayed"
    seat: int
    star: Star | None


@dataclass(frozen=True, kw_only=True)
class TokenAdvanced:
    """The value token arrived on top of this cell; the first is 0."""

    id: int
    """1, 2, 3 and so on, without gaps"""
    version: int
    """the version that the move made"""
    type: Literal["token_advanced"] = "token_advanced"
    seat: int
    token: str
    cell: int


@dataclass(frozen=True, kw_only=True)
class RaceGoalMarked:
    """The seat reached a race goal and gets this value for it."""

    id: int
    """1, 2, 3 and so on, without gaps"""
    version: int
    """the version that the move made"""
    type: Literal["race_goal_marked"] = "race_goal_marked"
    seat: int
    goal: str
    value: int
    first: bool


@dataclass(frozen=True, kw_only=True)
class ClusterRefilled:
    """`cells` and `stars` go together; clusters and cells count from 1."""

    id: int
    """1, 2, 3 and so on, without gaps"""
    version: int
    """the version that the move made"""
    type: Literal["cluster_refilled"] = "cluster_refilled"
    seat: int
    cluster: int
    cells: Sequence[int]
    stars: Sequence[Star | None]


@dataclass(frozen=True, kw_only=True)
class EndTriggered:
    """The current round is the last."""

    id: int
    """1, 2, 3 and so on, without gaps"""
    version: int
    """the version that the move made"""
    type: Literal["end_triggered"] = "end_triggered"
    seat: int
    reason: EndReason


@dataclass(frozen=True, kw_only=True)
class PersonalGoalShown:
    """After the last turn every seat turns its personal goal over."""

    id: int
    """1, 2, 3 and so on, without gaps"""
    version: int
    """the version that the move made"""
    type: Literal["personal_goal_shown"] = "personal_goal_shown"
    seat: int
    goal: str | None


@dataclass(frozen=True, kw_only=True)
class PersonalGoalReached:
    """The seat has reached the personal goal that it kept."""

    id: int
    """1, 2, 3 and so on, without gaps"""
    version: int
    """the version that the move made"""
    type: Literal["personal_goal_reached"] = "personal_goal_reached"
    seat: int
    goal: str


@dataclass(frozen=True, kw_only=True)
class GameEnded:
    """The last turn is over, in this round, and for this reason."""

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
    """A table of Nebula."""

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
    end_reason: EndReason | None
    """what made the last round the last"""
    variant: Variant
    nebula: BoardView
    race_goals: Sequence[RaceGoalView]
    value_board: Sequence[ValueTrackView] | None
    """null in the introductory game"""
    this_turn: ThisTurnView


@dataclass(frozen=True, kw_only=True)
class SeatView:
    """The observation area, the galaxy and the goals of one seat."""

    seat: int
    area: Sequence[Star | None]
    galaxy: Mapping[str, Colour]
    """the colour on each filled cell"""
    black_stars: int
    constellations: Sequence[str]
    """the completed ones"""
    race_goals: int
    """how many it has marked"""
    goal_kept: bool
    """whether the personal goal is chosen"""
    goal: str | None
    """the personal goal; null while it is secret or not chosen"""
    goals_offered: Sequence[str]
    """the personal goals dealt to you; empty for others"""
    score: int
    """what is known of the score"""


@dataclass(frozen=True, kw_only=True)
class BoardView:
    """The board in the middle, the bag and the box."""

    clusters: Sequence[ClusterView]
    boosted: Star | None
    marker: int
    """the cell of the black marker; the first is 0"""
    marker_last: int
    """where the black marker ends the game"""
    bag: BagView
    box: Mapping[str, int]
    """how many stars of each kind"""


@dataclass(frozen=True, kw_only=True)
class ClusterView:
    """A ring of stars; the cells of its clock count from 1."""

    clock: int
    """the cell that the clock stands before"""
    cells: Sequence[Star | None]
    """null is an empty cell, or a star not known"""


@dataclass(frozen=True, kw_only=True)
class BagView:
    """What the bag holds, which anyone can count; its order is secret."""

    count: int
    stars: Mapping[str, int]
    """how many stars of each kind"""


@dataclass(frozen=True, kw_only=True)
class RaceGoalView:
    """A race goal in play."""

    goal: str
    upper: int
    """points for the first seat"""
    lower: int
    """points for the others"""
    marked_by: Sequence[int]
    """the first to reach the goal comes first"""


@dataclass(frozen=True, kw_only=True)
class ValueTrackView:
    """A track of the value board, its tokens from the first rank to the last."""

    track: TrackId
    tokens: Sequence[ValueTokenView]


@dataclass(frozen=True, kw_only=True)
class ValueTokenView:
    """A value token: a colour, a constellation or an advanced goal."""

    token: str
    cell: int
    """the first is 0"""


@dataclass(frozen=True, kw_only=True)
class ThisTurnView:
    """What the active seat has done so far."""

    placed: Sequence[Star]
    cells: Sequence[str]
    """where stars were placed; none of them is replaced this turn"""
    boosted_placed: bool
    """whether a third placement is open for any colour"""
    drawn: Sequence[Star | None]
    """the stars of Chaos to choose from"""


@dataclass(frozen=True, kw_only=True)
class Content:
    """Boards, stars and goals of Nebula."""

    rulebook: Literal["nebula"] = "nebula"
    pack: str
    pack_hash: str
    """SHA-256; games name their pack by it"""
    language: _shared.Language
    name: str
    """of the pack"""
    rulings: Mapping[str, str]
    """the title of every ruling and book section, by its id"""
    texts: Mapping[str, Mapping[str, str]]
    """words to show, by what they name: variant, phase, score (rules of the ledger), end"""
    stars: Sequence[StarContent]
    galaxy: GalaxyContent
    nebula: BoardContent
    value_board: ValueBoardContent
    personal_goals: Sequence[PersonalGoalContent]
    race_goals: Sequence[RaceGoalContent]
    advanced_goals: Sequence[AdvancedGoalContent]


@dataclass(frozen=True, kw_only=True)
class StarContent:
    """A kind of star; `colour` is what to draw it with."""

    id: Star
    name: str
    colour: str


@dataclass(frozen=True, kw_only=True)
class GalaxyContent:
    """The board of one seat."""

    width: int
    height: int
    cells: Sequence[CellContent]
    links: LinksContent
    constellations: Sequence[ConstellationContent]
    opposite: Sequence[tuple[str, str]]
    neighbouring: Sequence[tuple[str, str]]
    black_track: Sequence[BlackCellContent]


@dataclass(frozen=True, kw_only=True)
class CellContent:
    """A cell of the galaxy; the centre alone has no constellation of its own."""

    id: str
    orbit: int
    position: int
    constellation: str | None
    glowing: bool
    x: int
    y: int


@dataclass(frozen=True, kw_only=True)
class LinksContent:
    """Connected cells, by the kind of line between them."""

    direct: Sequence[tuple[str, str]]
    dotted: Sequence[tuple[str, str]]
    orbital: Sequence[tuple[str, str]]


@dataclass(frozen=True, kw_only=True)
class ConstellationContent:
    """One of the four constellations of a galaxy."""

    id: str
    symbol: str
    name: str


@dataclass(frozen=True, kw_only=True)
class BlackCellContent:
    """A cell of the own black track and what the track is worth with it filled."""

    value: int
    x: int
    y: int


@dataclass(frozen=True, kw_only=True)
class BoardContent:
    """The board in the middle: clusters, boosted star, black marker."""

    width: int
    height: int
    clusters: Sequence[ClusterContent]
    boosted: PointContent
    marker: Sequence[MarkerCellContent]


@dataclass(frozen=True, kw_only=True)
class ClusterContent:
    """A ring of stars, clockwise, with its clock inside; `start` is the clock's first cell."""

    start: int
    cells: Sequence[PointContent]
    clock: Sequence[PointContent]


@dataclass(frozen=True, kw_only=True)
class PointContent:
    """Where something is drawn."""

    x: int
    y: int


@dataclass(frozen=True, kw_only=True)
class MarkerCellContent:
    """A cell on the way of the black marker; on a glowing one the boosted star changes."""

    glowing: bool
    x: int
    y: int


@dataclass(frozen=True, kw_only=True)
class ValueBoardContent:
    """The value board of the full game."""

    width: int
    height: int
    tracks: Sequence[ValueTrackContent]


@dataclass(frozen=True, kw_only=True)
class ValueTrackContent:
    """A track of the value board."""

    id: TrackId
    name: str
    cells: Sequence[PointContent]


@dataclass(frozen=True, kw_only=True)
class PersonalGoalContent:
    """A goal that a seat keeps in secret."""

    id: str
    name: str
    text: str
    rule: str
    colour: Colour | None


@dataclass(frozen=True, kw_only=True)
class RaceGoalContent:
    """A goal for all: the first to reach it gets the upper value, the others the lower one."""

    id: str
    name: str
    text: str
    rule: str
    colour: Colour | None
    constellation: str | None
    orbit: int | None
    upper: int
    lower: int


@dataclass(frozen=True, kw_only=True)
class AdvancedGoalContent:
    """A goal of the full game, scored as often as it is met; `other` is the second colour of a pair."""

    id: str
    name: str
    text: str
    rule: str
    colour: Colour | None
    other: Colour | None


@dataclass(frozen=True, kw_only=True)
class Game:
    """A game as the caller sees it."""

    id: str
    rulebook: Literal["nebula"] = "nebula"
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

    rulebook: Literal["nebula"] = "nebula"
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

    rulebook: Literal["nebula"] = "nebula"
    seat: int
    token: str
    game: Game


@dataclass(frozen=True, kw_only=True)
class Frame:
    """What a client draws: the newest state as the caller sees it, with the parts that were asked for."""

    rulebook: Literal["nebula"] = "nebula"
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

    rulebook: Literal["nebula"] = "nebula"
    events: Sequence[Event]
    next: int
    status: _shared.Status
    deciders: Sequence[int]
    """the seats that have to decide now; 0 is the automa"""
    frame: Frame | None


@dataclass(frozen=True, kw_only=True)
class GameNews:
    """What has happened in one of the player's games, and how it stands."""

    rulebook: Literal["nebula"] = "nebula"
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

    rulebook: Literal["nebula"] = "nebula"
    version: int
    """the count of accepted moves"""
    events: Sequence[Event]
    game: Game


@dataclass(frozen=True, kw_only=True)
class Preview:
    """What a move would do. Events are numbered as they would be; null stands for what the caller cannot know."""

    rulebook: Literal["nebula"] = "nebula"
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

    rulebook: Literal["nebula"] = "nebula"
    version: int
    """the count of accepted moves"""
    seat: int
    moves: Sequence[Offer]
    unavailable: Sequence[_shared.UnavailableMove]


@dataclass(frozen=True, kw_only=True)
class Replay:
    """All that is needed to play a finished game again: `almagest verify` does."""

    id: str
    rulebook: Literal["nebula"] = "nebula"
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

    rulebook: Literal["nebula"] = "nebula"
    version: int
    """the count of accepted moves"""
    seat: int
    status: _shared.HintStatus
    """while a bot is thinking, there are no hints yet"""
    hints: Sequence[Hint]


@dataclass(frozen=True, kw_only=True)
class Analysis:
    """How a finished game went."""

    rulebook: Literal["nebula"] = "nebula"
    status: _shared.HintStatus
    """while a bot is thinking, there is nothing else yet"""
    points: Sequence[_shared.Point]
    turning_points: Sequence[TurningPoint]


Move: TypeAlias = (
    KeepGoal
    | TakeTime
    | TurnToChaos
    | KeepStars
    | PlaceStar
    | ReplaceStar
    | PlaceBlackStar
    | AdvanceToken
    | EndPlacing
)

Event: TypeAlias = (
    GoalKept
    | TimeTaken
    | ChaosAnswered
    | StarsKept
    | StarPlaced
    | StarReplaced
    | BlackStarPlaced
    | MarkerAdvanced
    | BoostedStarReplaced
    | BoostedStarStayed
    | TokenAdvanced
    | RaceGoalMarked
    | ClusterRefilled
    | _shared.TurnBegan
    | EndTriggered
    | PersonalGoalShown
    | PersonalGoalReached
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
