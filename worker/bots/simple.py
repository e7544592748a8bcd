"""The simple bots: one that plays anything, one that looks one move ahead, and one in between."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from service.games.base import Seat
from service.games.rng import Rng
from service.games.rulebook import AnyRulebook


def play_random(rulebook: AnyRulebook, known: Any, seat: Seat, rng: Rng) -> Any:
    return rng.choice(rulebook.legal_moves(known, seat))


def play_greedy(rulebook: AnyRulebook, known: Any, seat: Seat, rng: Rng) -> Any:
    """The move after which the rulebook's own heuristic likes the position best; equal ones are drawn by lot."""
    return _first_of(max, rulebook, known, seat, rng)


def play_easy(rulebook: AnyRulebook, known: Any, seat: Seat, rng: Rng) -> Any:
    """As the greedy bot, for somebody who learns: now and then it plays anything, and a great lead it gives away.

    Between playing anything and looking one move ahead lie so many points that a bot which only overlooks moves wins
    against the one always, or never against the other.
    """
    ease = rulebook.ease
    if rng.below(100) < ease.lapses:
        return play_random(rulebook, known, seat, rng)
    best = min if lead_of(rulebook, known, seat) > ease.lead else max
    return _first_of(best, rulebook, known, seat, rng)


def _first_of(best: Callable[[list[float]], float], rulebook: AnyRulebook, known: Any, seat: Seat, rng: Rng) -> Any:
    """The move whose position is the best in the eyes of the heuristic, or the worst."""
    moves = rulebook.legal_moves(known, seat)
    if len(moves) == 1:
        return moves[0]
    whose = rulebook.acts_for(known, seat)
    values = [rulebook.evaluate(rulebook.apply(known, seat, move).state, whose) for move in moves]
    wanted = best(values)
    return rng.choice([move for move, value in zip(moves, values, strict=True) if value == wanted])


def lead_of(rulebook: AnyRulebook, known: Any, seat: Seat) -> float:
    """How far the seat is ahead of the best of the others, as the rulebook's heuristic sees it."""
    whose = rulebook.acts_for(known, seat)
    others = [rulebook.evaluate(known, other) for other in range(1, known.players + 1) if other != whose]
    return rulebook.evaluate(known, whose) - max(others, default=0.0)
