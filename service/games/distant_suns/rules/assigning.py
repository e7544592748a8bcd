"""Book 03.01: the active seat puts the next module on the board."""

from __future__ import annotations

import functools
from collections.abc import Sequence

from msgspec.structs import replace

from service.games.base import Seat, Step
from service.games.distant_suns.events import ModulePlaced
from service.games.distant_suns.moves import Assign
from service.games.distant_suns.printed import MODULES, POSITIONS, SIDES
from service.games.distant_suns.refusals import NoSuchNotches, NotchTaken
from service.games.distant_suns.rules.phases import slot_due
from service.games.distant_suns.state import DistantSunsState, DistantSunsStep, Module
from service.games.refusals import Refusal

NO_SUCH_NOTCHES = NoSuchNotches()
NOTCH_TAKEN = NotchTaken()


def why_not(state: DistantSunsState, seat: Seat) -> Refusal | None:
    """When no module fits, the round has ended by itself (D-13)."""
    return slot_due(state, seat)


def check(state: DistantSunsState, seat: Seat, move: Assign) -> Refusal | None:
    return slot_due(state, seat) or _why_not_there(state, move)


def _why_not_there(state: DistantSunsState, move: Assign) -> Refusal | None:
    if move.side not in SIDES or not 1 <= move.position < POSITIONS:
        return NO_SUCH_NOTCHES
    return NOTCH_TAKEN if _pair(move.position) & taken_notches(state, move.side) else None


def _pair(position: int) -> int:
    """D-1: the notches at a position and the next one, as bits."""
    return 0b11 << position


def taken_notches(state: DistantSunsState, side: int) -> int:
    """The notches of the side that modules take this round."""
    bits = 0
    for module in state.modules:
        if module.side == side:
            bits |= _pair(min(module.own, module.others))
    return bits


@functools.cache
def _assignments(side: int, taken_notches: int) -> tuple[Assign, ...]:
    free = (position for position in range(1, POSITIONS) if not _pair(position) & taken_notches)
    return tuple(Assign(side, position, flipped) for position in free for flipped in (False, True))


def assignments(state: DistantSunsState) -> Sequence[Assign]:
    """Where the next module fits: nowhere when the stack is empty or no free pair is left."""
    if len(state.modules) == MODULES:
        return ()
    return _assignments(1, taken_notches(state, 1)) + _assignments(2, taken_notches(state, 2))


def moves(state: DistantSunsState, seat: Seat) -> Sequence[Assign]:
    return () if slot_due(state, seat) else assignments(state)


def module_of(move: Assign) -> Module:
    """The circle is at the first position unless the module is flipped."""
    first, second = move.position, move.position + 1
    return Module(move.side, second, first) if move.flipped else Module(move.side, first, second)


def apply(state: DistantSunsState, seat: Seat, move: Assign) -> DistantSunsStep:
    module = module_of(move)
    event = ModulePlaced(
        seat=seat,
        module=len(state.modules) + 1,
        side=move.side,
        position=move.position,
        flipped=move.flipped,
        own=state.shape_at(module.own),
        others=state.shape_at(module.others),
    )
    after = replace(state, modules=(*state.modules, module), seals=(None,) * state.players)
    return Step(after, (event,))
