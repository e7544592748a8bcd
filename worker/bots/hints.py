"""What the strong bot would play for a seat, and what speaks for it."""

from __future__ import annotations

import hashlib
from typing import Any

from service.games.base import Seat
from service.games.rng import Rng
from service.games.rulebook import AnyRulebook
from service.store.jobs.hints import HintMove
from worker.bots.strong import Considered, Search

MOST = 3
"""Moves that are advised."""


def chance(rulebook: AnyRulebook, known: Any, seat: Seat) -> Rng:
    """Of what the seat knows alone, so that advice tells nothing else."""
    return Rng(hashlib.sha256(rulebook.encode(known) + b"/advice/%d" % seat).digest())


def advise(rulebook: AnyRulebook, known: Any, seat: Seat, rng: Rng, budget: int) -> tuple[HintMove, ...]:
    """The best moves; the first is what the strong bot plays for equal knowledge and an equal rng."""
    best, *others = Search(rulebook, known, seat, rng, budget).ranked(rulebook.worth_trying(known, seat))
    worth = sum(best.left) / len(best.left)
    found = [_advised(other, worth - _behind(best, other)) for other in others]
    return _advised(best, worth), *sorted(found, key=lambda each: -each.worth)[: MOST - 1]


def _behind(best: Considered, other: Considered) -> float:
    """How much worse another was in the worlds in which both were looked at last."""
    last = len(other.left) - 1
    return best.left[last] - other.left[last]


def _advised(considered: Considered, worth: float) -> HintMove:
    gains, leaves = considered.gained / considered.worlds, considered.given / considered.worlds
    return HintMove(considered.move, round(worth, 1), round(gains, 1), round(leaves, 1))
