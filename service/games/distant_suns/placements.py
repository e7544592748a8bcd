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
from typing import Any

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


class Layout:
    """The forms of a shape with so many hexes left out, prepared for listing their drawings.

    Forms share many offsets, so the free sectors are shifted once for each offset, not once for each hex.
    """

    def __init__(self, shapes: Sequence[Form], left_out: int) -> None:
        self.shapes = shapes
        self.left_out = left_out
        self._offsets = sorted({step for shape in shapes for step in shape[1:]})

    @functools.cached_property
    def _rows(self) -> list[tuple[list[int], list[Draw | None]]]:
        """For each form, the last one first: where its offsets stand in the list, and its drawings."""
        return [
            ([self._offsets.index(step) for step in shape[1:]], self._drawings_by_place(shape))
            for shape in reversed(self.shapes)
        ]

    def _drawings_by_place(self, shape: Form) -> list[Draw | None]:
        """Each drawing of the form on the empty grid, by the bit length of its first sector."""
        found: list[Draw | None] = [None] * (GRID.bit_length() + 1)
        for first in single(positions_on_free(shape, GRID)):
            found[first.bit_length()] = Draw(sectors_in(sectors_under(shape, first)), self.left_out)
        return found

    def drawings(self, free: Area, frontier: Area) -> list[Draw]:
        """Every drawing of the forms on free sectors that touches the frontier; found from the last to the first."""
        free_at = [free >> step for step in self._offsets]
        frontier_at = [frontier >> step for step in self._offsets]
        found: list[Any] = []
        for steps, draw_at in self._rows:
            places, touching = free, frontier
            for step in steps:
                places &= free_at[step]
                touching |= frontier_at[step]
            places &= touching
            while places:
                place = places.bit_length()
                found.append(draw_at[place])
                places ^= _BITS[place]
        found.reverse()
        return found


_BITS = [0, *(1 << place for place in range(GRID.bit_length()))]
"""The highest bit of a number, by the number's bit length."""


def areas(shapes: Sequence[Form], free: Area, frontier: Area) -> list[Area]:
    """The same drawings as areas."""
    found: list[Area] = []
    for shape in shapes:
        found += [sectors_under(shape, first) for first in single(places_of(shape, free, frontier))]
    return found


def any_fits(shapes: Sequence[Form], free: Area, frontier: Area) -> bool:
    """Whether there is such a drawing at all."""
    return any(places_of(shape, free, frontier) for shape in shapes)
