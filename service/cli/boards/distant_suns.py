"""Distant Suns: the shapes, missions and modules on the board, and the star maps of all seats."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, TypeAlias

from service.cli.boards.scene import Scene, by_id, join

if TYPE_CHECKING:
    from almagest_sdk import distant_suns

    SunsScene: TypeAlias = Scene[distant_suns.View, distant_suns.Content]

STEP = 4
HALF = 2
LEGEND = "S start, W distant world, A alien, U upgrade, T treasure; 1 to 6: covered by the shape of that position."


def _covered_by(seat: distant_suns.SeatView) -> dict[int, int]:
    """For each covered sector, the board position of the shape that covers it."""
    return {sector: drawing.position for drawing in seat.drawings for sector in drawing.sectors}


def _mark(sector: distant_suns.SectorContent, covered_by: dict[int, int]) -> str:
    if sector.sector in covered_by:
        return str(covered_by[sector.sector])
    return sector.kind[0].upper() if sector.kind else "."


def _map(scene: SunsScene, seat: distant_suns.SeatView) -> list[str]:
    """Every second row of hexes is moved by half a step, as on the sheet."""
    covered_by = _covered_by(seat)
    rows: dict[int, list[str]] = {}
    for sector in scene.content.sectors:
        row = rows.setdefault(sector.row, [])
        place = 4 + round(sector.x * STEP)
        row.append(" " * (place - sum(map(len, row))) + _mark(sector, covered_by))
    letters = "".join(f"{sector.name[0]:<{STEP}}" for sector in scene.content.sectors if sector.row == 0)
    return ["    " + letters.rstrip(), *(f"{number:<2}" + "".join(row)[2:] for number, row in rows.items())]


def _sectors(scene: SunsScene, numbers: Iterable[int]) -> str:
    return join(scene.content.sectors[number].name for number in numbers)


def _drawings(scene: SunsScene, seat: distant_suns.SeatView) -> list[str]:
    shapes = by_id(scene.content.shapes)
    return [f"  {shapes[drawing.shape].name}: {_sectors(scene, drawing.sectors)}." for drawing in seat.drawings] or [
        "  Nothing is drawn yet."
    ]


def _sights(scene: SunsScene, seat: distant_suns.SeatView) -> list[str]:
    """The special sectors that are still free."""
    covered_by = _covered_by(seat)
    free = [sector for sector in scene.content.sectors if sector.kind and sector.sector not in covered_by]
    return [
        f"  {name}: {join(sector.name for sector in free if sector.kind == kind)}."
        for kind, name in scene.content.texts["sector"].items()
    ]


def _picture(shape: distant_suns.ShapeContent) -> list[str]:
    """The hexes of a shape, rows moved by half a step as on the sheet."""
    places = sorted((each.r, round(each.x * HALF)) for each in shape.hexes)
    left = min(across for _, across in places)
    rows: dict[int, str] = {}
    for down, across in places:
        rows[down] = rows.get(down, "").ljust(across - left) + "o"
    return list(rows.values())


def _position(scene: SunsScene, each: distant_suns.PositionView) -> str:
    shapes, missions = by_id(scene.content.shapes), by_id(scene.content.missions)
    mission = missions[each.mission] if each.mission else None
    said = f", mission {mission.name}: {mission.text}" if mission else "."
    return f"Position {each.position}: {shapes[each.shape].name}{said}"


def _board(scene: SunsScene) -> list[str]:
    shapes = by_id(scene.content.shapes)
    lines = []
    for each in scene.view.board:
        lines.append(_position(scene, each))
        if not scene.plain:
            lines += ["    " + row for row in _picture(shapes[each.shape])]
    return lines + _modules(scene)


def _modules(scene: SunsScene) -> list[str]:
    shapes = by_id(scene.content.shapes)
    return [
        f"Module {each.module}: side {each.side}, positions {each.position} and {each.position + 1}; "
        f"{shapes[each.own].name} for who placed it, {shapes[each.others].name} for the others."
        for each in scene.view.modules
    ]


def _seat(scene: SunsScene, seat: distant_suns.SeatView) -> list[str]:
    worlds, missions = by_id(scene.content.worlds), by_id(scene.content.missions)
    reached = join(f"{worlds[each.world].name} {each.points}" for each in seat.worlds)
    scored = join(f"{missions[each.mission].name} {each.points}" for each in seat.missions)
    ready = join(seat.upgrades.ready)
    head = f"{scene.player(seat.seat)}: worlds {reached}; missions {scored}; upgrades ready {ready}."
    if seat.seat != scene.me:
        return [head, *_drawings(scene, seat)]
    if scene.plain:
        return [head, *_to_draw(scene, seat), *_drawings(scene, seat), *_sights(scene, seat)]
    return [head, *_to_draw(scene, seat), LEGEND, *_map(scene, seat)]


def _to_draw(scene: SunsScene, seat: distant_suns.SeatView) -> list[str]:
    shapes = by_id(scene.content.shapes)
    return [f"  To draw: {shapes[seat.to_draw].name}."] if seat.to_draw else []


def draw(scene: SunsScene) -> list[str]:
    view = scene.view
    seats = [line for seat in view.seats for line in _seat(scene, seat)]
    return [f"Round {view.round} of {scene.content.rounds}. {scene.phase}.", *_board(scene), *seats]
