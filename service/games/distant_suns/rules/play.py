"""One move: whether it is legal, and what it changes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never

from service.games.base import IllegalMove, Refusal, Seat, Step
from service.games.distant_suns.moves import Assign, DistantSunsMove, Draw, FillSlot, Pass
from service.games.distant_suns.packs import pack_of
from service.games.distant_suns.rules import assigning, drawing, timing, turns, upgrades
from service.games.distant_suns.state import DistantSunsState, deciders, is_drawing


def refusal(state: DistantSunsState, seat: Seat, move: DistantSunsMove) -> Refusal | None:
    match move:
        case Assign():
            return assigning.why_not_assign(state, seat) or assigning.why_not_there(state, move)
        case Draw():
            return timing.cannot_draw_yet(state, seat) or drawing.why_not_here(state, seat, move)
        case Pass():
            return drawing.why_not_pass(state, seat)
        case FillSlot():
            return upgrades.why_not_fill(state, seat) or upgrades.why_not_slot(state, seat, move)
        case _:
            assert_never(move)


def check(state: DistantSunsState, seat: Seat, move: DistantSunsMove) -> None:
    if why := refusal(state, seat, move):
        raise IllegalMove(why.code, why.ruling, why.detail)


def legal_moves(state: DistantSunsState, seat: Seat) -> Sequence[DistantSunsMove]:
    if seat not in deciders(state):
        return ()
    if state.sheet(seat).owed:
        return upgrades.fillings(pack_of(state), state.sheet(seat))
    if is_drawing(state):
        return drawing.decisions(drawing.ground_of(state, seat))
    return assigning.assignments(state)


def apply(state: DistantSunsState, seat: Seat, move: DistantSunsMove) -> Step[DistantSunsState]:
    check(state, seat, move)
    match move:
        case Assign():
            return assigning.assign(state, seat, move)
        case Draw() | Pass():
            return _revealed_when_complete(drawing.seal(state, seat, move))
        case FillSlot():
            return upgrades.fill(state, seat, move)
        case _:
            assert_never(move)


def _revealed_when_complete(sealed: Step[DistantSunsState]) -> Step[DistantSunsState]:
    if deciders(sealed.state):
        return sealed
    revealed = turns.end_turn(sealed.state)
    return Step(revealed.state, (*sealed.events, *revealed.events))
