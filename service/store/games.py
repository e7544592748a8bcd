"""Games in Redis: loading one, and the one commit through which everything about a game is written."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
import redis

from service.store import keys, records
from service.store.answers import Answer, Once
from service.store.client import Line, Script, connect, translated_errors
from service.store.records import Game

HINT_GRACE = 2_000
"""Milliseconds after which a hint to the workers counts as lost."""


class Entry(msgspec.Struct, frozen=True):
    """One entry of the event stream: the move as JSON (empty for what the table did), the events as JSON."""

    last: int
    version: int
    move: bytes
    events: bytes

    @property
    def id(self) -> str:
        return f"{self.last}-{self.version}"


class Change(msgspec.Struct, frozen=True):
    """A game as it was and as it shall be, with what is to be told, answered and remembered."""

    before: Game | None
    after: Game
    now: int
    entry: Entry | None = None
    once: Once | None = None
    answer: Answer | None = None
    expires: int = 0


class Loaded(msgspec.Struct, frozen=True):
    """A game, and the answer that was already given to the idempotency key."""

    game: Game | None
    answer: Answer | None = None


class Done(msgspec.Struct, frozen=True):
    """The change is stored."""


class Again(msgspec.Struct, frozen=True):
    """Somebody else wrote first: load again."""


class Known(msgspec.Struct, frozen=True):
    """The same request was carried out before; this was its answer."""

    answer: Answer


Outcome = Done | Again | Known

_LENGTH = 4


def _values(packed: bytes) -> Iterator[bytes | None]:
    """What `load.lua` packed."""
    at = 0
    while at < len(packed):
        length = int.from_bytes(packed[at : at + _LENGTH], signed=True)
        at += _LENGTH
        yield packed[at : at + length] if length >= 0 else None
        at += max(length, 0)


def _game(values: list[bytes | None]) -> Game | None:
    rev, table, clock, state, score = values
    if rev is None or table is None or clock is None:
        return None
    game = Game(records.read_table(table), records.read_clock(clock), None, score or b"", int(rev))
    if state is None:
        return game
    return msgspec.structs.replace(game, state=game.rulebook.decode(state))


def _fields(change: Change) -> list[bytes | str]:
    before, after = change.before, change.after
    fields: list[bytes | str] = ["clock", records.write(after.clock)]
    if before is None or before.table is not after.table:
        fields += ["table", records.write(after.table)]
    if after.state is not None and (before is None or before.state is not after.state):
        fields += ["state", after.rulebook.encode(after.state)]
    if after.score and (before is None or before.score != after.score):
        fields += ["score", after.score]
    return fields


def _keys(change: Change) -> list[str]:
    table, shard = change.after.table, keys.shard_of(change.after.id)
    was = change.before or change.after
    names = [
        keys.game(table.id),
        keys.events(table.id),
        keys.outbox(shard),
        keys.deadlines(shard),
        keys.listed(shard, table.rulebook, was.clock.status),
        keys.listed(shard, table.rulebook, change.after.clock.status),
    ]
    return [*names, keys.answer(shard, change.once.name)] if change.once else names


class Wire(msgspec.Struct, frozen=True, omit_defaults=True):
    """A change as `commit.lua` reads it. `owed`, `dated`: so far the game is in the outbox, has a deadline."""

    id: str
    before: str
    after: str
    channel: str
    entry: str | None = None
    due: int | None = None
    owed: bool = False
    deadline: int | None = None
    dated: bool = False
    listed: bool = False
    expires: int | None = None
    kept: int | None = None


def _wire(change: Change, answer_seconds: int) -> Wire:
    before, after, entry = change.before, change.after, change.entry
    rev = before.rev if before else 0
    return Wire(
        id=after.id,
        before=str(rev),
        after=str(rev + 1),
        channel=keys.wake(keys.shard_of(after.id)),
        entry=entry.id if entry else None,
        due=change.now + HINT_GRACE if after.clock.owed else None,
        owed=bool(before and before.clock.owed),
        deadline=after.clock.deadline or None,
        dated=bool(before and before.clock.deadline),
        listed=after.table.visibility == "public",
        expires=change.expires or None,
        kept=answer_seconds,
    )


def _arguments(change: Change, answer_seconds: int) -> list[bytes | str]:
    wire = msgspec.msgpack.encode(_wire(change, answer_seconds))
    told = [change.entry.move, change.entry.events] if change.entry else [b"", b""]
    sealed = change.once.seal(change.answer) if change.once and change.answer else b""
    return [wire, *told, sealed, *_fields(change)]


class GameStore:
    """All that the use cases know of Redis. Raises `StoreAway` when it is away."""

    def __init__(self, url: str, answer_seconds: int = 2 * 3600) -> None:
        self.url = url
        self.client = connect(url)
        self._answer_seconds = answer_seconds
        self.line = Line(self.client)
        self._load = Script(self.line, "load")
        self._commit = Script(self.line, "commit")

    def load(self, game_id: str, once: Once | None = None) -> Loaded:
        """Read a game. A connection that the store closed while idle is found here, and replaced."""
        with translated_errors():
            try:
                return self._read(game_id, once)
            except redis.ConnectionError:
                return self._read(game_id, once)

    def _read(self, game_id: str, once: Once | None) -> Loaded:
        names = [keys.game(game_id)]
        if once is not None:
            names.append(keys.answer(keys.shard_of(game_id), once.name))
        *values, sealed = _values(self._load(names, []))
        return Loaded(_game(values), once.unseal(sealed) if once and sealed else None)

    def given(self, once: Once) -> Answer | None:
        """The answer that a request for a new game was given before."""
        with translated_errors():
            sealed: Any = self.client.get(keys.answer(once.shard, once.name))
        return once.unseal(sealed) if sealed else None

    def commit(self, change: Change) -> Outcome:
        """Store a change, unless the game was written since it was loaded. Never repeated by itself."""
        arguments = _arguments(change, self._answer_seconds)
        with translated_errors():
            answer = self._commit(_keys(change), arguments)
        if answer == b"done":
            return Done()
        return Again() if answer == b"again" or change.once is None else Known(change.once.unseal(answer))

    def ping(self) -> None:
        with translated_errors():
            self.client.ping()
