"""Distant Suns: the modules on the board, and everybody's star map."""

from __future__ import annotations

from typing import Any

from service.commands.boards.scene import Scene, listed, named

STEP = 4
LEGEND = "S start, W distant world, A alien, U upgrade, T treasure, # covered. Columns are letters, rows numbers."


def _mark(sector: Any, covered: set[int]) -> str:
    if sector.sector in covered:
        return "#"
    return sector.kind[0].upper() if sector.kind else "."


def _map(scene: Scene, seat: Any) -> list[str]:
    """Every second row of hexes is moved by half a step, as on the sheet."""
    covered = set(seat.covered)
    rows: dict[int, list[str]] = {}
    for sector in scene.content.sectors:
        row = rows.setdefault(sector.row, [])
        place = 4 + round(sector.x * STEP)
        row.append(" " * (place - sum(map(len, row))) + _mark(sector, covered))
    letters = "".join(f"{sector.name[0]:<{STEP}}" for sector in scene.content.sectors if sector.row == 0)
    return ["    " + letters.rstrip(), *(f"{number:<2}" + "".join(row)[2:] for number, row in rows.items())]


def _sectors(scene: Scene, numbers: list[int]) -> str:
    return listed(scene.content.sectors[number].name for number in numbers)


def _sights(scene: Scene, seat: Any) -> list[str]:
    """Where the special sectors are that are still free."""
    covered = set(seat.covered)
    free = [sector for sector in scene.content.sectors if sector.kind and sector.sector not in covered]
    return [
        f"  {name}: {listed(sector.name for sector in free if sector.kind == kind)}."
        for kind, name in scene.content.sector_kinds.items()
    ]


def _board(scene: Scene) -> list[str]:
    shapes, missions = named(scene.content.shapes), named(scene.content.missions)
    return [
        f"Position {each.position}: {shapes[each.shape].name}"
        + (f", mission {missions[each.mission].name}." if each.mission else ".")
        for each in scene.view.board
    ]


def _seat(scene: Scene, seat: Any) -> list[str]:
    worlds = named(scene.content.worlds)
    shapes = named(scene.content.shapes)
    reached = listed(f"{worlds[each.world].name} {each.points}" for each in seat.worlds)
    missions = listed(f"{each.mission.replace('_', ' ')} {each.points}" for each in seat.missions)
    ready = listed(seat.upgrades.ready)
    head = f"{scene.player(seat.seat)}: worlds {reached}; missions {missions}; upgrades ready {ready}."
    owed = [f"  To draw: {shapes[seat.to_draw].name}."] if seat.seat == scene.me and seat.to_draw in shapes else []
    if seat.seat == scene.me and not scene.plain:
        return [head, *owed, LEGEND, *_map(scene, seat)]
    sights = _sights(scene, seat) if seat.seat == scene.me else []
    return [head, *owed, f"  Covered: {_sectors(scene, seat.covered)}.", *sights]


def draw(scene: Scene) -> list[str]:
    view = scene.view
    seats = [line for seat in view.seats for line in _seat(scene, seat)]
    return [f"Round {view.round} of {scene.content.rounds}, {view.phase}.", *_board(scene), *seats]
