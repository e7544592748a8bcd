"""Which moves are final, and which their seat can still take back.

A seat can take a move back while it has learned nothing by it, nobody else has decided, and the turn is the same. Once
a bot or the automa has to decide, a worker is about to: the move is final.
"""

from __future__ import annotations

from typing import Any

import msgspec

from service.games.base import Seat, State, Step, TurnBegan, Viewer
from service.games.rulebook import AnyRulebook
from service.store.games.records import Before, Clock, GameRecord, Since


def can_take_back(game: GameRecord, viewer: Viewer) -> bool:
    """Whether the viewer can take back its last move now."""
    moves, clock = game.clock.takeback, game.clock
    is_open = clock.status == "running" and not clock.paused and not clock.pending
    return is_open and bool(moves) and moves[-1].seat == viewer


def is_final(rulebook: AnyRulebook, before: State, seat: Seat, move: Any, step: Step[Any]) -> bool:
    """Whether nobody can take a move back: it ended the turn or the game, or the seat has learned something by it."""
    return (
        any(isinstance(event, TurnBegan) for event in step.events)
        or rulebook.is_over(step.state)
        or rulebook.has_learned(before, seat, move, step)
    )


def has_used_all(clock: Clock, seat: Seat, most: int) -> bool:
    """Whether the seat has taken back as many moves as a decision allows; 0 sets no limit."""
    return 0 < most <= (clock.taken_back[seat - 1] if clock.taken_back else 0)


class Takebacks(msgspec.Struct, frozen=True):
    """The moves that can be taken back after a move, and how many each seat has taken back before."""

    moves: tuple[Before, ...] = ()
    used: tuple[int, ...] = ()


def takebacks_after(
    game: GameRecord, rulebook: AnyRulebook, before: State, decision: Since, move: Any, step: Step[Any], most: int
) -> Takebacks:
    """What a person can take back after this move: it, and those of the same turn before it."""
    seat, clock = decision.seat, game.clock
    if not game.table.takebacks or is_final(rulebook, before, seat, move, step):
        return Takebacks()
    if has_used_all(clock, seat, most):
        return Takebacks(used=clock.taken_back)
    own = clock.takeback if can_take_back(game, seat) else ()
    new = Before(seat, clock.version, decision.at, clock.left[seat - 1] if clock.left else 0)
    return Takebacks((*own, new), clock.taken_back)
