"""Book 04, distant worlds: the only race."""

from __future__ import annotations

from collections.abc import Sequence

from service.games.base import Event, Seat
from service.games.distant_suns.content.pack import Pack, World
from service.games.distant_suns.events import WorldReached
from service.games.distant_suns.hexes import Area
from service.games.distant_suns.state import Sheet


def unclaimed_worlds(sheets: Sequence[Sheet]) -> tuple[bool, ...]:
    """For each world, whether nobody has reached it. Asked before a turn's drawings, so that all who reach it in the
    same turn get the higher value."""
    return tuple([not any(points) for points in zip(*[sheet.worlds for sheet in sheets], strict=True)])


def value(world: World, drawn: Area, is_first: bool) -> int:
    """What a drawing beside the world is worth."""
    if not drawn & world.near:
        return 0
    return world.first if is_first else world.later


def reach(pack: Pack, sheet: Sheet, drawn: Area, is_first: Sequence[bool]) -> tuple[int, ...]:
    """The worlds' values for the seat after its drawing; each seat scores each world at most once (D-14)."""
    rows = zip(pack.worlds, sheet.worlds, is_first, strict=True)
    return tuple([had or value(world, drawn, first) for world, had, first in rows])


def reached_events(pack: Pack, seat: Seat, before: Sheet, after: Sheet) -> list[Event]:
    if after.worlds == before.worlds:
        return []
    changes = zip(pack.worlds, before.worlds, after.worlds, strict=True)
    return [WorldReached(seat, world.id, points) for world, had, points in changes if points != had]
