"""What holds in every full state of Nim, whatever was played."""

from __future__ import annotations

from almagest_nim.rules.setup import HEAPS
from almagest_nim.state import NimState, phase
from service.games.rulebook import AnyRulebook


def check(rulebook: AnyRulebook, state: NimState) -> None:
    """Raise AssertionError if a full state breaks a law."""
    stones_are_conserved(state)
    cards_are_different(state)
    assert (rulebook.end_reason(state) is None) == (phase(state) == "taking")


def stones_are_conserved(state: NimState) -> None:
    assert tuple(map(sum, zip(state.heaps, *state.taken, strict=True))) == HEAPS
    assert min(state.heaps) >= 0


def cards_are_different(state: NimState) -> None:
    assert None not in state.cards
    assert len(set(state.cards)) == state.players
