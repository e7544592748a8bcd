"""What a content pack of Astra is made of: cards, their stars and boons."""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal

from msgspec import Meta, Struct

from service.games.astra.words import AbilityId, BoonType, Element, StarKind

UNKNOWN: Final = ""
"""The id of a card that a viewer may not know."""
EMPTY: Final = "-"
"""Stands where no card lies; no card of a pack can be called so."""
MAX_ITEMS: Final = 100

Id = Annotated[str, Meta(pattern="^[a-z][a-z0-9_]{0,39}$")]
Text = Annotated[str, Meta(min_length=1, max_length=80)]
Fraction = Annotated[float, Meta(ge=0, le=1)]


class Boon(Struct, frozen=True):
    """What a helper may pick, and how much of it."""

    type: BoonType
    amount: Annotated[int, Meta(ge=1, le=99)]


class Star(Struct, frozen=True):
    """A real star: J2000 degrees in the sky, and its place on the card (north up, east left, y downward)."""

    name: Text | None
    bayer: Text
    hip: Annotated[int, Meta(ge=1, le=120_404)]
    ra: Annotated[float, Meta(ge=0, lt=360)]
    dec: Annotated[float, Meta(ge=-90, le=90)]
    x: Fraction
    y: Fraction
    kind: StarKind


class PackCard(Struct, frozen=True):
    """What a pack says of a card."""

    id: Id
    names: dict[str, Text]
    element: Element
    ability: AbilityId
    boons: tuple[Boon, ...]
    fame: Annotated[int, Meta(ge=0, le=99)]
    stars: tuple[Star, ...]
    lines: tuple[tuple[int, int], ...]


class Card(PackCard, frozen=True, eq=False):
    """A card and its figure as bit masks: bit i stands for star i.

    Cards are compared by identity, which makes them cheap keys of a cache.
    """

    size: int
    start: int
    grand: int
    common: int
    full: int
    adjacent: tuple[int, ...]


class Header(Struct, frozen=True):
    """What a pack says of itself, its cards still unread."""

    format: Literal[1]
    id: Id
    names: dict[str, Text]
    constellations: Annotated[list[Any], Meta(max_length=MAX_ITEMS)]


class Pack(Struct, frozen=True):
    """A pack that can be played with. `faces` has what stands for unknown cards and empty places besides."""

    id: str
    names: dict[str, str]
    hash: str
    cards: dict[str, Card]
    faces: dict[str, Card]


def masks_of(card: PackCard) -> tuple[int, ...]:
    """For each star the ones that a line joins it with."""
    masks = [0] * len(card.stars)
    for one, other in card.lines:
        masks[one] |= 1 << other
        masks[other] |= 1 << one
    return tuple(masks)
