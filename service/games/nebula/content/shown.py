"""A pack as clients get it, in one language: boards with coordinates, goals, and the texts to show."""

from __future__ import annotations

from typing import Annotated, TypeVar

import msgspec
from msgspec import Meta

from service.games.base import Content, Language
from service.games.nebula.content import shapes
from service.games.nebula.content.pack import Pack
from service.games.nebula.stars import Colour, Star
from service.games.nebula.text import TEXTS, goal_words

T = TypeVar("T")
CellPair = tuple[str, str]
ConstellationPair = tuple[str, str]
SHOWN_TEXTS = ("variant", "phase", "score", "end")


class PointContent(msgspec.Struct, frozen=True):
    """Where something is drawn."""

    x: int
    y: int


class StarContent(msgspec.Struct, frozen=True):
    """A kind of star; `colour` is what to draw it with."""

    id: Star
    name: str
    colour: str


class CellContent(msgspec.Struct, frozen=True):
    """A cell of the galaxy; the centre alone has no constellation of its own."""

    id: str
    orbit: int
    position: int
    constellation: str | None
    glowing: bool
    x: int
    y: int


class LinksContent(msgspec.Struct, frozen=True):
    """Connected cells, by the kind of line between them."""

    direct: tuple[CellPair, ...]
    dotted: tuple[CellPair, ...]
    orbital: tuple[CellPair, ...]


class ConstellationContent(msgspec.Struct, frozen=True):
    """One of the four constellations of a galaxy."""

    id: str
    symbol: str
    name: str


class BlackCellContent(msgspec.Struct, frozen=True):
    """A cell of the own black track and what the track is worth with it filled."""

    value: int
    x: int
    y: int


class GalaxyContent(msgspec.Struct, frozen=True):
    """The board of one seat."""

    width: int
    height: int
    cells: tuple[CellContent, ...]
    links: LinksContent
    constellations: tuple[ConstellationContent, ...]
    opposite: tuple[ConstellationPair, ...]
    neighbouring: tuple[ConstellationPair, ...]
    black_track: tuple[BlackCellContent, ...]


class ClusterContent(msgspec.Struct, frozen=True):
    """A ring of stars, clockwise, with its clock inside; `start` is the clock's first cell."""

    start: int
    cells: tuple[PointContent, ...]
    clock: tuple[PointContent, ...]


class MarkerCellContent(msgspec.Struct, frozen=True):
    """A cell on the way of the black marker; on a glowing one the boosted star changes."""

    glowing: bool
    x: int
    y: int


class NebulaBoardContent(msgspec.Struct, frozen=True):
    """The board in the middle: clusters, boosted star, black marker."""

    width: int
    height: int
    clusters: tuple[ClusterContent, ...]
    boosted: PointContent
    marker: tuple[MarkerCellContent, ...]


class ValueTrackContent(msgspec.Struct, frozen=True):
    """A track of the value board."""

    id: shapes.TrackId
    name: str
    cells: tuple[PointContent, ...]


class ValueBoardContent(msgspec.Struct, frozen=True):
    """The value board of the full game."""

    width: int
    height: int
    tracks: tuple[ValueTrackContent, ...]


class GoalContent(msgspec.Struct, frozen=True, kw_only=True):
    """A goal card. `rule` says what it asks for; `colour` is of which colour, if it names one."""

    id: str
    name: str
    text: str
    rule: str
    colour: Colour | None


class PersonalGoalContent(GoalContent, frozen=True, kw_only=True):
    """A goal that a seat keeps in secret."""


class RaceGoalContent(GoalContent, frozen=True, kw_only=True):
    """A goal for all: the first to reach it gets the upper value, the others the lower one."""

    constellation: str | None
    orbit: int | None
    upper: int
    lower: int


class AdvancedGoalContent(GoalContent, frozen=True, kw_only=True):
    """A goal of the full game, scored as often as it is met; `other` is the second colour of a pair."""

    other: Colour | None


class NebulaContent(Content, frozen=True, kw_only=True, tag_field="rulebook", tag="nebula"):
    """Boards, stars and goals of Nebula."""

    stars: tuple[StarContent, ...]
    galaxy: GalaxyContent
    nebula: NebulaBoardContent
    value_board: ValueBoardContent
    personal_goals: tuple[PersonalGoalContent, ...]
    race_goals: tuple[RaceGoalContent, ...]
    advanced_goals: tuple[AdvancedGoalContent, ...]
    texts: Annotated[
        dict[str, dict[str, str]],
        Meta(description="words to show, by what they name: variant, phase, score (rules of the ledger), end"),
    ]


def content(pack: Pack, language: Language) -> NebulaContent:
    data = pack.data
    return NebulaContent(
        pack=pack.id,
        pack_hash=pack.hash,
        language=language,
        name=data.names[language],
        rulings=TEXTS.under("ruling", language),
        texts={part: TEXTS.under(part, language) for part in SHOWN_TEXTS},
        stars=_stars(data, language),
        galaxy=_galaxy(data.galaxy, language),
        nebula=_as(NebulaBoardContent, data.nebula),
        value_board=_value_board(data.value_board, language),
        personal_goals=_goals(PersonalGoalContent, pack, data.personal_goals, language),
        race_goals=_goals(RaceGoalContent, pack, data.race_goals, language),
        advanced_goals=_goals(AdvancedGoalContent, pack, data.advanced_goals, language),
    )


def _as(shape: type[T], part: object, **more: object) -> T:
    """The fields of the shape, from a part of the pack and from what is added to it."""
    return msgspec.convert({**msgspec.to_builtins(part), **more}, shape)


def _stars(data: shapes.PackData, language: str) -> tuple[StarContent, ...]:
    found = [
        {"id": star, "name": TEXTS.say(f"star.{star}", language), "colour": paint} for star, paint in data.stars.items()
    ]
    return msgspec.convert(found, tuple[StarContent, ...])


def _galaxy(galaxy: shapes.Galaxy, language: str) -> GalaxyContent:
    constellations = [
        {"id": each.id, "symbol": each.symbol, "name": each.names[language]} for each in galaxy.constellations
    ]
    return _as(GalaxyContent, galaxy, constellations=constellations)


def _value_board(board: shapes.ValueBoard, language: str) -> ValueBoardContent:
    tracks = [_as(ValueTrackContent, track, name=TEXTS.say(f"track.{track.id}", language)) for track in board.tracks]
    return ValueBoardContent(board.width, board.height, tuple(tracks))


def _goals(shape: type[T], pack: Pack, cards: tuple[shapes.GoalData, ...], language: str) -> tuple[T, ...]:
    return tuple(_goal(shape, pack, card, language) for card in cards)


def _goal(shape: type[T], pack: Pack, card: shapes.GoalData, language: str) -> T:
    name, text = goal_words(pack, card.id, language)
    return msgspec.convert({**msgspec.structs.asdict(card), "name": name, "text": text}, shape)
