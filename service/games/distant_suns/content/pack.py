"""A content pack, validated and with everything precomputed that the rules ask for."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from pathlib import Path

import msgspec

from service.games.base import Names, State
from service.games.distant_suns import hexes
from service.games.distant_suns.content import source as written
from service.games.distant_suns.content.checks import problems, sectors_with
from service.games.distant_suns.content.source import PackSource, ShapeSource, WorldSource, read
from service.games.distant_suns.hexes import Area, Hexes
from service.games.distant_suns.placements import MAX_LEFT_OUT, Form, Layout, forms
from service.games.distant_suns.printed import MissionId
from service.games.packs import PackError, Packs, Translations, UnknownPack

TRANSLATIONS = Translations(Path(__file__).with_name("translations.json"))


@dataclass(frozen=True)
class Shape:
    """A shape and its forms with 0, 1 and 2 hexes left out."""

    id: str
    names: Names
    hexes: Hexes
    forms: tuple[tuple[Form, ...], ...]
    known_forms: tuple[frozenset[Form], ...]
    layouts: tuple[Layout, ...]

    @property
    def size(self) -> int:
        return len(self.hexes)


@dataclass(frozen=True)
class World:
    """A distant world; covering a sector `near` it reaches it."""

    id: str
    names: Names
    sector: int
    first: int
    later: int
    near: Area


@dataclass(frozen=True)
class Treasure:
    """A treasure and all its neighbours inside the grid (D-5)."""

    sector: int
    near: Area


@dataclass(frozen=True)
class Pack:
    """`drawable` is where shapes may be drawn at all, `launch` the neighbours of the start (D-10)."""

    id: str
    hash: str
    names: Names
    slots: int
    start: int
    drawable: Area
    launch: Area
    aliens: Area
    upgrades: Area
    treasures: tuple[Treasure, ...]
    worlds: tuple[World, ...]
    shapes: dict[str, Shape]
    black_hole: str
    missions: dict[MissionId, written.MissionSource]

    @property
    def tiles(self) -> tuple[str, ...]:
        """The ids of the ten exploration tiles."""
        return tuple(shape for shape in self.shapes if shape != self.black_hole)


def _shape(source: ShapeSource) -> Shape:
    by_left_out = tuple(forms(source.hexes, left_out) for left_out in range(MAX_LEFT_OUT + 1))
    layouts = tuple(Layout(some, left_out) for left_out, some in enumerate(by_left_out))
    return Shape(source.id, source.names, source.hexes, by_left_out, tuple(map(frozenset, by_left_out)), layouts)


def _world(source: WorldSource) -> World:
    sector = hexes.number(source.row, source.column)
    near = hexes.around(hexes.area_of([sector]))
    return World(source.id, source.names, sector, source.first, source.later, near)


def _treasures(source: PackSource) -> tuple[Treasure, ...]:
    bits = hexes.single(sectors_with(source, written.TREASURE))
    return tuple(Treasure(hexes.sector_of(bit), hexes.around(bit)) for bit in bits)


def build(source: PackSource, content_hash: str) -> Pack:
    """The pack, or a `PackError` with all its problems."""
    if found := problems(source):
        raise PackError(found)
    source = TRANSLATIONS.complete(source)
    start = sectors_with(source, written.START)
    return Pack(
        id=source.id,
        hash=content_hash,
        names=source.names,
        slots=source.slots,
        start=hexes.sector_of(start),
        drawable=hexes.GRID & ~sectors_with(source, written.START + written.WORLD + written.TREASURE),
        launch=hexes.around(start),
        aliens=sectors_with(source, written.ALIEN),
        upgrades=sectors_with(source, written.UPGRADE),
        treasures=_treasures(source),
        worlds=tuple(map(_world, source.worlds)),
        shapes={shape.id: _shape(shape) for shape in (*source.shapes, source.black_hole)},
        black_hole=source.black_hole.id,
        missions={msgspec.convert(mission.id, MissionId): mission for mission in source.missions},
    )


def read_pack(data: bytes) -> Pack:
    return build(read(data), hashlib.sha256(data).hexdigest())


class DistantSunsPacks(Packs[Pack]):
    """Also finds a pack by the first digits of its hash, which are all that version 0.1 wrote into states."""

    def hash_starting(self, digits: str) -> str:
        for digest in self._by_hash:
            if digest.startswith(digits):
                return digest
        raise UnknownPack(digits)


PACKS = DistantSunsPacks(read_pack, Path(__file__).with_name("classic.json").read_bytes())

CLASSIC_OF_0_1 = "e85d1fa7b5bbed37"
"""Differs from the present one in some Ukrainian words alone, so its games go on with that."""


def full_hash(digits: str) -> str:
    """The hash of the pack that a state of version 0.1 names by its first digits."""
    return PACKS.by_name("classic").hash if digits == CLASSIC_OF_0_1 else PACKS.hash_starting(digits)


def short_hash(full: str) -> str:
    """The digits by which a state of version 0.1 names the pack."""
    return CLASSIC_OF_0_1 if full == PACKS.by_name("classic").hash else full[: len(CLASSIC_OF_0_1)]


def pack_of(state: State) -> Pack:
    """The pack this game is played with."""
    return PACKS.by_hash(state.pack_hash)
