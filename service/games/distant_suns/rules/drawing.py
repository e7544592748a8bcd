"""Book 03.02: all seats draw at the same time, sealed."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from msgspec.structs import replace

from service.games.base import Seat, Step
from service.games.distant_suns import placements
from service.games.distant_suns.content.pack import Pack, Shape, pack_of
from service.games.distant_suns.events import DrawingSealed
from service.games.distant_suns.hexes import SECTORS, Area, area
from service.games.distant_suns.moves import Draw
from service.games.distant_suns.refusals import (
    NoSuchSectors,
    NothingFits,
    NotTouching,
    SectorNotFree,
    UpgradeNotReady,
    WrongShape,
    WrongSize,
)
from service.games.distant_suns.rules.phases import deciders, slot_due
from service.games.distant_suns.rules.sheets import covered_area, frontier
from service.games.distant_suns.rules.turns import end_turn
from service.games.distant_suns.rules.upgrades import usable
from service.games.distant_suns.state import DistantSunsState, DistantSunsStep, Sheet, position_of
from service.games.keep_last import keep_last
from service.games.refusals import Refusal

NOTHING_FITS = NothingFits()
ALL_SECTORS = frozenset(range(SECTORS))


class Ground(NamedTuple):
    """What a seat draws, and on what: the free sectors, those where a shape touches, and how many hexes it may skip."""

    shape: Shape
    free: Area
    frontier: Area
    upgrades: int


def ground_for(pack: Pack, shape: Shape, sheet: Sheet) -> Ground:
    under_shapes = covered_area(sheet)
    return Ground(shape, pack.drawable & ~under_shapes, frontier(pack, under_shapes), usable(sheet))


@keep_last
def ground_of(state: DistantSunsState, seat: Seat) -> Ground:
    pack = pack_of(state)
    return ground_for(pack, pack.shapes[state.shape_at(position_of(state, seat))], state.sheet(seat))


def whole_fits(ground: Ground) -> bool:
    return placements.any_fits(ground.shape.forms[0], ground.free, ground.frontier)


def anything_fits(ground: Ground) -> bool:
    """D-4, D-11: also with hexes left out, where upgrades allow it."""
    forms = ground.shape.forms[: ground.upgrades + 1]
    return any(placements.any_fits(some, ground.free, ground.frontier) for some in forms)


def _are_sectors(ground: Ground, move: Draw) -> bool:
    return sorted(ALL_SECTORS.intersection(move.sectors)) == list(move.sectors)


def _upgrades_are_ready(ground: Ground, move: Draw) -> bool:
    """D-11: any seat may use upgrades gained in earlier turns, two at most."""
    return 0 <= move.upgrades <= ground.upgrades


def _is_as_large(ground: Ground, move: Draw) -> bool:
    return len(move.sectors) + move.upgrades == ground.shape.size


def _is_the_shape(ground: Ground, move: Draw) -> bool:
    """D-4: turned or mirrored as you like; what upgrades leave is connected. D-12: left-out hexes may lie anywhere."""
    return placements.form_of(move.sectors) in ground.shape.known_forms[move.upgrades]


def _is_free(ground: Ground, move: Draw) -> bool:
    return not area(bytes(move.sectors)) & ~ground.free


def _touches(ground: Ground, move: Draw) -> bool:
    """D-12: only hexes really drawn count for touching."""
    return bool(area(bytes(move.sectors)) & ground.frontier)


Rule = tuple[Callable[[Ground, Draw], bool], Refusal]
RULES: tuple[Rule, ...] = (
    (_are_sectors, NoSuchSectors()),
    (_upgrades_are_ready, UpgradeNotReady()),
    (_is_as_large, WrongSize()),
    (_is_the_shape, WrongShape()),
    (_is_free, SectorNotFree()),
    (_touches, NotTouching()),
)


def why_not(state: DistantSunsState, seat: Seat) -> Refusal | None:
    return slot_due(state, seat) or (None if anything_fits(ground_of(state, seat)) else NOTHING_FITS)


def check(state: DistantSunsState, seat: Seat, move: Draw) -> Refusal | None:
    return slot_due(state, seat) or _why_not_here(ground_of(state, seat), move)


def _why_not_here(ground: Ground, move: Draw) -> Refusal | None:
    """The first rule that the drawing breaks, unless no drawing at all is possible."""
    for holds, refusal in RULES:
        if not holds(ground, move):
            return refusal if anything_fits(ground) else NOTHING_FITS
    return None


def drawings(ground: Ground) -> list[Draw]:
    """Every drawing, whole first, then with upgrades."""
    found: list[Draw] = []
    for left_out in range(ground.upgrades + 1):
        found += ground.shape.layouts[left_out].drawings(ground.free, ground.frontier)
    return found


def apply(state: DistantSunsState, seat: Seat, move: Draw) -> DistantSunsStep:
    return seal(state, seat, bytes(move.sectors))


def seal(state: DistantSunsState, seat: Seat, sealed: bytes) -> DistantSunsStep:
    """D-2: others learn only that the seat has drawn, until all have."""
    after = replace(state, seals=(*state.seals[: seat - 1], sealed, *state.seals[seat:]))
    step = Step(after, (DrawingSealed(seat),))
    return step if deciders(after) else step.then(end_turn)
