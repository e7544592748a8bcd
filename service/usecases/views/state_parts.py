"""What a viewer sees of a state: made once, however many answers and frames show it."""

from __future__ import annotations

import threading
from collections import OrderedDict
from functools import cached_property
from typing import Any

from service.games.base import Move, Score, Seat, State, View, Viewer
from service.games.rulebook import AnyRulebook
from service.wire.answers import Offer

KEPT = 64
"""So many of them are kept in a process: the answer to a move and the frames after it come at once or never, and what
is kept longer costs more to free."""


def _offer(rulebook: AnyRulebook, known: Any, move: Move, language: str) -> Offer:
    return Offer(move=move, label=rulebook.label(known, move, language), ruling=rulebook.ruling_of(move))


def offers(rulebook: AnyRulebook, known: Any, seat: Seat, language: str) -> tuple[Offer, ...]:
    """Every legal move of a seat in what it knows."""
    return tuple([_offer(rulebook, known, move, language) for move in rulebook.legal_moves(known, seat)])


class StateParts:
    """View, score and offers of one state for one viewer, each made at its first use."""

    def __init__(self, rulebook: AnyRulebook, state: State, viewer: Viewer) -> None:
        self.rulebook, self.state, self.viewer = rulebook, state, viewer
        self._offers: dict[str, tuple[Offer, ...]] = {}

    @cached_property
    def known(self) -> Any:
        return self.rulebook.known(self.state, self.viewer)

    @cached_property
    def view(self) -> View:
        return self.rulebook.view(self.state, self.viewer)

    @cached_property
    def score(self) -> Score:
        """The ledgers, as far as the viewer may know."""
        return self.rulebook.score(self.known)

    def offers(self, seat: Seat, language: str) -> tuple[Offer, ...]:
        """Every legal move of the viewer, who has to be the seat."""
        if language not in self._offers:
            self._offers[language] = offers(self.rulebook, self.known, seat, language)
        return self._offers[language]


_lock = threading.Lock()
_kept: OrderedDict[tuple[int, Viewer], StateParts] = OrderedDict()


def parts_of(rulebook: AnyRulebook, state: State, viewer: Viewer) -> StateParts:
    """The parts of this very state for this viewer. They hold the state, so that no other gets its identity."""
    key = (id(state), viewer)
    with _lock:
        found = _kept.get(key)
        if found is None:
            found = _kept[key] = StateParts(rulebook, state, viewer)
            if len(_kept) > KEPT:
                _kept.popitem(last=False)
    return found
