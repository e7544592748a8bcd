"""Book 05.01: what each mission counts, for the shape it is paired with."""

from __future__ import annotations

from collections.abc import Callable

from service.games.distant_suns.content.pack import Pack
from service.games.distant_suns.hexes import Area, around, union
from service.games.distant_suns.printed import BLACK_HOLE_POSITION, MISSION_POINTS, MISSION_POINTS_BEYOND, MissionId
from service.games.distant_suns.rules.sheets import shapes_at
from service.games.distant_suns.state import Sheet


def points(times: int) -> int:
    """3, 6, 10, 15, 20 for one to five times, and 5 for each time more."""
    last = len(MISSION_POINTS) - 1
    return MISSION_POINTS[min(times, last)] + MISSION_POINTS_BEYOND * max(0, times - last)


def aliens_covered(pack: Pack, sheet: Sheet, position: int) -> int:
    return (union(shapes_at(sheet, position)) & pack.aliens).bit_count()


def upgrades_covered(pack: Pack, sheet: Sheet, position: int) -> int:
    return (union(shapes_at(sheet, position)) & pack.upgrades).bit_count()


def treasures_beside(pack: Pack, sheet: Sheet, position: int) -> int:
    """Each treasure once, however many sectors touch it."""
    drawn = union(shapes_at(sheet, position))
    return sum(1 for treasure in pack.treasures if treasure.near & drawn)


def largest_group(pack: Pack, sheet: Sheet, position: int) -> int:
    """Shapes of the type that touch each other; of several groups only the largest counts."""
    rest = shapes_at(sheet, position)
    largest = 0
    while rest:
        group, rest = _group_of(rest[0], rest)
        largest = max(largest, group)
    return largest


def _group_of(first: Area, shapes: list[Area]) -> tuple[int, list[Area]]:
    """How many shapes hang together with the first, and those that do not."""
    joined, rest = first, [shape for shape in shapes if shape != first]
    while near := [shape for shape in rest if shape & around(joined)]:
        joined |= union(near)
        rest = [shape for shape in rest if shape not in near]
    return len(shapes) - len(rest), rest


def shapes_beside_black_holes(pack: Pack, sheet: Sheet, position: int) -> int:
    """D-8: a shape touching several black holes counts once."""
    near = around(union(shapes_at(sheet, BLACK_HOLE_POSITION)))
    return sum(1 for shape in shapes_at(sheet, position) if shape & near)


Count = Callable[[Pack, Sheet, int], int]
COUNTS: dict[MissionId, Count] = {
    "aliens": aliens_covered,
    "upgrades": upgrades_covered,
    "treasures": treasures_beside,
    "group": largest_group,
    "black_hole": shapes_beside_black_holes,
}


def times(pack: Pack, missions: tuple[MissionId, ...], sheet: Sheet) -> tuple[int, ...]:
    """How often each mission is fulfilled, in the order of the positions."""
    return tuple([COUNTS[mission](pack, sheet, position) for position, mission in enumerate(missions, 1)])
