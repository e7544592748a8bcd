"""The shape of a content pack: what its JSON may hold."""

from __future__ import annotations

from typing import Literal, get_args

import msgspec

Link = tuple[str, str]
Languages = dict[str, str]
TrackId = Literal["colours", "constellations", "advanced_goals"]
TRACKS: tuple[TrackId, ...] = get_args(TrackId)
"""The value tracks in their order."""


class Point(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where something is drawn."""

    x: int
    y: int


class Cell(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A cell of the galaxy; the centre alone has no constellation of its own."""

    id: str
    orbit: int
    position: int
    constellation: str | None
    glowing: bool
    x: int
    y: int


class Constellation(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    id: str
    symbol: str
    names: Languages


class Links(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Connected cells, by the kind of line between them."""

    direct: tuple[Link, ...]
    dotted: tuple[Link, ...]
    orbital: tuple[Link, ...]


class BlackCell(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A cell of the own black track and what the track is worth with it filled."""

    value: int
    x: int
    y: int


class Galaxy(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    width: int
    height: int
    cells: tuple[Cell, ...]
    links: Links
    constellations: tuple[Constellation, ...]
    opposite: tuple[Link, ...]
    neighbouring: tuple[Link, ...]
    black_track: tuple[BlackCell, ...]

    @property
    def constellation_ids(self) -> tuple[str, ...]:
        return tuple(constellation.id for constellation in self.constellations)

    @property
    def all_links(self) -> tuple[Link, ...]:
        return self.links.direct + self.links.dotted + self.links.orbital

    @property
    def dotted_links(self) -> tuple[Link, ...]:
        return self.links.dotted


class Cluster(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A ring of stars, clockwise, with its clock inside; `start` is the clock's first cell."""

    start: int
    cells: tuple[Point, ...]
    clock: tuple[Point, ...]


class MarkerCell(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    glowing: bool
    x: int
    y: int


class Nebula(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    width: int
    height: int
    clusters: tuple[Cluster, ...]
    boosted: Point
    marker: tuple[MarkerCell, ...]


class Track(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    id: str
    cells: tuple[Point, ...]


class ValueBoard(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    width: int
    height: int
    tracks: tuple[Track, ...]


class GoalData(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A goal card: its rule is a row of `goals.py`, the other fields are what the rule needs."""

    id: str
    rule: str
    colour: str | None = None
    other: str | None = None
    constellation: str | None = None
    orbit: int | None = None
    upper: int | None = None
    lower: int | None = None


class GoalText(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Name and text of all goals of one rule; `{colours}`, `{others}`, `{constellation}`, `{orbit}` are filled in."""

    rule: str
    name: Languages
    text: Languages


class PackData(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: str
    names: Languages
    stars: dict[str, str]
    galaxy: Galaxy
    nebula: Nebula
    value_board: ValueBoard
    personal_goals: tuple[GoalData, ...]
    race_goals: tuple[GoalData, ...]
    advanced_goals: tuple[GoalData, ...]
    goal_texts: tuple[GoalText, ...]
