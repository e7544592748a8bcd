"""The event log of a game: events numbered, stamped with the version, and encoded once."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from service.games.base import Event, Move, Seat
from service.store.change_messages import Entry
from service.store.games.records import Clock, GameRecord

_encode = msgspec.json.Encoder().encode


def _encode_event(number: int, version: int, event: Event) -> bytes:
    """The event as JSON, with its number and version before its own fields."""
    return b'{"id":%d,"version":%d,%b' % (number, version, _encode(event)[1:])


def encode_events(clock: Clock, version: int, events: Iterable[Event]) -> bytes:
    """The events as a JSON list, numbered from the last event of the clock on."""
    encoded = [_encode_event(number, version, event) for number, event in enumerate(events, start=clock.events + 1)]
    return b"[%b]" % b",".join(encoded)


def _append(game: GameRecord, move: bytes, events: tuple[Event, ...]) -> tuple[GameRecord, Entry]:
    clock = game.clock
    entry = Entry(clock.events + len(events), clock.version, move, encode_events(clock, clock.version, events))
    return msgspec.structs.replace(game, clock=msgspec.structs.replace(clock, events=entry.last)), entry


def append(game: GameRecord, *events: Event) -> tuple[GameRecord, Entry]:
    """Append what happened at the table: the game that counts the events, and the entry for the commit to store."""
    return _append(game, b"", events)


def append_move(game: GameRecord, seat: Seat, move: Move | None, events: tuple[Event, ...]) -> tuple[GameRecord, Entry]:
    """Append a move and its events to the game after it. Nobody sees the move itself before the replay.

    None takes the move before it back.
    """
    return _append(game, _encode({"seat": seat, "move": move}), events)
