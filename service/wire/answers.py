"""Answers of the API, as structs: use cases build them, msgspec encodes them, and the description is made from them.

Where an answer depends on the rulebook (`view`, `move`, `end_reason`), `narrowing.py` makes the narrower types that
the description and the SDKs have: `AstraGame` and `NebulaGame`, with `rulebook` as discriminator.

A field that the last release did not send is marked with what the SDKs read where it is missing (`_new_field`).
"""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from msgspec import Meta

from service.games.base import Move, Score, Seat, View
from service.games.bot_levels import Level
from service.wire.canonical import HASHED
from service.wire.refusals import Missed
from service.wire.words import HintsFor, HintStatus, SeatKind, Status, Visibility

Time = Annotated[str, Meta(extra_json_schema={"format": "date-time"})]
ENTROPY = "by seat: 32 bytes that the seat contributed to the deal, hexadecimal; null: none"


def _new_field(description: str, if_missing: Any) -> Meta:
    """Every answer has the field; those of a server of the last release do not."""
    return Meta(description=description, extra_json_schema={"x-if-missing": if_missing})


GameVersion = Annotated[int, Meta(description="the count of accepted moves")]


class SeatAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """A seat of a game."""

    seat: Seat
    kind: SeatKind
    name: Annotated[str | None, Meta(description="null while nobody sits there")]
    level: Annotated[Level | None, Meta(description="of a bot")]
    taken: bool
    host: bool
    resigned: Annotated[bool, Meta(description="whether somebody gave the game up here, and a bot plays on")]
    deciding_since: Time | None
    player: Annotated[
        str | None, Meta(description="the app's name for the player there; players of the game and the app see it")
    ]
    metadata: Annotated[
        dict[str, str] | None,
        Meta(description="what the app says of the player; players of the game and the app see it"),
    ]


class TimeControl(msgspec.Struct, frozen=True, kw_only=True):
    """How time is limited: for each decision, or by a bank for all of them, to which each decision adds."""

    per_decision: Annotated[int | None, Meta(description="seconds")]
    bank: Annotated[int | None, Meta(description="seconds")]
    increment: Annotated[int | None, Meta(description="seconds")]


class SeatClock(msgspec.Struct, frozen=True, kw_only=True):
    """A person's time. What is left now is `left` without the time since `since`."""

    seat: Seat
    left: Annotated[float, Meta(description="seconds, when the decision began")]
    since: Annotated[Time | None, Meta(description="since when it runs; null while it does not")]


class PauseProposal(msgspec.Struct, frozen=True, kw_only=True):
    """A pause that waits for consent: it begins when everybody who is seated as a person agrees."""

    seat: Annotated[Seat, Meta(description="who proposed it")]
    agreed: Annotated[tuple[Seat, ...], Meta(description="who agrees so far, the proposer included")]
    lapses_at: Annotated[Time, Meta(description="the proposal counts for nothing after that")]


class GameSummary(msgspec.Struct, frozen=True, kw_only=True):
    """A game as the lobby shows it."""

    id: str
    rulebook: str
    status: Status
    version: GameVersion
    visibility: Visibility
    options: dict[str, str]
    seats: tuple[SeatAnswer, ...]
    deciders: Annotated[tuple[Seat, ...], Meta(description="the seats that have to decide; 0 is the automa")]
    deadline: Time | None
    turn_seconds: int | None
    clock: Annotated[TimeControl | None, Meta(description="null where time is not limited")]
    paused_at: Annotated[Time | None, Meta(description="since when the game is paused")]
    paused_until: Annotated[
        Time | None, _new_field("when a paused game goes on by itself; null where only people resume it", None)
    ]
    pause: Annotated[PauseProposal | None, _new_field("the pause that somebody proposes", None)]
    abandon_at: Annotated[
        Time | None, _new_field("when the game is abandoned unless somebody decides; null before the warning", None)
    ]
    idle_seconds: int
    takebacks: Annotated[bool, Meta(description="whether moves can be taken back")]
    hints: Annotated[HintsFor, Meta(description="who may ask for hints: where all others are bots, all, or nobody")]
    created_at: Time
    seed_hash: Annotated[str, Meta(description="SHA-256 of the server's secret, which is published after the end")]
    last_event: Annotated[int, Meta(description="the number of the newest event")]
    rigged: Annotated[bool, Meta(description="whether its seed or draws were chosen, for an app's tests")]


class Game(GameSummary, frozen=True, kw_only=True):
    """A game as the caller sees it."""

    seat: Annotated[Seat | None, Meta(description="the caller's seat; null for spectators")]
    rules: Annotated[int | None, Meta(description="the number of the rules under which the game began")]
    pack_hash: str | None
    end_reason: str | None
    result: Score | None
    rematch: Annotated[str | None, Meta(description="the id of the game that follows this one")]
    view: Annotated[View | None, Meta(description="the board as the caller sees it; null before the start")]
    moves: Annotated[tuple[Offer, ...] | None, Meta(description="on demand, where the caller decides")]
    score: Annotated[Score | None, Meta(description="on demand: as far as the caller may know it")]
    clocks: Annotated[tuple[SeatClock, ...] | None, Meta(description="of the people, where time is limited")]
    can_take_back: Annotated[bool, Meta(description="whether the caller can take its last move back")]
    can_ask_hints: Annotated[bool, Meta(description="whether the caller can ask for hints now")]
    entropy: Annotated[tuple[str | None, ...], _new_field(ENTROPY, [])]


class Frame(msgspec.Struct, frozen=True, kw_only=True):
    """What a client draws: the newest state as the caller sees it, with the parts that were asked for."""

    rulebook: str
    version: GameVersion
    etag: Annotated[str, Meta(description="as `GET /v1/games/{id}` has it; valid as If-Match")]
    status: Status
    deciders: Annotated[tuple[Seat, ...], Meta(description="the seats that have to decide; 0 is the automa")]
    deadline: Time | None
    last_event: Annotated[int, Meta(description="the number of the newest event of this state")]
    view: View | None
    moves: Annotated[tuple[Offer, ...] | None, Meta(description="every legal move, where the caller decides")]
    score: Score | None
    clocks: Annotated[tuple[SeatClock, ...] | None, Meta(description="of the people, where time is limited")]
    paused_at: Annotated[Time | None, Meta(description="since when the game is paused")]
    paused_until: Annotated[
        Time | None, _new_field("when a paused game goes on by itself; null where only people resume it", None)
    ]
    pause: Annotated[PauseProposal | None, _new_field("the pause that somebody proposes", None)]
    abandon_at: Annotated[
        Time | None, _new_field("when the game is abandoned unless somebody decides; null before the warning", None)
    ]
    can_take_back: Annotated[bool, Meta(description="whether the caller can take its last move back")]
    can_ask_hints: Annotated[bool, Meta(description="whether the caller can ask for hints now")]


class GamePage(msgspec.Struct, frozen=True, kw_only=True):
    """Some games, newest first; `next` is the cursor of the following page."""

    games: tuple[GameSummary, ...]
    next: str | None


class SeatToken(msgspec.Struct, frozen=True, kw_only=True):
    """The token of a player's seat."""

    seat: Seat
    player: str
    token: str


class CreatedGame(msgspec.Struct, frozen=True, kw_only=True):
    """A new game, and the creator's seat and token: both null in a game of bots alone."""

    rulebook: str
    game: Game
    seat: Seat | None
    token: str | None
    invite: Annotated[str | None, Meta(description="of a private game: the code to take a seat with")]
    tokens: Annotated[tuple[SeatToken, ...], Meta(description="of every seat of a player")]


class NewGame(msgspec.Struct, frozen=True, kw_only=True):
    """A new game of an app, without its board, and the host's seat and token: both null in a game of bots alone."""

    game: GameSummary
    seat: Seat | None
    token: str | None
    invite: Annotated[str | None, Meta(description="of a private game: the code to take a seat with")]
    tokens: Annotated[tuple[SeatToken, ...], Meta(description="of every seat of a player")]


class CreatedGames(msgspec.Struct, frozen=True, kw_only=True):
    """The new games, in the order of the request."""

    games: tuple[NewGame, ...]


class TakenSeat(msgspec.Struct, frozen=True, kw_only=True):
    """The seat that was taken, and its token."""

    rulebook: str
    seat: Seat
    token: str
    game: Game


class NewToken(msgspec.Struct, frozen=True, kw_only=True):
    """The new token of the own seat."""

    seat: Seat
    token: str


class MyGame(GameSummary, frozen=True, kw_only=True):
    """A game of the player's."""

    seat: Annotated[Seat | None, Meta(description="the player's seat; null where a bot has taken over")]


class MyGamePage(msgspec.Struct, frozen=True, kw_only=True):
    """Some games of the player's, newest first; `next` is the cursor of the following page."""

    games: tuple[MyGame, ...]
    next: str | None


class PlayerToken(msgspec.Struct, frozen=True, kw_only=True):
    """A token of a player, valid in all of the player's games, and for how many seconds."""

    player: str
    token: str
    expires_in: int


class EventPage(msgspec.Struct, frozen=True, kw_only=True):
    """Events in order; `next` is the `after` of the next request."""

    rulebook: str
    events: tuple[msgspec.Raw, ...]
    next: int
    status: Status
    deciders: Annotated[tuple[Seat, ...], Meta(description="the seats that have to decide now; 0 is the automa")]
    frame: Annotated[msgspec.Raw | None, Meta(description="the newest state, with `include`, when there is news")]


class GameNews(EventPage, frozen=True, kw_only=True):
    """What has happened in one of the player's games, and how it stands."""

    game: Annotated[str, Meta(description="the id of the game")]
    seat: Annotated[Seat | None, Meta(description="the player's seat; null where a bot has taken over")]


class NewsPage(msgspec.Struct, frozen=True, kw_only=True):
    """What has happened in some of the player's games, game by game; `next` is the `after` of the next request."""

    games: tuple[msgspec.Raw, ...]
    next: str
    more: Annotated[bool, _new_field("whether the page is full: the next one comes at once", False)]


class PlayedMove(msgspec.Struct, frozen=True, kw_only=True):
    """What a move did."""

    rulebook: str
    version: GameVersion
    events: msgspec.Raw
    game: Game


class Preview(msgspec.Struct, frozen=True, kw_only=True):
    """What a move would do. Events are numbered as they would be; null stands for what the caller cannot know."""

    rulebook: str
    version: GameVersion
    events: msgspec.Raw
    view: Annotated[View | None, Meta(description="on demand: what the caller would see")]
    moves: Annotated[tuple[Offer, ...] | None, Meta(description="on demand: what the caller could do next")]
    score: Annotated[Score | None, Meta(description="on demand: what would be scored, as far as the caller may know")]


class Offer(msgspec.Struct, frozen=True, kw_only=True):
    """A move that may be played as it is."""

    move: Move
    label: Annotated[str, Meta(description="in the caller's language")]
    ruling: Annotated[str, Meta(description="what allows it; the content has its title")]


_POINTS = "in points, by the bots' heuristic"


class Hint(Offer, frozen=True, kw_only=True):
    """A move that the strong bot likes, and may be played as it is."""

    worth: Annotated[float, Meta(description=f"what it brings until the own next turn, {_POINTS}")]
    gains: Annotated[float, Meta(description=f"what it brings at once, {_POINTS}")]
    leaves: Annotated[float, Meta(description=f"what the others can make of it, {_POINTS}")]
    why: Annotated[str, Meta(description="in the caller's language")]


class Hints(msgspec.Struct, frozen=True, kw_only=True):
    """What the strong bot would play, knowing only what the seat knows; the best first."""

    rulebook: str
    version: GameVersion
    seat: Seat
    status: Annotated[HintStatus, Meta(description="while a bot is thinking, there are no hints yet")]
    hints: tuple[Hint, ...]


class UnavailableMove(msgspec.Struct, frozen=True, kw_only=True):
    """A kind of move that cannot be made now."""

    type: str
    code: str
    reason: Annotated[str, Meta(description="in the caller's language")]
    ruling: str
    ruling_title: str


class LegalMoves(msgspec.Struct, frozen=True, kw_only=True):
    """Every legal move of a seat."""

    rulebook: str
    version: GameVersion
    seat: Seat
    moves: tuple[Offer, ...]
    unavailable: tuple[UnavailableMove, ...]


class ScoreAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """The score; before the end as far as the caller may know it."""

    version: GameVersion
    final: bool
    score: Score


class ReplayMove(msgspec.Struct, frozen=True, kw_only=True):
    """A move of a finished game."""

    seat: Seat
    move: Annotated[msgspec.Raw, Meta(description="null: the seat took its last move back")]

    @property
    def is_taken_back(self) -> bool:
        return bytes(self.move) == b"null"


class Replay(msgspec.Struct, frozen=True, kw_only=True):
    """All that is needed to play a finished game again: `almagest verify` does."""

    id: str
    rulebook: str
    rules: Annotated[int, Meta(description="the number of the rules under which the game began")]
    players: int
    options: dict[str, str]
    seed: Annotated[str, Meta(description="the server's secret, hexadecimal")]
    seed_hash: str
    entropy: Annotated[tuple[str | None, ...], _new_field(ENTROPY, [])]
    pack: str
    pack_hash: str
    moves: tuple[ReplayMove, ...]
    rigged: Annotated[bool, Meta(description="whether the seed or the draws were chosen, for an app's tests")]
    draws: Annotated[tuple[str, ...], Meta(description="what came first out of the shuffles")]
    final_hash: Annotated[str, Meta(description="SHA-256 of the final state as this version stores it, for 0.2")]
    score: Score
    replay_hash: Annotated[
        str, _new_field(f"SHA-256 of {', '.join(HASHED)}, as JSON with sorted keys and without spaces", "")
    ]


class Point(msgspec.Struct, frozen=True, kw_only=True):
    """What every seat could expect after a move."""

    version: GameVersion
    expected: Annotated[tuple[float, ...], Meta(description="points at the end, by seat, by the bots' heuristic")]


class Instead(msgspec.Struct, frozen=True, kw_only=True):
    """What the strong bot would have played."""

    move: Move
    label: Annotated[str, Meta(description="in the caller's language")]


class TurningPoint(msgspec.Struct, frozen=True, kw_only=True):
    """A move after which much was otherwise."""

    version: Annotated[int, Meta(description="the version that the move made")]
    seat: Seat
    move: Move
    label: Annotated[str, Meta(description="in the caller's language")]
    swing: Annotated[float, Meta(description="points that its seat won on the others by it, or lost")]
    instead: Annotated[Instead | None, Meta(description="null where the strong bot would have played the same")]
    why: Annotated[str, Meta(description="in the caller's language")]


class Analysis(msgspec.Struct, frozen=True, kw_only=True):
    """How a finished game went."""

    rulebook: str
    status: Annotated[HintStatus, Meta(description="while a bot is thinking, there is nothing else yet")]
    points: tuple[Point, ...]
    turning_points: Annotated[tuple[TurningPoint, ...], Meta(description="three at most, in their order")]


class Players(msgspec.Struct, frozen=True, kw_only=True):
    """How many can play."""

    min: int
    max: int


class OptionAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """A choice made at creation."""

    name: str
    text: str
    choices: tuple[str, ...]
    default: str


class MoveType(msgspec.Struct, frozen=True, kw_only=True):
    """A kind of move; `schema` names its description among the components of the API's description."""

    type: str
    text: str
    schema: str
    ruling: str
    ruling_title: str


class RefusalAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """A way in which the rules say no, with its sentence in the caller's language; braces are placeholders."""

    code: str
    ruling: str
    text: str


class RulebookAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """A game that can be played here."""

    id: str
    name: str
    rules: Annotated[int, Meta(description="goes up when the rules change play")]
    players: Players
    options: tuple[OptionAnswer, ...]
    moves: tuple[MoveType, ...]
    refusals: tuple[RefusalAnswer, ...]
    end_reasons: tuple[str, ...]


class Rulebooks(msgspec.Struct, frozen=True, kw_only=True):
    """All games that can be played here."""

    rulebooks: tuple[RulebookAnswer, ...]


class Health(msgspec.Struct, frozen=True, kw_only=True):
    """Well enough."""

    status: str


class FieldProblem(msgspec.Struct, frozen=True, kw_only=True):
    """What is wrong with one field."""

    field: str
    detail: str


class FailedGame(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Why one of several games cannot be created."""

    index: Annotated[int, Meta(description="of the game in the request, from 0 on")]
    code: Annotated[str, Meta(description="a word for programs")]
    detail: Annotated[str, Meta(description="a sentence for people, in their language")]
    field: Annotated[str | None, Meta(description="the field of that game that is wrong")] = None


class Problem(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """An error, as RFC 9457 has it."""

    type: Annotated[str, Meta(description="leads to the code's entry in the API reference")]
    title: str
    status: int
    detail: Annotated[str, Meta(description="a sentence for people, in their language")]
    code: Annotated[str, Meta(description="a word for programs")]
    ruling: Annotated[str | None, Meta(description="the ruling or book section that refuses a move")] = None
    ruling_title: str | None = None
    field: Annotated[str | None, Meta(description="the first field that is wrong")] = None
    errors: Annotated[tuple[FieldProblem, ...] | None, Meta(description="the fields that are wrong, 20 at most")] = None
    version: Annotated[int | None, Meta(description="the version that stands")] = None
    missed: Missed | None = None
    seconds_left: Annotated[int | None, Meta(description="until an idle seat can be handed over")] = None
    most: Annotated[int | None, Meta(description="how many the host allows, where that is reached")] = None
    failed: Annotated[
        tuple[FailedGame, ...] | None, Meta(description="the games that cannot be created; then none was")
    ] = None


SHARED: tuple[type[msgspec.Struct], ...] = (
    GamePage,
    CreatedGames,
    MyGamePage,
    NewsPage,
    NewToken,
    PlayerToken,
    ScoreAnswer,
    RulebookAnswer,
    Rulebooks,
    Health,
    Problem,
)
"""Answers that are alike for all rulebooks."""
