"""What a content pack of Astra has to keep to, beyond the shape of its data."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from typing import Any, Final, NamedTuple, TypeVar

from service.games.astra.content.cards import PackCard, masks_of
from service.games.astra.words import ELEMENTS

CARDS: Final = 48
CARDS_PER_ELEMENT: Final = 12
BOONS: Final = 4
STARS: Final = range(3, 16)
GRAND_STARS: Final = range(1, 5)
MEAN_STARS: Final = (7, 9)

T = TypeVar("T")


class Problem(NamedTuple):
    """What is wrong: the card (empty for the pack as a whole), the field and a sentence."""

    card: str
    field: str
    sentence: str

    def __str__(self) -> str:
        return ": ".join(filter(None, self))


class Place(NamedTuple):
    """Where in the pack the reader is, and the list that problems found there go to."""

    problems: list[Problem]
    card: str = ""
    field: str = ""

    def wrong(self, sentence: str) -> None:
        self.problems.append(Problem(self.card, self.field, sentence))

    def at(self, name: str) -> Place:
        return self._replace(field=f"{self.field}.{name}".lstrip("."))

    def item(self, index: int) -> Place:
        return self._replace(field=f"{self.field}[{index}]")

    def of_card(self, entry: Any) -> Place:
        """The same place named by the card's id, where the card has a readable one."""
        name = entry.get("id") if isinstance(entry, dict) else None
        return self._replace(card=name, field="") if isinstance(name, str) and name else self


def check_deck(count: int, cards: list[PackCard], place: Place) -> None:
    if count != CARDS:
        place.wrong(f"A pack has {CARDS} constellations, this one {count}.")
    for name in _duplicates(card.id for card in cards):
        place.of_card({"id": name}).at("id").wrong("Two constellations have this id.")
    if len(cards) == count == CARDS:
        _check_elements(cards, place)
        _check_mean(cards, place)


def _check_elements(cards: list[PackCard], place: Place) -> None:
    counts = Counter(card.element for card in cards)
    for element in ELEMENTS:
        if counts[element] != CARDS_PER_ELEMENT:
            place.wrong(f"{CARDS_PER_ELEMENT} constellations are of {element}, here {counts[element]}.")


def _check_mean(cards: list[PackCard], place: Place) -> None:
    mean = sum(len(card.stars) for card in cards) / len(cards)
    if not MEAN_STARS[0] <= mean <= MEAN_STARS[1]:
        place.wrong(f"The mean number of stars is {MEAN_STARS[0]} to {MEAN_STARS[1]}, here {mean:.2f}.")


def _check_card_names(card: PackCard, place: Place) -> None:
    check_names(card.names, place)


def check_names(names: dict[str, str], place: Place) -> None:
    """English stands in for every language that the pack lacks."""
    if "en" not in names:
        place.at("names.en").wrong("The English name is missing.")
    for language in names:
        if not names[language].strip():
            place.at(f"names.{language}").wrong("The name is empty.")


def _check_boons(card: PackCard, place: Place) -> None:
    if len(card.boons) != BOONS:
        place.at("boons").wrong(f"A card has {BOONS} boons, this one {len(card.boons)}.")
    for kind in _duplicates(boon.type for boon in card.boons):
        place.at("boons").wrong(f"The boon of {kind} is there twice.")


def _check_star_count(card: PackCard, place: Place) -> None:
    if len(card.stars) not in STARS:
        place.at("stars").wrong(f"A figure has {STARS[0]} to {STARS[-1]} stars, this one {len(card.stars)}.")


def _check_star_kinds(card: PackCard, place: Place) -> None:
    kinds, stars = Counter(star.kind for star in card.stars), place.at("stars")
    if kinds["start"] != 1:
        stars.wrong(f"Exactly one star is the starting star, here {kinds['start']}.")
    if kinds["grand"] not in GRAND_STARS:
        stars.wrong(f"{GRAND_STARS[0]} to {GRAND_STARS[-1]} stars are grand, here {kinds['grand']}.")


def _check_star_names(card: PackCard, place: Place) -> None:
    for index, star in enumerate(card.stars):
        if star.kind != "common" and not (star.name or "").strip():
            place.at("stars").item(index).at("name").wrong(f"A {star.kind} star has a proper name.")


def _check_distinct_stars(card: PackCard, place: Place) -> None:
    for hip in _duplicates(star.hip for star in card.stars):
        place.at("stars").wrong(f"HIP {hip} is there twice.")
    for x, y in _duplicates((star.x, star.y) for star in card.stars):
        place.at("stars").wrong(f"Two stars are at the same position ({x}, {y}).")


def _check_lines(card: PackCard, place: Place) -> None:
    known, lines = len(place.problems), place.at("lines")
    for index, (one, other) in enumerate(card.lines):
        if one == other:
            lines.item(index).wrong("A line joins two different stars.")
        if not {one, other} <= set(range(len(card.stars))):
            lines.item(index).wrong(f"There is no line from {one} to {other} among {len(card.stars)} stars.")
    for line in _duplicates(tuple(sorted(line)) for line in card.lines):
        lines.wrong(f"The line {list(line)} is there twice.")
    if len(place.problems) == known and not _is_connected(card):
        lines.wrong("The figure is not connected.")


def _is_connected(card: PackCard) -> bool:
    masks, reached, before = masks_of(card), 1, 0
    while reached != before:
        before = reached
        reached |= _union(mask for index, mask in enumerate(masks) if before >> index & 1)
    return reached == (1 << len(masks)) - 1


def _union(masks: Iterable[int]) -> int:
    united = 0
    for mask in masks:
        united |= mask
    return united


def _duplicates(items: Iterable[T]) -> list[T]:
    return [item for item, count in Counter(items).items() if count > 1]


CARD_CHECKS: Final[tuple[Callable[[PackCard, Place], None], ...]] = (
    _check_card_names,
    _check_boons,
    _check_star_count,
    _check_star_kinds,
    _check_star_names,
    _check_distinct_stars,
    _check_lines,
)
