"""Events on their way into the stream: numbered, stamped with the version, encoded once."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec

from service import json
from service.games.base import Move, Plain, Seat
from service.store.games import Entry
from service.store.records import Clock


def table_event(kind: str, seat: Seat, **fields: Any) -> Plain:
    """Something that happened at the table, outside the rules."""
    return {"type": kind, "seat": seat, **fields}


def _numbered(clock: Clock, version: int, events: Iterable[Plain]) -> list[Plain]:
    return [{"id": number, "version": version, **event} for number, event in enumerate(events, start=clock.events + 1)]


def _entry(clock: Clock, version: int, move: bytes, events: Iterable[Plain]) -> Entry:
    numbered = _numbered(clock, version, events)
    return Entry(clock.events + len(numbered), version, move, json.dumps(numbered))


def told(clock: Clock, *events: Plain) -> Entry:
    """What the table did at the version that stands."""
    return _entry(clock, clock.version, b"", events)


def played(clock: Clock, seat: Seat, move: Move, events: Iterable[Plain]) -> Entry:
    """A move and what came of it; the move itself is kept for the replay and shown to nobody before the end."""
    return _entry(clock, clock.version + 1, msgspec.json.encode({"seat": seat, "move": move}), events)


def counted(clock: Clock, entry: Entry) -> Clock:
    return msgspec.structs.replace(clock, events=entry.last)
