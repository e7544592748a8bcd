"""The two simple bots: one that plays anything, one that looks one move ahead."""

from __future__ import annotations

from typing import Any

from service.games.base import Rulebook, Seat
from service.games.rng import Rng


def play_random(rulebook: Rulebook[Any, Any], known: Any, seat: Seat, rng: Rng) -> Any:
    return rng.choice(rulebook.legal_moves(known, seat))


def play_greedy(rulebook: Rulebook[Any, Any], known: Any, seat: Seat, rng: Rng) -> Any:
    """The move after which the rulebook's own heuristic likes the position best; equal ones are drawn by lot."""
    moves = rulebook.legal_moves(known, seat)
    if len(moves) == 1:
        return moves[0]
    whose = rulebook.acts_for(known, seat)
    values = [rulebook.evaluate(rulebook.apply(known, seat, move).state, whose) for move in moves]
    best = max(values)
    return rng.choice([move for move, value in zip(moves, values, strict=True) if value == best])
