"""The content of Astra as clients get it: cards to draw, texts to show, all in one language."""

from __future__ import annotations

from typing import Annotated, cast

from msgspec import Meta, Struct

from service.games.astra.abilities import ABILITIES
from service.games.astra.content.cards import Boon, Card, Star
from service.games.astra.content.pack import PACKS
from service.games.astra.printed import BELOW_GAME_END, DREAM_NUMBERS, SCORING_CARDS, SPHERES
from service.games.astra.text import TEXTS, ability_text, boon_text
from service.games.astra.words import AbilityId, BoonType, Element, StarKind, When
from service.games.base import Content, Language


class SphereContent(Struct, frozen=True, kw_only=True):
    """One sphere of the board, in clockwise order."""

    element: Element
    name: str
    dream_number: Annotated[int, Meta(description="how many stars the dreamer marks; only for two players")]


class AbilityContent(Struct, frozen=True, kw_only=True):
    """What an active constellation can be used for."""

    id: AbilityId
    when: When
    text: str


class BoonContent(Struct, frozen=True, kw_only=True):
    """One of the four boons of a card."""

    type: BoonType
    amount: int
    text: str


class StarContent(Struct, frozen=True, kw_only=True):
    """A real star and its place on the card."""

    star: Annotated[int, Meta(description="the number by which moves and marks name it")]
    name: Annotated[str | None, Meta(description="the proper name, if it has one")]
    bayer: str
    kind: StarKind
    ra: Annotated[float, Meta(description="right ascension, J2000 degrees")]
    dec: Annotated[float, Meta(description="declination, J2000 degrees")]
    x: Annotated[float, Meta(description="0 is the left edge of the card, 1 the right one")]
    y: Annotated[float, Meta(description="0 is the upper edge of the card, 1 the lower one")]


class ConstellationContent(Struct, frozen=True, kw_only=True):
    """A constellation card."""

    id: str
    name: str
    element: Element
    fame: Annotated[int, Meta(description="what it scores while it is active")]
    ability: AbilityContent
    boons: Annotated[tuple[BoonContent, ...], Meta(description="from left to right")]
    stars: tuple[StarContent, ...]
    lines: Annotated[tuple[tuple[int, int], ...], Meta(description="which stars are adjacent")]


class AstraContent(Content, frozen=True, kw_only=True, tag_field="rulebook", tag="astra"):
    """Spheres, scoring cards and constellations."""

    spheres: tuple[SphereContent, ...]
    discard_icon_after: Annotated[Element, Meta(description="the icon lies between this sphere and the next")]
    below_game_end: Annotated[dict[str, int], Meta(description="cards below Game End, by the number of players")]
    scoring_cards: Annotated[tuple[tuple[Element, Element], ...], Meta(description="the elements premarked on each")]
    constellations: tuple[ConstellationContent, ...]


def content(pack: str, language: str) -> AstraContent:
    cards = PACKS.by_name(pack)
    return AstraContent(
        pack=cards.id,
        pack_hash=cards.hash,
        language=cast(Language, language),
        name=cards.names[language],
        rulings=TEXTS.under("ruling", language),
        texts={kind: TEXTS.under(kind, language) for kind in ("phase", "score", "end", "element")},
        spheres=tuple(
            SphereContent(element=element, name=TEXTS.say(f"element.{element}", language), dream_number=number)
            for element, number in zip(SPHERES, DREAM_NUMBERS, strict=True)
        ),
        discard_icon_after=SPHERES[-1],
        below_game_end={str(players): count for players, count in BELOW_GAME_END.items()},
        scoring_cards=SCORING_CARDS,
        constellations=tuple(_constellation(card, language) for card in cards.cards.values()),
    )


def _constellation(card: Card, language: str) -> ConstellationContent:
    return ConstellationContent(
        id=card.id,
        name=card.names[language],
        element=card.element,
        fame=card.fame,
        ability=AbilityContent(
            id=card.ability, when=ABILITIES[card.ability].when, text=ability_text(card.ability, language)
        ),
        boons=tuple(_boon(boon, language) for boon in card.boons),
        stars=tuple(_star(index, star) for index, star in enumerate(card.stars)),
        lines=card.lines,
    )


def _boon(boon: Boon, language: str) -> BoonContent:
    return BoonContent(type=boon.type, amount=boon.amount, text=boon_text(boon, language))


def _star(index: int, star: Star) -> StarContent:
    return StarContent(
        star=index, name=star.name, bayer=star.bayer, kind=star.kind, ra=star.ra, dec=star.dec, x=star.x, y=star.y
    )
