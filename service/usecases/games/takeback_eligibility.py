"""Which moves stand for good, and which their seat can still take back.

A move can be taken back while nothing hidden was revealed, nobody else has decided, and the turn is the same.
"""

from __future__ import annotations

from typing import Any

from service.games.base import Seat, State, Step, TurnBegan, Viewer
from service.games.rulebook import AnyRulebook
from service.store.games.records import Before, GameRecord


def can_take_back(game: GameRecord, viewer: Viewer) -> bool:
    """Whether the viewer can take back its last move now."""
    moves, clock = game.clock.takeback, game.clock
    return bool(moves) and moves[-1].seat == viewer and clock.status == "running" and not clock.paused


def stands(rulebook: AnyRulebook, before: State, seat: Seat, move: Any, step: Step[Any]) -> bool:
    """Whether a move cannot be taken back: it ended the turn or the game, or the seat has learned something by it."""
    return (
        any(isinstance(event, TurnBegan) for event in step.events)
        or rulebook.is_over(step.state)
        or rulebook.reveals(before, seat, move, step.state)
    )


def after_move(game: GameRecord, seat: Seat, move: Any, step: Step[Any]) -> tuple[Before, ...]:
    """What a person can take back after this move: it, and those of the same turn before it."""
    decision = game.clock.decision(seat)
    if not game.table.takebacks or decision is None or stands(game.rulebook, game.dealt, seat, move, step):
        return ()
    own = game.clock.takeback if can_take_back(game, seat) else ()
    left = game.clock.left[seat - 1] if game.clock.left else 0
    return (*own, Before(seat, game.clock.version, decision.at, left))
