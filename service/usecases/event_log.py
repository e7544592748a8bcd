"""Events on their way into the stream: numbered, stamped with the version, encoded once."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from service.games.base import Event, Move, Seat
from service.store.games.records import Clock, GameRecord
from service.store.live.change_messages import Entry

_encode = msgspec.json.Encoder().encode


def _stamped(number: int, version: int, event: Event) -> bytes:
    """The event as JSON, with its number and version before its own fields."""
    return b'{"id":%d,"version":%d,%b' % (number, version, _encode(event)[1:])


def numbered(clock: Clock, version: int, events: Iterable[Event]) -> bytes:
    """A JSON list of events as they follow those that were told so far."""
    stamped = [_stamped(number, version, event) for number, event in enumerate(events, start=clock.events + 1)]
    return b"[%b]" % b",".join(stamped)


def told(clock: Clock, *events: Event) -> Entry:
    """What the table did at the version that stands."""
    return Entry(clock.events + len(events), clock.version, b"", numbered(clock, clock.version, events))


def played(clock: Clock, seat: Seat, move: Move | None, events: tuple[Event, ...]) -> Entry:
    """A move and what came of it; the move itself is kept for the replay and shown to nobody before the end.

    None is the taking back of the one before.
    """
    version = clock.version + 1
    return Entry(
        clock.events + len(events), version, _encode({"seat": seat, "move": move}), numbered(clock, version, events)
    )


def counted(game: GameRecord, entry: Entry) -> GameRecord:
    """The game whose clock knows of the entry."""
    return msgspec.structs.replace(game, clock=msgspec.structs.replace(game.clock, events=entry.last))
