"""When a seat may decide at all: the reasons that all kinds of moves share."""

from __future__ import annotations

from service.games.base import Refusal, Seat
from service.games.distant_suns.state import DistantSunsState, deciders, is_drawing, is_over

GAME_OVER = Refusal("game_over", "book 05", "The game is over.")
NOT_YOUR_TURN = Refusal("not_your_turn", "D-7", "Another seat assigns the shapes of this turn.")
ALREADY_DRAWN = Refusal("already_drawn", "D-16", "You have drawn; a drawing or a pass is final until all have drawn.")
SLOT_DUE = Refusal("slot_due", "D-6", "First name the slot that your new upgrade fills.")
NOT_ASSIGNED = Refusal("not_assigned", "book 03.01", "The shapes of this turn are not assigned yet.")


def not_deciding(state: DistantSunsState, seat: Seat) -> Refusal | None:
    """Why the seat owes no decision now."""
    if is_over(state):
        return GAME_OVER
    if seat in deciders(state):
        return None
    return ALREADY_DRAWN if is_drawing(state) else NOT_YOUR_TURN


def cannot_go_on(state: DistantSunsState, seat: Seat) -> Refusal | None:
    """D-6: upgrades gained in earlier turns are put into slots before anything else is decided."""
    return not_deciding(state, seat) or (SLOT_DUE if state.sheet(seat).owed else None)


def cannot_draw_yet(state: DistantSunsState, seat: Seat) -> Refusal | None:
    return cannot_go_on(state, seat) or (None if is_drawing(state) else NOT_ASSIGNED)
