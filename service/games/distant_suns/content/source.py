"""A content pack as it is written in JSON."""

from __future__ import annotations

import msgspec

from service.games.distant_suns.hexes import Hex
from service.games.packs import PackError

EMPTY, START, WORLD, ALIEN, UPGRADE, TREASURE = ".SWAUT"
SPECIAL = (START, WORLD, ALIEN, UPGRADE, TREASURE)


class Problem(msgspec.Struct, frozen=True):
    """What is wrong with a pack: which part of it, which field, and a sentence."""

    where: str
    field: str
    sentence: str

    def __str__(self) -> str:
        return f"{self.where}.{self.field}: {self.sentence}"


class Named(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What has an id for programs and names for players."""

    id: str
    names: dict[str, str]


class ShapeSource(Named, frozen=True):
    """A shape: steps (q, r) to the right and down-right."""

    hexes: tuple[Hex, ...]


class WorldSource(Named, frozen=True):
    """A distant world: what the first to reach it gets, and those who come later."""

    row: int
    column: int
    first: int
    later: int


class MissionSource(Named, frozen=True):
    """The words of a mission; what it counts is a row of `rules.missions`."""

    texts: dict[str, str]


class PackSource(Named, frozen=True):
    """`sheet` has one string per row and one letter per sector."""

    sheet: tuple[str, ...]
    slots: int
    worlds: tuple[WorldSource, ...]
    shapes: tuple[ShapeSource, ...]
    black_hole: ShapeSource
    missions: tuple[MissionSource, ...]


def read(data: bytes) -> PackSource:
    """The pack as written; raises `PackError` when it is not JSON of this form."""
    try:
        return msgspec.json.decode(data, type=PackSource)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise PackError((Problem("pack", "json", str(error)),)) from error
