"""Why a move is not possible. The sentences stand in content/texts.json."""

from __future__ import annotations

from service.games.refusals import COMMON, Refusal, Term


class HeapEmpty(Refusal, frozen=True):
    """There is nothing to take in this heap."""

    ruling = "taking"
    heap: Term


class WrongNumber(Refusal, frozen=True):
    """Fewer stones than one, or more than there are."""

    ruling = "taking"
    heap: Term
    left: int


class OwnCard(Refusal, frozen=True):
    """There is one card of each colour, and this one is in the guesser's own hand."""

    ruling = "guessing"
    colour: Term


REFUSALS: tuple[type[Refusal], ...] = (*COMMON, HeapEmpty, WrongNumber, OwnCard)
