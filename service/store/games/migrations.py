"""Records know their age. Older ones are upgraded when they are read, newer ones are refused and left as they are.

Each kind of record has a number of its own. When its layout changes, the number goes up and its table of upgrades gets
a row that makes the next layout of the last one, as plain data. States have theirs in the rulebook (`upgrades`).
"""

from __future__ import annotations

import functools
import itertools
from collections.abc import Callable, Iterator, Mapping
from typing import Any, TypeVar

import brotli  # type: ignore[import-untyped]  # the package has no types
import msgspec

from service.games import codec
from service.games.base import Plain, State
from service.games.rulebook import AnyRulebook
from service.store.archive.columns import Columns, columns, rows
from service.store.archive.dictionary import Words
from service.store.games.records import Clock, Table

TABLE_SCHEMA = 2
CLOCK_SCHEMA = 3
ARCHIVE_SCHEMA = 2

Upgrade = Callable[[Plain], Plain]


class RecordIsNewer(Exception):
    """A record of a layout that only a newer version of the service can read."""

    def __init__(self, kind: str, found: int, newest: int) -> None:
        super().__init__(f"a {kind} of schema {found}; this version knows up to {newest}")


def _with_number_and_automa(clock: Plain) -> Plain:
    """Clocks had no number, and what the automa owes was called after Astra's Dreamer."""
    owed = "automa" if clock.get("owed") == "dreamer" else clock.get("owed", "")
    return {**clock, "schema": 2, "owed": owed}


def _numbered(schema: int) -> Upgrade:
    """New fields have defaults that are right for older records."""
    return lambda record: {**record, "schema": schema}


TABLE_UPGRADES: dict[int, Upgrade] = {1: _numbered(2)}
CLOCK_UPGRADES: dict[int, Upgrade] = {1: _with_number_and_automa, 2: _numbered(3)}

R = TypeVar("R", Table, Clock)


def _upgraded(kind: type[R], data: bytes, newest: int, upgrades: Mapping[int, Upgrade]) -> R:
    plain: Plain = msgspec.json.decode(data)
    found = plain.get("schema", 1)
    if not 1 <= found <= newest:
        raise RecordIsNewer(kind.__name__.lower(), found, newest)
    for schema in range(found, newest):
        plain = upgrades[schema](plain)
    return msgspec.convert(plain, kind)


_tables = msgspec.json.Decoder(Table)
_clocks = msgspec.json.Decoder(Clock)
_PRESENT_TABLE = b'{"schema":%d,' % TABLE_SCHEMA
_PRESENT_CLOCK = b'{"schema":%d,' % CLOCK_SCHEMA


@functools.lru_cache(1024)
def read_table(data: bytes) -> Table:
    if data.startswith(_PRESENT_TABLE):
        return _tables.decode(data)
    return _upgraded(Table, data, TABLE_SCHEMA, TABLE_UPGRADES)


def read_clock(data: bytes) -> Clock:
    if data.startswith(_PRESENT_CLOCK):
        return _clocks.decode(data)
    return _upgraded(Clock, data, CLOCK_SCHEMA, CLOCK_UPGRADES)


def _rows_apart(words: list[str], kinds: list[Plain], order: list[int], values: Any) -> Iterator[Plain]:
    """Of columns that spell all their words, and have their kinds beside them."""
    outlines = [msgspec.json.encode(kind).decode() for kind in kinds]
    return rows(Columns(Words([], [*words, *outlines]), [len(words) + kind for kind in order], values))


_NOTHING_TOLD: Any = [], [], *[([], [], [], [])] * 2


def _in_one(data: bytes) -> bytes:
    """Moves and events were columns of their own, state and score bytes. Compressed for the moment, so not much."""
    state, score, told, entries = msgspec.msgpack.decode(brotli.decompress(data[1:]))
    counts, steps, *apart = told or _NOTHING_TOLD
    moves, events = (_rows_apart(*columns_apart) for columns_apart in apart)
    found: list[Plain] = [{"state": state, "score": score}]
    for count, step in zip(counts, steps, strict=True):
        found += [*itertools.islice(moves, bool(step)), *itertools.islice(events, count)]
    packed: bytes = brotli.compress(msgspec.msgpack.encode([counts, steps, columns(found), entries]), quality=0)
    return b"\x02" + packed


ARCHIVE_UPGRADES: dict[int, Callable[[bytes], bytes]] = {1: _in_one}
"""An archive begins with its number; what follows is packed as that layout has it."""


def present_archive(data: bytes) -> bytes:
    if not 1 <= data[0] <= ARCHIVE_SCHEMA:
        raise RecordIsNewer("archive", data[0], ARCHIVE_SCHEMA)
    for schema in range(data[0], ARCHIVE_SCHEMA):
        data = ARCHIVE_UPGRADES[schema](data)
    return data


def read_state(rulebook: AnyRulebook, data: bytes) -> State:
    try:
        state: State = rulebook.decode(data)
    except codec.OtherSchema as other:
        return _upgraded_state(rulebook, data, other.found)
    return state


def _upgraded_state(rulebook: AnyRulebook, data: bytes, found: int) -> State:
    if not 1 <= found < rulebook.schema:
        raise RecordIsNewer(f"state of {rulebook.id}", found, rulebook.schema)
    plain = codec.plain(data)
    for schema in range(found, rulebook.schema):
        plain = rulebook.upgrades[schema](plain)
    state: State = rulebook.decode(msgspec.msgpack.encode(plain))
    return state
