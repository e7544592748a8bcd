"""The clock of a game after a move or a change: who owes a decision since when, and what waits for a worker."""

from __future__ import annotations

import msgspec

from service.games.base import AUTOMA, Move, Seat, State
from service.store.records import Clock, Game, Since, Work


def _since(game: Game, seat: Seat, mover: Seat | None, version: int, now: int) -> Since:
    """A decision stays the same while the seat goes on owing it and only others move."""
    before = game.clock.decision(seat)
    return before if before and seat != mover else Since(seat, version, now)


def _owed(game: Game, deciders: tuple[Seat, ...]) -> Work:
    if not deciders:
        return "scoring"
    if AUTOMA in deciders:
        return "dreamer"
    return "bot" if any(game.is_automatic(seat) for seat in deciders) else ""


def _deadline(game: Game, since: tuple[Since, ...]) -> int:
    """When the first of the people who decide now runs out of time; 0 without a limit."""
    starts = [decision.at for decision in since if not game.is_automatic(decision.seat)]
    return min(starts) + 1000 * game.table.turn_seconds if starts and game.table.turn_seconds else 0


def _watched(game: Game, state: State, clock: Clock, mover: Seat | None, now: int) -> Clock:
    deciders = game.rulebook.deciders(state)
    since = tuple(_since(game, seat, mover, clock.version, now) for seat in deciders)
    return msgspec.structs.replace(
        clock,
        status="running" if deciders else "scoring",
        since=since,
        deadline=_deadline(game, since),
        owed=_owed(game, deciders),
    )


def after_start(game: Game, state: State, now: int) -> Clock:
    return _watched(game, state, msgspec.structs.replace(game.clock, revision=0), None, now)


def after_move(game: Game, state: State, mover: Seat, move: Move, now: int) -> Clock:
    """A move that only prepares what its seat owes does not give it more time."""
    clock = msgspec.structs.replace(game.clock, version=game.clock.version + 1, revision=0)
    decision = game.clock.decision(mover)
    return _watched(game, state, clock, mover, decision.at if decision and move.prepares else now)


def after_change(game: Game, now: int) -> Clock:
    """Somebody came, left or was replaced: the same version, seen anew."""
    clock = msgspec.structs.replace(game.clock, revision=game.clock.revision + 1)
    if clock.status != "running":
        return clock
    return _watched(game, game.dealt, clock, None, now)


def etag(clock: Clock) -> str:
    """The version; and what the table changed since then, if it did."""
    return f'"{clock.version}.{clock.revision}"' if clock.revision else f'"{clock.version}"'
