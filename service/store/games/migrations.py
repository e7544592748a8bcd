"""Records know their age. Older ones are upgraded when they are read, newer ones are refused and left as they are.

Each kind of record has a number of its own. When its layout changes, the number goes up and its table of upgrades gets
a row that makes the next layout of the last one, as plain data. States have theirs in the rulebook (`upgrades`).
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping
from typing import TypeVar

import msgspec

from service.games import codec
from service.games.base import Plain, State
from service.games.rulebook import AnyRulebook
from service.store.damaged import reader_of
from service.store.errors import RecordIsNewer
from service.store.games.records import Clock, Table

TABLE_SCHEMA = 3
CLOCK_SCHEMA = 4

Upgrade = Callable[[Plain], Plain]


def _with_number_and_automa(clock: Plain) -> Plain:
    """Clocks had no number, and what the automa owes was called after Astra's Dreamer."""
    owed = "automa" if clock.get("owed") == "dreamer" else clock.get("owed", "")
    return {**clock, "schema": 2, "owed": owed}


def _set_schema(schema: int) -> Upgrade:
    """New fields have defaults that are right for older records."""
    return lambda record: {**record, "schema": schema}


TABLE_UPGRADES: dict[int, Upgrade] = {1: _set_schema(2), 2: _set_schema(3)}
CLOCK_UPGRADES: dict[int, Upgrade] = {1: _with_number_and_automa, 2: _set_schema(3), 3: _set_schema(4)}

R = TypeVar("R", Table, Clock)


def _upgrade(kind: type[R], data: bytes, newest: int, upgrades: Mapping[int, Upgrade]) -> R:
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
@reader_of("table")
def read_table(data: bytes) -> Table:
    if data.startswith(_PRESENT_TABLE):
        return _tables.decode(data)
    return _upgrade(Table, data, TABLE_SCHEMA, TABLE_UPGRADES)


@reader_of("clock")
def read_clock(data: bytes) -> Clock:
    if data.startswith(_PRESENT_CLOCK):
        return _clocks.decode(data)
    return _upgrade(Clock, data, CLOCK_SCHEMA, CLOCK_UPGRADES)


@reader_of("state")
def read_state(rulebook: AnyRulebook, data: bytes) -> State:
    try:
        state: State = rulebook.decode(data)
    except codec.OtherSchema as other:
        return _upgrade_state(rulebook, data, other.found)
    return state


def _upgrade_state(rulebook: AnyRulebook, data: bytes, found: int) -> State:
    if not 1 <= found < rulebook.schema:
        raise RecordIsNewer(f"state of {rulebook.id}", found, rulebook.schema)
    plain = codec.plain(data)
    for schema in range(found, rulebook.schema):
        plain = rulebook.upgrades[schema](plain)
    state: State = rulebook.decode(msgspec.msgpack.encode(plain))
    return state
