"""The grid of sectors, and sets of sectors as bits (D-9).

A sector has a number, 0 to 119, row by row from the top left. A set of sectors is an `Area`: an int with one bit for
each. The bits lie on a slanted axis, so that a step in one of the six directions is the same shift everywhere, and
rows are so far apart that no shape reaches from the end of one row into the next.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Iterable

COLUMNS = 12
ROWS = 10
SECTORS = COLUMNS * ROWS
LETTERS = "ABCDEFGHIJKL"

STRIDE = 18
"""Bits from a row to the next: 12 sectors, half a column of slant, and a gap of five, the reach of a six-hex line."""

Area = int
Hex = tuple[int, int]
"""A step (q, r) on the slanted axes: q to the right, r down and to the right."""
Hexes = tuple[Hex, ...]

STEPS: Hexes = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))


def offset(step: Hex) -> int:
    """How far a step moves a bit."""
    return step[1] * STRIDE + step[0]


def number(row: int, column: int) -> int:
    return row * COLUMNS + column


def name(sector: int) -> str:
    """Column letter and row: sector 0 is A0, sector 119 is L9."""
    return f"{LETTERS[sector % COLUMNS]}{sector // COLUMNS}"


def _place(sector: int) -> int:
    row, column = divmod(sector, COLUMNS)
    return offset((column - row // 2, row))


PLACES: tuple[int, ...] = tuple(_place(sector) for sector in range(SECTORS))
"""The place of the bit of each sector."""

_SECTOR_AT = {place: sector for sector, place in enumerate(PLACES)}


@functools.lru_cache(maxsize=1 << 16)
def area(sectors: bytes) -> Area:
    """The set of these sector numbers."""
    return area_of(sectors)


def area_of(sectors: Iterable[int]) -> Area:
    bits = 0
    for sector in sectors:
        bits |= 1 << PLACES[sector]
    return bits


def union(areas: Iterable[Area]) -> Area:
    bits = 0
    for one in areas:
        bits |= one
    return bits


GRID: Area = area_of(range(SECTORS))


def sector_of(bit: Area) -> int:
    """The number of the only sector in the set."""
    return _SECTOR_AT[bit.bit_length() - 1]


def single(bits: Area) -> Iterable[Area]:
    """Each sector of the set as a set of its own, in the order of the numbers."""
    while bits:
        lowest = bits & -bits
        yield lowest
        bits ^= lowest


def sectors_in(bits: Area) -> tuple[int, ...]:
    """The numbers in the set, ascending."""
    return tuple([sector_of(bit) for bit in single(bits)])


def around(bits: Area) -> Area:
    """The sectors of the grid next to one in the set; those between two of the set are among them."""
    row = bits | bits << 1
    up = row >> STRIDE
    down = row << STRIDE - 1
    return (bits << 1 | bits >> 1 | up | down) & GRID


def centre(sector: int) -> tuple[float, float]:
    """Where a sector is drawn, in widths of a hex: odd rows are shifted right by half a hex (D-9)."""
    row, column = divmod(sector, COLUMNS)
    return column + row % 2 / 2, round(row * math.sqrt(3) / 2, 3)


def hex_centre(step: Hex) -> tuple[float, float]:
    """Where a hex of a shape is drawn, in the same measure."""
    return step[0] + step[1] / 2, round(step[1] * math.sqrt(3) / 2, 3)
