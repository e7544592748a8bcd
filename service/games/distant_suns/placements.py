"""Every way to lay a shape on the grid.

A `Form` is a shape in one orientation: how far the bits of its hexes lie from the bit of its first hex. As sector
numbers and bits have the same order, a sorted list of sectors has exactly one form, and two drawings are the same
drawing exactly when their sectors are the same. All placements of a form are found at once: the places where its
first hex may lie are the free sectors, shifted back by each offset and intersected.
"""

from __future__ import annotations

import functools
import itertools
from collections.abc import Iterable, Sequence

from service.games.distant_suns.hexes import GRID, PLACES, STEPS, Area, Hex, Hexes, offset, sectors_in, single
from service.games.distant_suns.moves import Draw

Form = tuple[int, ...]


MAX_LEFT_OUT = 2
"""At most two upgrades are used in a turn, and each leaves out one hex."""


def _in_reading_order(step: Hex) -> Hex:
    return step[1], step[0]


def move_to_origin(hexes: Iterable[Hex]) -> Hexes:
    """The same hexes, sorted, the first of them at (0, 0)."""
    ordered = sorted(hexes, key=_in_reading_order)
    first_q, first_r = ordered[0]
    return tuple((q - first_q, r - first_r) for q, r in ordered)


def rotate(hexes: Iterable[Hex]) -> Hexes:
    """Turned by a sixth."""
    return tuple((-r, q + r) for q, r in hexes)


def mirror(hexes: Iterable[Hex]) -> Hexes:
    return tuple((r, q) for q, r in hexes)


def orientations(hexes: Iterable[Hex]) -> tuple[Hexes, ...]:
    """All rotations and mirror images, each once."""
    found: set[Hexes] = set()
    for side in (tuple(hexes), mirror(hexes)):
        for _ in range(6):
            found.add(move_to_origin(side))
            side = rotate(side)
    return tuple(sorted(found))


def canonical(hexes: Iterable[Hex]) -> Hexes:
    """The same for two shapes exactly when they coincide under rotation or reflection."""
    return orientations(tuple(hexes))[0]


def is_connected(hexes: Sequence[Hex]) -> bool:
    rest = set(hexes)
    edge = [rest.pop()]
    while edge:
        q, r = edge.pop()
        near = {(q + dq, r + dr) for dq, dr in STEPS} & rest
        rest -= near
        edge.extend(near)
    return not rest


def form(hexes: Iterable[Hex]) -> Form:
    return tuple(offset(step) for step in move_to_origin(hexes))


def forms(hexes: Hexes, left_out: int) -> tuple[Form, ...]:
    """D-4: the forms of every connected part of the shape with so many hexes left out, in every orientation."""
    parts = {canonical(part) for part in itertools.combinations(hexes, len(hexes) - left_out) if is_connected(part)}
    return tuple(sorted(form(side) for part in parts for side in orientations(part)))


def form_of(sectors: Sequence[int]) -> Form:
    """The form of sectors in ascending order."""
    first = PLACES[sectors[0]]
    return tuple([PLACES[sector] - first for sector in sectors])


def positions_on_free(shape: Form, free: Area) -> Area:
    """Where the first hex may lie so that all hexes are on free sectors."""
    first = free
    for step in shape[1:]:
        first &= free >> step
    return first


def positions_on_frontier(shape: Form, frontier: Area) -> Area:
    """Where the first hex may lie so that at least one hex is on the frontier."""
    first = frontier
    for step in shape[1:]:
        first |= frontier >> step
    return first


def places_of(shape: Form, free: Area, frontier: Area) -> Area:
    """Where the first hex may lie so that the form is a drawing."""
    places = positions_on_free(shape, free)
    return places & positions_on_frontier(shape, frontier) if places else 0


def sectors_under(shape: Form, first: Area) -> Area:
    """The sectors under the form when its first hex lies there."""
    bits = 0
    for step in shape:
        bits |= first << step
    return bits


@functools.cache
def _moves(shape: Form, left_out: int) -> dict[Area, Draw]:
    """Each drawing of the form on the empty grid, by its first sector."""
    return {
        first: Draw(sectors_in(sectors_under(shape, first)), left_out)
        for first in single(positions_on_free(shape, GRID))
    }


def drawings(shapes: Sequence[Form], left_out: int, free: Area, frontier: Area) -> list[Draw]:
    """Every drawing of the forms on free sectors that touches the frontier."""
    found: list[Draw] = []
    for shape in shapes:
        if places := places_of(shape, free, frontier):
            moves = _moves(shape, left_out)
            while places:  # as `single` does, but this is where the time goes
                first = places & -places
                found.append(moves[first])
                places ^= first
    return found


def areas(shapes: Sequence[Form], free: Area, frontier: Area) -> list[Area]:
    """The same drawings as areas."""
    found: list[Area] = []
    for shape in shapes:
        found += [sectors_under(shape, first) for first in single(places_of(shape, free, frontier))]
    return found


def any_fits(shapes: Sequence[Form], free: Area, frontier: Area) -> bool:
    """Whether there is such a drawing at all."""
    return any(places_of(shape, free, frontier) for shape in shapes)
