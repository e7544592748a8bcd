"""Which moves are final, and which their seat can still take back.

A seat can take a move back while it has learned nothing by it, nobody else has decided, and the turn is the same. Once
a bot or the automa has to decide, a worker is about to: the move is final.
"""

from __future__ import annotations

from typing import Any

from service.games.base import Seat, State, Step, TurnBegan, Viewer
from service.games.rulebook import AnyRulebook
from service.store.games.records import Before, GameRecord, Since


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
        or rulebook.reveals(before, seat, move, step.state)
    )


def eligible_moves(
    game: GameRecord, rulebook: AnyRulebook, before: State, decision: Since, move: Any, step: Step[Any]
) -> tuple[Before, ...]:
    """What a person can take back after this move: it, and those of the same turn before it."""
    seat, clock = decision.seat, game.clock
    if not game.table.takebacks or is_final(rulebook, before, seat, move, step):
        return ()
    own = clock.takeback if can_take_back(game, seat) else ()
    return (*own, Before(seat, clock.version, decision.at, clock.left[seat - 1] if clock.left else 0))
