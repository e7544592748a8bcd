"""What a commit means to the push subscriptions of a game's seats."""

from __future__ import annotations

import msgspec

from service.games.base import Seat
from service.store.games.records import GameRecord


class PushChanges(msgspec.Struct, frozen=True):
    """Seats that get a push, and seats whose subscriptions end."""

    push: list[Seat]
    unsubscribe: list[Seat]


def seats_to_decide(game: GameRecord | None) -> list[Seat]:
    """The seats whose decision the game waits for."""
    if game is None or game.clock.status != "running" or game.clock.paused:
        return []
    return [each.seat for each in game.clock.since]


def _seats_to_push(before: GameRecord | None, after: GameRecord) -> list[Seat]:
    """People who have to decide now and did not before."""
    waited_for, seats = seats_to_decide(before), after.table.seats
    return [seat for seat in seats_to_decide(after) if seat not in waited_for and seat and seats[seat - 1].token]


def _seats_to_unsubscribe(before: GameRecord | None, after: GameRecord) -> list[Seat]:
    """A subscription ends with the token of its seat, or with the game."""
    if before is None or (before.table is after.table and not after.clock.has_ended):
        return []
    seats = enumerate(zip(before.table.seats, after.table.seats, strict=True), start=1)
    return [number for number, (was, now) in seats if after.clock.has_ended or (was.token and was.token != now.token)]


def push_changes(before: GameRecord | None, after: GameRecord) -> PushChanges:
    return PushChanges(_seats_to_push(before, after), _seats_to_unsubscribe(before, after))
