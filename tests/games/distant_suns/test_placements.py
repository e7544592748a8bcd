"""The bit sets against a slow and obvious enumeration, with hexes as cubes and sets of sector numbers."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from service.games.distant_suns.hexes import COLUMNS, ROWS, SECTORS, area_of, around, sectors_in
from service.games.distant_suns.moves import Draw, Pass
from service.games.distant_suns.rules.drawing import ground_for
from service.games.distant_suns.rules.passing import decisions
from service.games.distant_suns.state import Sheet
from tests.games.distant_suns.invariants import neighbours
from tests.games.distant_suns.tables import BLANK, CLASSIC, FREE, MOON, drawing, sheet

Cube = tuple[int, int, int]


def cube_of(sector: int) -> Cube:
    row, column = divmod(sector, COLUMNS)
    x = column - (row - row % 2) // 2
    return x, row, -x - row


SECTOR_OF = {cube_of(sector): sector for sector in range(SECTORS)}


def turned(cubes: list[Cube], sixths: int) -> list[Cube]:
    for _ in range(sixths):
        cubes = [(-y, -z, -x) for x, y, z in cubes]
    return cubes


def oriented(shape: str) -> list[list[Cube]]:
    """Twelve orientations, repetitions and all."""
    cubes = [(q, r, -q - r) for q, r in CLASSIC.shapes[shape].hexes]
    flipped = [(y, x, z) for x, y, z in cubes]
    return [turned(side, sixths) for side in (cubes, flipped) for sixths in range(6)]


def hangs_together(sectors: set[int]) -> bool:
    reached = {min(sectors)}
    while grown := {near for sector in reached for near in neighbours(sector)} & sectors - reached:
        reached |= grown
    return reached == sectors


def laid_anywhere(shape: str) -> set[tuple[int | None, ...]]:
    """Every way the shape can lie with at least one hex on the grid; hexes off the grid are None."""
    found = set()
    for cubes in oriented(shape):
        for sector, (x, y, z) in itertools.product(range(SECTORS), cubes):
            to_x, to_y, to_z = cube_of(sector)
            moved = [(a + to_x - x, b + to_y - y, c + to_z - z) for a, b, c in cubes]
            found.add(tuple(SECTOR_OF.get(cube) for cube in moved))
    return found


def slow_draws(shape: str, drawn: set[int], upgrades: int) -> set[Draw]:
    free = set(FREE) - drawn
    edge = {near for sector in drawn or {CLASSIC.start} for near in neighbours(sector)}
    found = set()
    for hexes in laid_anywhere(shape):
        for left_out in range(upgrades + 1):
            for kept in itertools.combinations(hexes, len(hexes) - left_out):
                sectors = {sector for sector in kept if sector is not None}
                if len(sectors) == len(kept) and sectors <= free and sectors & edge and hangs_together(sectors):
                    found.add(Draw(tuple(sorted(sectors)), left_out))
    return found


def fast_draws(shape: str, on: Sheet) -> set[Draw | Pass]:
    ground = ground_for(CLASSIC, CLASSIC.shapes[shape], on)
    moves = decisions(ground)
    assert len(moves) == len(set(moves))
    return set(moves)


@settings(max_examples=12, deadline=None, derandomize=True)
@given(
    shape=st.sampled_from(sorted(CLASSIC.shapes)),
    drawn=st.sets(st.sampled_from(FREE), max_size=100),
    upgrades=st.integers(0, 2),
)
def test_every_drawing_is_found(shape: str, drawn: set[int], upgrades: int) -> None:
    on = sheet(drawing(MOON, *drawn), filled=(1 << upgrades) - 1) if drawn else sheet(filled=(1 << upgrades) - 1)
    slow = slow_draws(shape, drawn, upgrades)
    whole_fits = any(not draw.upgrades for draw in slow)
    assert fast_draws(shape, on) == (slow if whole_fits else slow | {Pass()})


@pytest.mark.parametrize("shape", sorted(CLASSIC.shapes))
def test_every_first_drawing_of_each_shape(shape: str) -> None:
    assert fast_draws(shape, sheet()) == slow_draws(shape, set(), 0)


@given(st.sets(st.integers(0, SECTORS - 1)))
def test_neighbours_of_an_area(sectors: set[int]) -> None:
    expected = {near for sector in sectors for near in neighbours(sector)}
    assert set(sectors_in(around(area_of(sectors)))) == expected


@given(st.sets(st.integers(0, SECTORS - 1)))
def test_an_area_gives_back_its_sectors_in_order(sectors: set[int]) -> None:
    assert sectors_in(area_of(sectors)) == tuple(sorted(sectors))


def test_the_grid_has_twelve_columns_and_ten_rows() -> None:
    assert (COLUMNS, ROWS, SECTORS) == (12, 10, 120)
    assert len(BLANK) == SECTORS - 26
