"""Hints: what the strong bot would play for a seat, and what speaks for it."""

from __future__ import annotations

import hashlib
from typing import Any

from service.games.base import Seat
from service.games.rng import Rng
from service.games.rulebook import AnyRulebook
from service.store.jobs.hints import HintMove
from worker.bots.strong import Candidate, Search

MOST = 3
"""Moves in a hint."""


def rng_for(rulebook: AnyRulebook, known: Any, seat: Seat) -> Rng:
    """Seeded by what the seat knows alone, so that a hint gives nothing else away."""
    return Rng(hashlib.sha256(rulebook.encode(known) + b"/advice/%d" % seat).digest())


def best_moves(rulebook: AnyRulebook, known: Any, seat: Seat, rng: Rng, budget: int) -> tuple[HintMove, ...]:
    """The best moves; the first is what the strong bot plays for equal knowledge and an equal rng."""
    best, *others = Search(rulebook, known, seat, rng, budget).rank(rulebook.worth_trying(known, seat))
    worth = sum(best.left) / len(best.left)
    found = [_hint_move(other, worth - _points_behind(best, other)) for other in others]
    return _hint_move(best, worth), *sorted(found, key=lambda each: -each.worth)[: MOST - 1]


def _points_behind(best: Candidate, other: Candidate) -> float:
    """How much worse another was in the worlds in which both were looked at last."""
    last = len(other.left) - 1
    return best.left[last] - other.left[last]


def _hint_move(candidate: Candidate, worth: float) -> HintMove:
    gains, leaves = candidate.gained / candidate.worlds, candidate.given / candidate.worlds
    return HintMove(candidate.move, round(worth, 1), round(gains, 1), round(leaves, 1))
