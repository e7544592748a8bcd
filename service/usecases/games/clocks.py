"""The clock of a game after a move or a change: who owes a decision since when, with how much time; what is owed."""

from __future__ import annotations

from importlib.metadata import version
from typing import TypeVar

import msgspec

from service.games.base import AUTOMA, Move, Seat, State, Viewer
from service.games.refusals import Term
from service.store.games.records import (
    Before,
    Clock,
    GameRecord,
    Since,
    Table,
    Work,
)
from service.wire.refusals import NotRunning, Refused

_Owed = TypeVar("_Owed", Since, Before)

MARK_DIGITS = 8
"""Of a mark in a tag: enough to tell two writes apart that have the same number."""
EDITION = "".join(filter(str.isalnum, version("almagest"))).lower()[:4]
"""In a tag, as short as can be: the next edition of the service may tell more of the same game."""


def _since(game: GameRecord, seat: Seat, mover: Seat | None, version: int, now: int) -> Since:
    """A decision stays the same while the seat goes on owing it and only others move."""
    before = game.clock.decision(seat)
    return before if before and seat != mover else Since(seat, version, now)


def _pending_work(game: GameRecord, deciders: tuple[Seat, ...]) -> Work:
    if not deciders:
        return "scoring"
    if AUTOMA in deciders:
        return "automa"
    return "bot" if any(game.is_automatic(seat) for seat in deciders) else ""


def time_of(table: Table, left: tuple[int, ...], seat: Seat) -> int:
    """Milliseconds for the decision that the seat owes; 0 without a limit, and at least 1 with one."""
    return max(1, left[seat - 1]) if left else 1000 * table.turn_seconds


def runs_out(game: GameRecord, decision: Since) -> int:
    """When a person's time for a decision is over; 0 without a limit."""
    time = 0 if game.is_automatic(decision.seat) else time_of(game.table, game.clock.left, decision.seat)
    return decision.at + time if time else 0


def _deadline(game: GameRecord, clock: Clock) -> int:
    """When the first of the people who decide now runs out of time; 0 without a limit."""
    seen = msgspec.structs.replace(game, clock=clock)
    return min((at for decision in clock.since if (at := runs_out(seen, decision))), default=0)


def _watched(game: GameRecord, state: State, clock: Clock, mover: Seat | None, now: int) -> Clock:
    deciders = game.rulebook.deciders(state)
    since = tuple(_since(game, seat, mover, clock.version, now) for seat in deciders)
    status = "running" if deciders else "scoring"
    clock = msgspec.structs.replace(clock, status=status, since=since, deadline=0, pending="")
    if clock.paused:
        return clock
    return msgspec.structs.replace(clock, deadline=_deadline(game, clock), pending=_pending_work(game, deciders))


def after_start(game: GameRecord, state: State, now: int) -> Clock:
    bank = 1000 * game.table.bank_seconds
    clock = msgspec.structs.replace(game.clock, left=(bank,) * len(game.table.seats)) if bank else game.clock
    return _watched(game, state, clock, None, now)


def _with_time(left: tuple[int, ...], seat: Seat, time: int) -> tuple[int, ...]:
    return (*left[: seat - 1], time, *left[seat:])


def _charged(game: GameRecord, mover: Seat, move: Move, now: int) -> tuple[int, ...]:
    """What is left in each bank after a move; what only prepares earns nothing."""
    left, decision = game.clock.left, game.clock.decision(mover)
    if not left or mover == AUTOMA or decision is None:
        return left
    earned = 0 if move.prepares else 1000 * game.table.increment_seconds
    return _with_time(left, mover, max(0, left[mover - 1] - (now - decision.at)) + earned)


def after_move(
    game: GameRecord, state: State, mover: Seat, move: Move, now: int, takeback: tuple[Before, ...] = ()
) -> Clock:
    """A move that only prepares what its seat owes does not give it more time."""
    left = _charged(game, mover, move, now)
    clock = msgspec.structs.replace(game.clock, version=game.clock.version + 1, left=left, takeback=takeback)
    decision = game.clock.decision(mover)
    goes_on = decision is not None and move.prepares and not left
    return _watched(game, state, clock, mover, decision.at if decision and goes_on else now)


def after_takeback(game: GameRecord, state: State, taken: Before) -> Clock:
    """The decision is owed again, for as long as it was owed before the move."""
    clock = game.clock
    left = _with_time(clock.left, taken.seat, taken.left) if clock.left else ()
    clock = msgspec.structs.replace(clock, version=clock.version + 1, left=left, takeback=clock.takeback[:-1])
    return _watched(game, state, clock, taken.seat, taken.at)


def after_change(game: GameRecord, now: int) -> Clock:
    """Somebody came, left or was replaced: the same version, seen anew."""
    if game.clock.status != "running":
        return game.clock
    return _watched(game, game.dealt, game.clock, None, now)


def after_pause(game: GameRecord, now: int) -> Clock:
    """Nobody's time runs, and nobody plays."""
    return _watched(game, game.dealt, msgspec.structs.replace(game.clock, paused=now), None, now)


def _later(owed: tuple[_Owed, ...], by: int) -> tuple[_Owed, ...]:
    """As if all had been owed so much later."""
    return tuple(msgspec.structs.replace(each, at=each.at + by) for each in owed)


def after_rest(game: GameRecord, now: int) -> Clock:
    """All go on with the time that they had when the table was paused."""
    rested = now - game.clock.paused
    since, takeback = _later(game.clock.since, rested), _later(game.clock.takeback, rested)
    clock = msgspec.structs.replace(game.clock, paused=0, since=since, takeback=takeback)
    return _watched(msgspec.structs.replace(game, clock=clock), game.dealt, clock, None, now)


def closed(clock: Clock, status: str) -> Clock:
    """Nobody owes anything any more."""
    ended = {"status": status, "since": (), "deadline": 0, "pending": "", "paused": 0, "takeback": ()}
    return msgspec.structs.replace(clock, **ended)


def etag(game: GameRecord, viewer: Viewer, language: str = "") -> str:
    """The version, the count of all commits, as whom and in which language it is seen, and by whom it was made: no two
    answers share it.

    Counts come again in a store that went back to an earlier day; marks do not.
    """
    seen_by = "s" if viewer is None else viewer
    return f'"{game.clock.version}.{game.revision}.{seen_by}{language}.{game.nonce[:MARK_DIGITS]}{EDITION}"'


def said(clock: Clock) -> Term:
    """The status as a word of the texts."""
    return Term(f"status.{clock.status}")


def not_running(clock: Clock) -> Refused:
    return Refused(NotRunning(said(clock), clock.version))
