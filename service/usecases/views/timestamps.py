"""Time as clients see it."""

from __future__ import annotations

import functools
from datetime import UTC, datetime

from service.games.base import Seat
from service.store.games.records import GameRecord, Table
from service.usecases.games.clocks import time_of
from service.wire.answers import SeatClock, TimeControl


@functools.lru_cache(4096)
def timestamp(milliseconds: int) -> str:
    """RFC 3339."""
    return datetime.fromtimestamp(milliseconds / 1000, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def stamp(milliseconds: int) -> str | None:
    """None for 0, which stands for never."""
    return timestamp(milliseconds) if milliseconds else None


def control(table: Table) -> TimeControl | None:
    if table.bank_seconds:
        return TimeControl(per_decision=None, bank=table.bank_seconds, increment=table.increment_seconds)
    if table.turn_seconds:
        return TimeControl(per_decision=table.turn_seconds, bank=None, increment=None)
    return None


def _clock(game: GameRecord, seat: Seat) -> SeatClock:
    decision = game.clock.decision(seat)
    runs = decision is not None and not game.clock.paused
    passed = game.clock.paused - decision.at if decision and game.clock.paused else 0
    left = time_of(game.table, game.clock.left, seat) - passed
    return SeatClock(seat=seat, left=left / 1000, since=timestamp(decision.at) if decision and runs else None)


def clocks_of(game: GameRecord) -> tuple[SeatClock, ...] | None:
    """Of the people at a table where time is limited."""
    if game.clock.status != "running" or control(game.table) is None:
        return None
    people = (seat for seat in range(1, len(game.table.seats) + 1) if not game.is_automatic(seat))
    return tuple(_clock(game, seat) for seat in people)
