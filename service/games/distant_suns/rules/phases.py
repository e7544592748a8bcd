"""Who decides now, and the refusals that several types of moves share."""

from __future__ import annotations

from service.games.base import AUTOMA, Seat
from service.games.distant_suns.refusals import AlreadyDrawn, SlotDue
from service.games.distant_suns.rules.upgrades import waits_for_slot
from service.games.distant_suns.state import DistantSunsState, is_drawing, is_over
from service.games.refusals import NOT_YOUR_DECISION, Refusal, Term, WrongPhase

ALREADY_DRAWN = AlreadyDrawn()
SLOT_DUE = SlotDue()
NOT_ASSIGNED = WrongPhase(now=Term("now.assign"), section="assigning")
ALREADY_ASSIGNED = WrongPhase(now=Term("now.draw"), section="drawing")


def deciders(state: DistantSunsState) -> tuple[Seat, ...]:
    """The active seat assigns; then all draw at the same time (D-16)."""
    if is_over(state):
        return ()
    seals = state.seals
    return tuple([seat for seat, seal in enumerate(seals, 1) if seal is None]) if seals else (state.active,)


def not_deciding(state: DistantSunsState, seat: Seat) -> Refusal:
    """D-7: the active seat assigns. D-16: who has drawn waits for the others."""
    return ALREADY_DRAWN if is_drawing(state) and seat != AUTOMA else NOT_YOUR_DECISION


def slot_due(state: DistantSunsState, seat: Seat) -> Refusal | None:
    """D-6: upgrades gained in earlier turns are put into slots before anything else is decided."""
    return SLOT_DUE if waits_for_slot(state, seat) else None


def other_phase(state: DistantSunsState, seat: Seat) -> Refusal:
    return slot_due(state, seat) or (ALREADY_ASSIGNED if is_drawing(state) else NOT_ASSIGNED)
