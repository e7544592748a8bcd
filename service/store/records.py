"""What is stored of a game besides its state. Records carry a schema number; old ones are upgraded on reading."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any, Literal

import msgspec

from service.games.base import AUTOMA, Plain, Rulebook, Seat, State
from service.games.registry import RULEBOOKS

SCHEMA = 1
"""Goes up when a record changes in a way that its readers cannot read; then `_UPGRADES` gets a row."""

Status = Literal["open", "running", "scoring", "finished", "abandoned"]
Kind = Literal["human", "bot"]
Level = Literal["random", "greedy", "strong"]
Visibility = Literal["public", "private"]
Work = Literal["", "dreamer", "bot", "scoring"]


class SeatRecord(msgspec.Struct, frozen=True, omit_defaults=True):
    """A place at the table. `token` is the SHA-256 of the token of whoever sits there, empty when nobody does."""

    kind: Kind
    name: str = ""
    level: Level = "greedy"
    token: str = ""

    @property
    def is_free(self) -> bool:
        return self.kind == "human" and not self.token


class Table(msgspec.Struct, frozen=True, omit_defaults=True):
    """What was agreed when the game was created, and who sits where."""

    schema: int
    id: str
    rulebook: str
    options: dict[str, str]
    visibility: Visibility
    seats: tuple[SeatRecord, ...]
    host: Seat | None
    seed: bytes
    seed_hash: str
    created: int
    idle_seconds: int
    turn_seconds: int = 0
    strong_budget: int = 0
    """Positions that a strong bot looks at for a move; 0: as many as it likes by itself."""
    invite: str = ""

    def seat(self, number: Seat) -> SeatRecord:
        return self.seats[number - 1]

    @property
    def is_full(self) -> bool:
        return not any(seat.is_free for seat in self.seats)


class Since(msgspec.Struct, frozen=True, array_like=True):
    """A seat owes a decision, and since which version and time it does."""

    seat: Seat
    version: int
    at: int


class Clock(msgspec.Struct, frozen=True, omit_defaults=True):
    """What changes with every move. `revision` counts the changes of the table since the version was reached."""

    status: Status
    version: int = 0
    revision: int = 0
    events: int = 0
    since: tuple[Since, ...] = ()
    deadline: int = 0
    owed: Work = ""

    @property
    def deciders(self) -> list[Seat]:
        return [since.seat for since in self.since]

    def decision(self, seat: Seat) -> Since | None:
        return next((since for since in self.since if since.seat == seat), None)


class Game(msgspec.Struct, frozen=True):
    """A game as it was loaded, or as it is to be stored. `rev` counts its writes."""

    table: Table
    clock: Clock
    state: State | None = None
    score: bytes = b""
    rev: int = 0

    @property
    def id(self) -> str:
        return self.table.id

    @property
    def rulebook(self) -> Rulebook[Any, Any]:
        return RULEBOOKS[self.table.rulebook]

    @property
    def dealt(self) -> State:
        """The state of a game that has started."""
        if self.state is None:
            raise LookupError(f"game {self.id} has not started")
        return self.state

    def is_automatic(self, seat: Seat) -> bool:
        return seat == AUTOMA or self.table.seat(seat).kind == "bot"


def _prepare_types() -> None:
    """Have msgspec gather what it needs to know of states and moves now, while there is one thread.

    It does so at the first use of a type, and publishes it half done: two threads that are first at once end the
    process with a segmentation fault.
    """
    for rulebook in RULEBOOKS.values():
        msgspec.msgpack.Decoder(rulebook.state_type)
        for move_type in rulebook.move_types:
            msgspec.json.Decoder(move_type)


_prepare_types()

_UPGRADES: dict[int, Callable[[Plain], Plain]] = {}

_table_decoder = msgspec.json.Decoder(Table)
_clock_decoder = msgspec.json.Decoder(Clock)


def _upgraded(plain: Plain) -> Table:
    while plain["schema"] < SCHEMA:
        plain = _UPGRADES[plain["schema"]](plain)
    return msgspec.convert(plain, Table)


@functools.lru_cache(1024)
def read_table(data: bytes) -> Table:
    plain_schema = data.startswith(b'{"schema":%d,' % SCHEMA)
    return _table_decoder.decode(data) if plain_schema else _upgraded(msgspec.json.decode(data))


def read_clock(data: bytes) -> Clock:
    return _clock_decoder.decode(data)


write = msgspec.json.encode
