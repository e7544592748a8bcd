"""Book 03.02: all seats draw at the same time, sealed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from service.games.base import Refusal, Seat, Step
from service.games.distant_suns import placements
from service.games.distant_suns.content.pack import Pack, Shape
from service.games.distant_suns.events import DrawingSealed
from service.games.distant_suns.hexes import SECTORS, Area, area
from service.games.distant_suns.moves import Draw, Pass
from service.games.distant_suns.packs import pack_of
from service.games.distant_suns.rules.sheets import covered, frontier
from service.games.distant_suns.rules.timing import cannot_draw_yet
from service.games.distant_suns.rules.upgrades import usable
from service.games.distant_suns.state import PASSED, DistantSunsState, Sheet, position_of

NOTHING_FITS = Refusal(
    "nothing_fits", "D-3", "Your shape fits nowhere, not even with your upgrades; you can only pass."
)
SHAPE_FITS = Refusal("shape_fits", "D-3", "Your whole shape still fits; passing is for a shape that fits nowhere.")

ALL_SECTORS = frozenset(range(SECTORS))


class Ground(NamedTuple):
    """What a seat draws, and on what: the free sectors, those where a shape touches, and how many hexes it may skip."""

    shape: Shape
    free: Area
    frontier: Area
    upgrades: int


def ground_for(pack: Pack, shape: Shape, sheet: Sheet) -> Ground:
    under_shapes = covered(sheet)
    return Ground(shape, pack.drawable & ~under_shapes, frontier(pack, under_shapes), usable(sheet))


def ground_of(state: DistantSunsState, seat: Seat) -> Ground:
    pack = pack_of(state)
    return ground_for(pack, pack.shapes[state.shape_at(position_of(state, seat))], state.sheet(seat))


def whole_fits(ground: Ground) -> bool:
    return placements.any_fits(ground.shape.forms[0], ground.free, ground.frontier)


def anything_fits(ground: Ground) -> bool:
    """D-4, D-11: also with hexes left out, where upgrades allow it."""
    forms = ground.shape.forms[: ground.upgrades + 1]
    return any(placements.any_fits(some, ground.free, ground.frontier) for some in forms)


def why_not_draw(state: DistantSunsState, seat: Seat) -> Refusal | None:
    too_soon = cannot_draw_yet(state, seat)
    return too_soon or (None if anything_fits(ground_of(state, seat)) else NOTHING_FITS)


def why_not_pass(state: DistantSunsState, seat: Seat) -> Refusal | None:
    """D-3: only a whole shape that fits forbids passing; upgrades are never forced."""
    too_soon = cannot_draw_yet(state, seat)
    return too_soon or (SHAPE_FITS if whole_fits(ground_of(state, seat)) else None)


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
    (
        _are_sectors,
        Refusal(
            "no_such_sectors", "D-9", "Sectors have the numbers 0 to 119, and are named once each, in ascending order."
        ),
    ),
    (
        _upgrades_are_ready,
        Refusal(
            "upgrade_not_ready", "D-11", "You use at most two upgrades a turn, and only those gained in earlier turns."
        ),
    ),
    (
        _is_as_large,
        Refusal("wrong_size", "D-4", "You draw the whole shape; each upgrade that you use leaves out exactly one hex."),
    ),
    (
        _is_the_shape,
        Refusal(
            "wrong_shape", "D-4", "These sectors are not your shape, turned or mirrored, or a connected part of it."
        ),
    ),
    (
        _is_free,
        Refusal(
            "sector_not_free",
            "D-15",
            "Shapes do not overlap, and cover no treasure, no distant world and not the start.",
        ),
    ),
    (
        _touches,
        Refusal("not_touching", "D-10", "A shape touches one that you drew before; the first one touches the start."),
    ),
)


def why_not_here(state: DistantSunsState, seat: Seat, move: Draw) -> Refusal | None:
    """The first rule that the drawing breaks, unless no drawing at all is possible."""
    ground = ground_of(state, seat)
    broken = next((refusal for holds, refusal in RULES if not holds(ground, move)), None)
    return NOTHING_FITS if broken and not anything_fits(ground) else broken


def drawings(ground: Ground) -> list[Draw]:
    """Every drawing, whole first, then with upgrades."""
    found: list[Draw] = []
    for left_out in range(ground.upgrades + 1):
        found += placements.drawings(ground.shape.forms[left_out], left_out, ground.free, ground.frontier)
    return found


def decisions(ground: Ground) -> Sequence[Draw | Pass]:
    """Every drawing, and the pass when the whole shape fits nowhere (D-3)."""
    found = drawings(ground)
    whole = bool(found) and not found[0].upgrades
    return found if whole else [*found, Pass()]


def seal(state: DistantSunsState, seat: Seat, move: Draw | Pass) -> Step[DistantSunsState]:
    """D-2: others learn only that the seat has drawn."""
    sealed = bytes(move.sectors) if isinstance(move, Draw) else PASSED
    seals = (*state.seals[: seat - 1], sealed, *state.seals[seat:])
    return Step(replace(state, seals=seals), (DrawingSealed(seat),))
