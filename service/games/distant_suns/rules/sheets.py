"""What is where on a cosmos sheet."""

from __future__ import annotations

from service.games.distant_suns.content.pack import Pack
from service.games.distant_suns.hexes import Area, area, around, union
from service.games.distant_suns.state import Sheet


def covered_area(sheet: Sheet) -> Area:
    """All sectors under drawn shapes; black holes cover like any shape (D-15)."""
    return union([area(drawing.sectors) for drawing in sheet.drawings])


def frontier(pack: Pack, under_shapes: Area) -> Area:
    """Where a new shape can touch: beside drawn shapes or, until something is drawn, beside the start (D-10)."""
    return around(under_shapes) if under_shapes else pack.launch


def shapes_at(sheet: Sheet, position: int) -> list[Area]:
    """The drawn shapes of one tile; one reduced by upgrades still counts as its type."""
    return [area(drawing.sectors) for drawing in sheet.drawings if drawing.position == position]
