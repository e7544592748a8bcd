"""The content as clients get it to draw with, in one language."""

from __future__ import annotations

from typing import Annotated, cast

import msgspec
from msgspec import Meta

from service.games.base import Content, Language
from service.games.distant_suns import hexes
from service.games.distant_suns.content.pack import PACKS, Pack, Shape, World
from service.games.distant_suns.content.source import MissionSource
from service.games.distant_suns.printed import (
    ALIEN_PENALTY,
    MISSION_POINTS,
    MISSION_POINTS_BEYOND,
    MODULES,
    ROUNDS,
    TREASURE_BONUS,
    MissionId,
    SectorKind,
)
from service.games.distant_suns.text import TEXTS

SHOWN_TEXTS = ("phase", "score", "end", "sector")


class SectorContent(msgspec.Struct, frozen=True, kw_only=True):
    """A sector of the sheet. Rows go from the top; odd ones are shifted right by half a hex (D-9)."""

    sector: Annotated[int, Meta(description="its number, row by row from the top left")]
    name: Annotated[str, Meta(description="column letter and row")]
    row: int
    column: int
    x: Annotated[float, Meta(description="where its centre is drawn, in widths of a hex")]
    y: Annotated[float, Meta(description="the same, downwards")]
    kind: Annotated[SectorKind | None, Meta(description="what is printed on it; null for a plain one")]
    neighbours: Annotated[tuple[int, ...], Meta(description="the sectors beside it")]


class WorldContent(msgspec.Struct, frozen=True, kw_only=True):
    """A distant world: what the first to reach it gets, and those who come later."""

    id: str
    name: str
    sector: int
    first: int
    later: int


class HexContent(msgspec.Struct, frozen=True, kw_only=True):
    """A hex of a shape: `q` steps to the right and `r` down-right, and where its centre is drawn."""

    q: int
    r: int
    x: float
    y: float


class ShapeContent(msgspec.Struct, frozen=True, kw_only=True):
    """A shape, in one of its orientations."""

    id: str
    name: str
    size: Annotated[int, Meta(description="how many hexes it has")]
    hexes: tuple[HexContent, ...]


class MissionContent(msgspec.Struct, frozen=True, kw_only=True):
    """A mission, and what it counts."""

    id: MissionId
    name: str
    text: str


class DistantSunsContent(Content, frozen=True, kw_only=True, tag_field="rulebook", tag="distant_suns"):
    """Sheet, shapes and missions. Of the texts, `sector` names the kinds of sectors."""

    rounds: int
    modules: Annotated[int, Meta(description="how many a round has at most")]
    slots: Annotated[int, Meta(description="places for upgrades on each sheet")]
    columns: int
    rows: int
    sectors: tuple[SectorContent, ...]
    worlds: tuple[WorldContent, ...]
    shapes: Annotated[tuple[ShapeContent, ...], Meta(description="the black hole included")]
    black_hole: Annotated[str, Meta(description="the id of its shape")]
    missions: tuple[MissionContent, ...]
    mission_points: Annotated[tuple[int, ...], Meta(description="by how often the mission is fulfilled, from 0")]
    mission_points_beyond: Annotated[int, Meta(description="for each time more")]
    treasure_bonus: Annotated[int, Meta(description="for each treasure wholly surrounded")]
    alien_penalty: Annotated[int, Meta(description="lost for each alien not covered")]


def content(name: str, language: str) -> DistantSunsContent:
    pack = PACKS.by_name(name)
    return DistantSunsContent(
        pack=pack.id,
        pack_hash=pack.hash,
        language=cast(Language, language),
        name=pack.names[language],
        rulings=TEXTS.under("ruling", language),
        texts={kind: TEXTS.under(kind, language) for kind in SHOWN_TEXTS},
        rounds=ROUNDS,
        modules=MODULES,
        slots=pack.slots,
        columns=hexes.COLUMNS,
        rows=hexes.ROWS,
        sectors=tuple(_sector(pack, sector) for sector in range(hexes.SECTORS)),
        worlds=tuple(_world(world, language) for world in pack.worlds),
        shapes=tuple(_shape(shape, language) for shape in pack.shapes.values()),
        black_hole=pack.black_hole,
        missions=tuple(_mission(mission_id, mission, language) for mission_id, mission in pack.missions.items()),
        mission_points=MISSION_POINTS,
        mission_points_beyond=MISSION_POINTS_BEYOND,
        treasure_bonus=TREASURE_BONUS,
        alien_penalty=ALIEN_PENALTY,
    )


def _kind(pack: Pack, sector: int) -> SectorKind | None:
    bit = hexes.area_of([sector])
    kinds: dict[SectorKind, bool] = {
        "start": sector == pack.start,
        "world": any(world.sector == sector for world in pack.worlds),
        "alien": bool(pack.aliens & bit),
        "upgrade": bool(pack.upgrades & bit),
        "treasure": any(treasure.sector == sector for treasure in pack.treasures),
    }
    return next((kind for kind, is_kind in kinds.items() if is_kind), None)


def _sector(pack: Pack, sector: int) -> SectorContent:
    row, column = divmod(sector, hexes.COLUMNS)
    x, y = hexes.centre(sector)
    return SectorContent(
        sector=sector,
        name=hexes.name(sector),
        row=row,
        column=column,
        x=x,
        y=y,
        kind=_kind(pack, sector),
        neighbours=hexes.sectors_in(hexes.around(hexes.area_of([sector]))),
    )


def _world(world: World, language: str) -> WorldContent:
    return WorldContent(
        id=world.id, name=world.names[language], sector=world.sector, first=world.first, later=world.later
    )


def _shape(shape: Shape, language: str) -> ShapeContent:
    return ShapeContent(
        id=shape.id, name=shape.names[language], size=shape.size, hexes=tuple(_hex(step) for step in shape.hexes)
    )


def _hex(step: hexes.Hex) -> HexContent:
    x, y = hexes.hex_centre(step)
    return HexContent(q=step[0], r=step[1], x=x, y=y)


def _mission(mission_id: MissionId, mission: MissionSource, language: str) -> MissionContent:
    return MissionContent(id=mission_id, name=mission.names[language], text=mission.texts[language])
