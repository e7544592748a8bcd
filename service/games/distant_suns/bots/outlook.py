"""What a shape still to be drawn promises: the most that one whole drawing of it would gain at once."""

from __future__ import annotations

import functools
from collections.abc import Callable

from service.games.distant_suns import placements
from service.games.distant_suns.content.pack import PACKS, Pack
from service.games.distant_suns.hexes import Area, around, union
from service.games.distant_suns.printed import ALIEN_PENALTY, BLACK_HOLE_POSITION, MISSION_POINTS, MissionId
from service.games.distant_suns.rules import missions
from service.games.distant_suns.rules.drawing import ground_for
from service.games.distant_suns.rules.sheets import shapes_at
from service.games.distant_suns.state import Sheet

DRAWING = 3.0
"""Covering sectors is worth something by itself: it reaches farther and closes treasures in."""

UPGRADE = 2.0
FIRST_BLACK_HOLE = 5
"""The first one opens the mission that counts shapes beside black holes."""

More = Callable[[Area], int]
"""How many times more a mission is fulfilled by a drawing."""


def more_aliens(pack: Pack, sheet: Sheet, position: int) -> More:
    return lambda drawn: (drawn & pack.aliens).bit_count()


def more_upgrades(pack: Pack, sheet: Sheet, position: int) -> More:
    return lambda drawn: (drawn & pack.upgrades).bit_count()


def more_treasures(pack: Pack, sheet: Sheet, position: int) -> More:
    before = union(shapes_at(sheet, position))
    fresh = [treasure.near for treasure in pack.treasures if not treasure.near & before]
    return lambda drawn: sum(1 for near in fresh if near & drawn)


def larger_group(pack: Pack, sheet: Sheet, position: int) -> More:
    """Joining any group counts, as if it were the largest."""
    shapes = shapes_at(sheet, position)
    near = around(union(shapes))
    return lambda drawn: 1 if not shapes or near & drawn else 0


def more_beside_black_holes(pack: Pack, sheet: Sheet, position: int) -> More:
    near = around(union(shapes_at(sheet, BLACK_HOLE_POSITION)))
    return lambda drawn: 1 if near & drawn else 0


MORE: dict[MissionId, Callable[[Pack, Sheet, int], More]] = {
    "aliens": more_aliens,
    "upgrades": more_upgrades,
    "treasures": more_treasures,
    "group": larger_group,
    "black_hole": more_beside_black_holes,
}


def mission_gain(pack: Pack, mission: MissionId, sheet: Sheet, position: int) -> Callable[[Area], int]:
    """The points that a drawing adds to the mission of its position."""
    times = missions.COUNTS[mission](pack, sheet, position)
    before = missions.points(times)
    more = MORE[mission](pack, sheet, position)
    return lambda drawn: missions.points(times + more(drawn)) - before


def black_hole_gain(pack: Pack, mission_ids: tuple[MissionId, ...], sheet: Sheet) -> Callable[[Area], int]:
    """A black hole is paired with no mission, but one mission counts the shapes beside it."""
    holes = shapes_at(sheet, BLACK_HOLE_POSITION)
    near = around(union(holes))
    lonely = [shape for shape in shapes_at(sheet, mission_ids.index("black_hole") + 1) if not shape & near]
    edges = [around(shape) for shape in lonely]
    first = 0 if holes else FIRST_BLACK_HOLE
    return lambda drawn: first + MISSION_POINTS[1] * sum(1 for edge in edges if edge & drawn)


@functools.lru_cache(maxsize=1 << 12)
def draw_value(content_hash: str, mission_ids: tuple[MissionId, ...], shape: str, sheet: Sheet, position: int) -> float:
    pack = PACKS.by_hash(content_hash)
    ground = ground_for(pack, pack.shapes[shape], sheet)
    areas = placements.areas(ground.shape.forms[0], ground.free, ground.frontier)
    if not areas:
        return 0.0
    if position == BLACK_HOLE_POSITION:
        gain = black_hole_gain(pack, mission_ids, sheet)
    else:
        gain = mission_gain(pack, mission_ids[position - 1], sheet, position)
    aliens, upgrades = pack.aliens, pack.upgrades
    return DRAWING + max(
        gain(drawn) + ALIEN_PENALTY * (drawn & aliens).bit_count() + UPGRADE * (drawn & upgrades).bit_count()
        for drawn in areas
    )
