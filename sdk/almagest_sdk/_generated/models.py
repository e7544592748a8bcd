# Generated from openapi/openapi.json by `make sdk`. Do not edit: the next run overwrites it.
from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from almagest_sdk.record import Open, Record
from almagest_sdk.unset import UNSET, Unset


@dataclass(frozen=True, kw_only=True)
class FieldProblem:
    field: str
    detail: str


@dataclass(frozen=True, kw_only=True)
class Missed:
    after: int
    until: int


@dataclass(frozen=True, kw_only=True)
class Problem:
    type: str
    """a reference to the code's description"""
    title: str
    status: int
    detail: str
    """a sentence for people"""
    code: str
    """a word for programs"""
    ruling: str | Unset = UNSET
    """the ruling or book section that refuses a move"""
    field: str | Unset = UNSET
    """the first field that is wrong"""
    errors: Sequence[FieldProblem] | Unset = UNSET
    """every field that is wrong"""
    version: int | Unset = UNSET
    """the version that stands"""
    missed: Missed | Unset = UNSET
    seconds_left: int | Unset = UNSET
    """until an idle seat can be handed over"""


@dataclass(frozen=True, kw_only=True)
class Players:
    min: int
    max: int


@dataclass(frozen=True, kw_only=True)
class Option:
    name: str
    text: str
    choices: Sequence[str]
    default: str


@dataclass(frozen=True, kw_only=True)
class MoveType:
    type: str
    text: str
    schema: str


@dataclass(frozen=True, kw_only=True)
class Rulebook:
    id: str
    name: str
    players: Players
    options: Sequence[Option]
    moves: Sequence[MoveType]
    end_reasons: Sequence[str]


@dataclass(frozen=True, kw_only=True)
class Rulebooks:
    rulebooks: Sequence[Rulebook]


@dataclass(frozen=True, kw_only=True)
class SeatWish:
    kind: Literal["human", "bot"]
    name: str | Unset = UNSET
    """1 to 40 characters"""
    level: Literal["random", "greedy", "strong"] | Unset = UNSET
    """of a bot"""


@dataclass(frozen=True, kw_only=True)
class GameWish:
    rulebook: str
    seats: Sequence[SeatWish]
    options: Record | Unset = UNSET
    visibility: Literal["public", "private"] | Unset = UNSET
    turn_seconds: int | None | Unset = UNSET
    """time for each decision; when it is over, a bot decides"""
    idle_seconds: int | None | Unset = UNSET
    """after this the host may hand a seat to a bot"""


@dataclass(frozen=True, kw_only=True)
class Seat:
    seat: int
    kind: Literal["human", "bot"]
    name: str | None
    level: str | None
    """of a bot: random, greedy or strong"""
    taken: bool
    host: bool
    deciding_since: datetime | None


@dataclass(frozen=True, kw_only=True)
class Line:
    rule: str
    amount: int
    source: str


@dataclass(frozen=True, kw_only=True)
class SeatScore:
    seat: int
    total: int
    lines: Sequence[Line]


@dataclass(frozen=True, kw_only=True)
class Score:
    seats: Sequence[SeatScore]
    winners: Sequence[int]


@dataclass(frozen=True, kw_only=True)
class Game:
    id: str
    rulebook: str
    status: Literal["open", "running", "scoring", "finished", "abandoned"]
    version: int
    """the count of accepted moves"""
    visibility: Literal["public", "private"]
    options: Mapping[str, str]
    seats: Sequence[Seat]
    deciders: Sequence[int]
    """who owes a decision; 0 is the automa"""
    deadline: datetime | None
    turn_seconds: int | None
    idle_seconds: int
    created_at: datetime
    seed_hash: str
    """SHA-256 of the seed, which is published after the end"""
    last_event: int
    """the number of the newest event"""
    seat: int | None
    """the caller's seat; null for spectators"""
    pack_hash: str | None
    end_reason: str | None
    result: Score | None
    view: Record


@dataclass(frozen=True, kw_only=True)
class CreatedGame:
    game: Game
    seat: int | None
    token: str | None
    invite: str | Unset = UNSET
    """of a private game: whoever has it may take a seat"""


@dataclass(frozen=True, kw_only=True)
class GameSummary:
    id: str
    rulebook: str
    status: Literal["open", "running", "scoring", "finished", "abandoned"]
    version: int
    """the count of accepted moves"""
    visibility: Literal["public", "private"]
    options: Mapping[str, str]
    seats: Sequence[Seat]
    deciders: Sequence[int]
    """who owes a decision; 0 is the automa"""
    deadline: datetime | None
    turn_seconds: int | None
    idle_seconds: int
    created_at: datetime
    seed_hash: str
    """SHA-256 of the seed, which is published after the end"""
    last_event: int
    """the number of the newest event"""


@dataclass(frozen=True, kw_only=True)
class GamePage:
    games: Sequence[GameSummary]
    next: str | None


@dataclass(frozen=True, kw_only=True)
class TakeSeat:
    name: str
    """1 to 40 characters"""
    invite: str | None | Unset = UNSET


@dataclass(frozen=True, kw_only=True)
class TakenSeat:
    seat: int
    token: str
    game: Game


@dataclass(frozen=True, kw_only=True)
class Nothing:
    pass


@dataclass(frozen=True, kw_only=True)
class NewToken:
    seat: int
    token: str


@dataclass(frozen=True, kw_only=True)
class LegalMove:
    move: Record
    label: str
    """in the caller's language"""
    ruling: str


@dataclass(frozen=True, kw_only=True)
class UnavailableMove:
    type: str
    code: str
    reason: str
    ruling: str


@dataclass(frozen=True, kw_only=True)
class LegalMoves:
    version: int
    seat: int
    moves: Sequence[LegalMove]
    unavailable: Sequence[UnavailableMove]


@dataclass(frozen=True, kw_only=True)
class Event(Open):
    id: int
    """1, 2, 3 and so on, without gaps"""
    version: int
    type: str
    seat: int
    """0 is the automa or the table itself"""


@dataclass(frozen=True, kw_only=True)
class PlayedMove:
    version: int
    events: Sequence[Event]
    game: Game


@dataclass(frozen=True, kw_only=True)
class PreviewedEvent(Open):
    type: str
    seat: int


@dataclass(frozen=True, kw_only=True)
class Preview:
    version: int
    events: Sequence[PreviewedEvent]


@dataclass(frozen=True, kw_only=True)
class EventPage:
    events: Sequence[Event]
    next: int


@dataclass(frozen=True, kw_only=True)
class ScoreAnswer:
    version: int
    final: bool
    score: Score


@dataclass(frozen=True, kw_only=True)
class ReplayMove:
    seat: int
    move: Record


@dataclass(frozen=True, kw_only=True)
class Replay:
    id: str
    rulebook: str
    players: int
    options: Mapping[str, str]
    seed: str
    """hexadecimal"""
    seed_hash: str
    pack: str
    pack_hash: str
    moves: Sequence[ReplayMove]
    final_hash: str
    """SHA-256 of the final state"""
    score: Score


@dataclass(frozen=True, kw_only=True)
class Health:
    status: str
