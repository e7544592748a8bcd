"""Content packs of Astra: the cards as data, read from JSON and checked before anyone plays with them.

A pack keeps to what the books say of the cards (the rulings page, "Reconstructed content"). All that does not
is reported at once, so that the author of a pack can mend it in one go.
"""

import hashlib
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Annotated, Any, Final, Literal, NamedTuple, TypeVar, get_args, get_origin

import msgspec
from msgspec import UNSET, Meta, Struct

ELEMENTS: Final = ("fire", "water", "air", "earth")  # the spheres, clockwise
BOON_TYPES: Final = ("fame", "stardust", "observation", "improvement", "wisdom", "activation")
STAR_KINDS: Final = ("start", "grand", "common")
ABILITY_IDS: Final = (
    "stardust_4",
    "stardust_3",
    "stardust_2",
    "telescope",
    "buy_telescopes",
    "wisdom",
    "pouch",
    "mark_any",
    "mark_any_and_adjacent",
    "mark_three_cards",
    "mark_two",
    "fame_per_marked_card",
    "fame_per_element",
    "fame_per_grand",
    "first_any_common",
    "rest_gains_pouch",
    "regain_before_grand",
    "regain_if_common",
)
LANGUAGES: Final = ("en", "fr", "ru", "uk")

CLASSIC: Final = Path(__file__).with_name("classic.json")
CARDS: Final = 48
CARDS_PER_ELEMENT: Final = 12
BOONS: Final = 4
STARS: Final = range(3, 16)
GRAND_STARS: Final = range(1, 5)
MEAN_STARS: Final = (7, 9)
MAX_BYTES: Final = 1 << 20
MAX_ITEMS: Final = 100

Id = Annotated[str, Meta(pattern="^[a-z][a-z0-9_]{0,39}$")]
Text = Annotated[str, Meta(min_length=1, max_length=80)]
Fraction = Annotated[float, Meta(ge=0, le=1)]


class Boon(Struct, frozen=True):
    type: str
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
    kind: str


class Content(Struct, frozen=True):
    """What a pack says of a card."""

    id: Id
    names: dict[str, Text]
    element: str
    ability: str
    boons: tuple[Boon, ...]
    fame: Annotated[int, Meta(ge=0, le=99)]
    stars: tuple[Star, ...]
    lines: tuple[tuple[int, int], ...]


class Card(Content, frozen=True, eq=False):
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
    format: Literal[1]
    id: Id
    names: dict[str, Text]
    constellations: Annotated[list[Any], Meta(max_length=MAX_ITEMS)]


class Pack(Struct, frozen=True):
    id: str
    names: dict[str, str]
    hash: str
    cards: dict[str, Card]


T = TypeVar("T")


class Problem(NamedTuple):
    """What is wrong: the card (empty for the pack as a whole), the field and a sentence."""

    card: str
    field: str
    sentence: str

    def __str__(self) -> str:
        return ": ".join(filter(None, self))


class PackError(Exception):
    """A pack that cannot be played with, and every reason why."""

    def __init__(self, problems: Sequence[Problem]) -> None:
        super().__init__(problems)
        self.problems = list(problems)

    def __str__(self) -> str:
        return "\n".join(map(str, self.problems))


class Place(NamedTuple):
    """Where in the pack the reader is, and the list that problems found there go to."""

    problems: list[Problem]
    card: str = ""
    field: str = ""

    def wrong(self, sentence: str) -> None:
        self.problems.append(Problem(self.card, self.field, sentence))

    def at(self, name: str) -> "Place":
        return self._replace(field=f"{self.field}.{name}".lstrip("."))

    def item(self, index: int) -> "Place":
        return self._replace(field=f"{self.field}[{index}]")

    def of_card(self, entry: Any) -> "Place":
        """The same place named by the card's id, where the card has a readable one."""
        name = entry.get("id") if isinstance(entry, dict) else None
        return self._replace(card=name, field="") if isinstance(name, str) and name else self


def load_pack(path: Path) -> Pack:
    """The pack in a file; raises PackError."""
    try:
        with path.open("rb") as file:
            return parse_pack(file.read(MAX_BYTES + 1))
    except OSError as error:
        raise PackError([Problem("", "", f"The file cannot be read: {error.strerror}.")]) from error


def parse_pack(raw: bytes) -> Pack:
    """The pack in the JSON text; raises PackError with all that is wrong with it."""
    data, top = _decode(raw), Place([])
    header = _read_fields(Header, data, top)
    if "names" in header:
        _check_languages(header["names"], top)
    if "constellations" in header:
        header["cards"] = _read_cards(header["constellations"], top.at("constellations"))
    if top.problems:
        raise PackError(top.problems)
    return Pack(header["id"], header["names"], _hash(data), {card.id: _card(card) for card in header["cards"]})


def _decode(raw: bytes) -> Any:
    if len(raw) > MAX_BYTES:
        raise PackError([Problem("", "", f"A pack has at most {MAX_BYTES} bytes.")])
    try:
        return msgspec.json.decode(raw)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise PackError([Problem("", "", f"The pack is not readable JSON: {error}.")]) from error


def _hash(data: Any) -> str:
    return hashlib.sha256(msgspec.json.encode(data, order="sorted")).hexdigest()


def _read(kind: Any, value: Any, place: Place) -> Any:
    """The value as the given type, or UNSET after reporting why it is not one."""
    if isinstance(kind, type) and issubclass(kind, Struct):
        return _read_struct(kind, value, place)
    if get_origin(kind) is tuple and get_args(kind)[-1] is Ellipsis and isinstance(value, list):
        return _read_list(get_args(kind)[0], value, place)
    return _read_plain(kind, value, place)


def _read_plain(kind: Any, value: Any, place: Place) -> Any:
    try:
        return msgspec.convert(value, kind)
    except msgspec.ValidationError as error:
        place.wrong(f"{error}.")
        return UNSET


def _read_list(kind: Any, values: list[Any], place: Place) -> Any:
    if len(values) > MAX_ITEMS:
        place.wrong(f"A list has at most {MAX_ITEMS} items.")
        return UNSET
    items = tuple(_read(kind, value, place.item(index)) for index, value in enumerate(values))
    return UNSET if UNSET in items else items


def _read_struct(kind: type[Struct], value: Any, place: Place) -> Any:
    fields = _read_fields(kind, value, place)
    return kind(**fields) if len(fields) == len(kind.__struct_fields__) else UNSET


def _read_fields(kind: type[Struct], value: Any, place: Place) -> dict[str, Any]:
    """The fields that could be read."""
    if not isinstance(value, dict):
        place.wrong("This has to be an object.")
        return {}
    types = {field.name: field.type for field in msgspec.structs.fields(kind)}
    for name in sorted(value.keys() - types.keys()):
        place.at(name).wrong("There is no such field.")
    for name in sorted(types.keys() - value.keys()):
        place.at(name).wrong("This field is missing.")
    read = {name: _read(types[name], value[name], place.at(name)) for name in types if name in value}
    return {name: item for name, item in read.items() if item is not UNSET}


def _read_cards(entries: list[Any], place: Place) -> list[Content]:
    """The cards that could be read, each and the deck as a whole checked."""
    read = [_read_card(entry, place.item(index).of_card(entry)) for index, entry in enumerate(entries)]
    cards = [card for card in read if card is not UNSET]
    _check_deck(len(entries), cards, place)
    return cards


def _read_card(entry: Any, place: Place) -> Any:
    card = _read(Content, entry, place)
    for check in CARD_CHECKS if card is not UNSET else ():
        check(card, place)
    return card


def _card(content: Content) -> Card:
    masks = {kind: _mask(star.kind == kind for star in content.stars) for kind in STAR_KINDS}
    return Card(
        **msgspec.structs.asdict(content),
        size=len(content.stars),
        start=masks["start"].bit_length() - 1,
        grand=masks["grand"],
        common=masks["common"],
        full=(1 << len(content.stars)) - 1,
        adjacent=_neighbours(content),
    )


def _mask(bits: Iterable[bool]) -> int:
    return sum(bit << index for index, bit in enumerate(bits))


def _neighbours(content: Content) -> tuple[int, ...]:
    masks = [0] * len(content.stars)
    for one, other in content.lines:
        masks[one] |= 1 << other
        masks[other] |= 1 << one
    return tuple(masks)


def _check_deck(count: int, cards: list[Content], place: Place) -> None:
    if count != CARDS:
        place.wrong(f"A pack has {CARDS} constellations, this one {count}.")
    for name in _repeated(card.id for card in cards):
        place.of_card({"id": name}).at("id").wrong("Two constellations have this id.")
    if len(cards) == count == CARDS:
        _check_elements(cards, place)
        _check_mean(cards, place)


def _check_elements(cards: list[Content], place: Place) -> None:
    counts = Counter(card.element for card in cards)
    for element in ELEMENTS:
        if counts[element] != CARDS_PER_ELEMENT:
            place.wrong(f"{CARDS_PER_ELEMENT} constellations are of {element}, here {counts[element]}.")


def _check_mean(cards: list[Content], place: Place) -> None:
    mean = sum(len(card.stars) for card in cards) / len(cards)
    if not MEAN_STARS[0] <= mean <= MEAN_STARS[1]:
        place.wrong(f"The mean number of stars is {MEAN_STARS[0]} to {MEAN_STARS[1]}, here {mean:.2f}.")


def _check_card_names(card: Content, place: Place) -> None:
    _check_languages(card.names, place)


def _check_languages(names: dict[str, str], place: Place) -> None:
    for language in LANGUAGES:
        if not names.get(language, "").strip():
            place.at(f"names.{language}").wrong("The name in this language is missing.")


def _check_known_words(card: Content, place: Place) -> None:
    _check_known(card.element, ELEMENTS, place.at("element"))
    _check_known(card.ability, ABILITY_IDS, place.at("ability"))
    for index, boon in enumerate(card.boons):
        _check_known(boon.type, BOON_TYPES, place.at("boons").item(index).at("type"))
    for index, star in enumerate(card.stars):
        _check_known(star.kind, STAR_KINDS, place.at("stars").item(index).at("kind"))


def _check_known(word: str, words: Sequence[str], place: Place) -> None:
    if word not in words:
        place.wrong(f"{word!r} is none of {', '.join(words)}.")


def _check_boons(card: Content, place: Place) -> None:
    if len(card.boons) != BOONS:
        place.at("boons").wrong(f"A card has {BOONS} boons, this one {len(card.boons)}.")
    for kind in _repeated(boon.type for boon in card.boons):
        place.at("boons").wrong(f"The boon of {kind} is there twice.")


def _check_star_count(card: Content, place: Place) -> None:
    if len(card.stars) not in STARS:
        place.at("stars").wrong(f"A figure has {STARS[0]} to {STARS[-1]} stars, this one {len(card.stars)}.")


def _check_star_kinds(card: Content, place: Place) -> None:
    kinds, stars = Counter(star.kind for star in card.stars), place.at("stars")
    if kinds["start"] != 1:
        stars.wrong(f"Exactly one star is the starting star, here {kinds['start']}.")
    if kinds["grand"] not in GRAND_STARS:
        stars.wrong(f"{GRAND_STARS[0]} to {GRAND_STARS[-1]} stars are grand, here {kinds['grand']}.")


def _check_star_names(card: Content, place: Place) -> None:
    for index, star in enumerate(card.stars):
        if star.kind != "common" and not (star.name or "").strip():
            place.at("stars").item(index).at("name").wrong(f"A {star.kind} star has a proper name.")


def _check_distinct_stars(card: Content, place: Place) -> None:
    for hip in _repeated(star.hip for star in card.stars):
        place.at("stars").wrong(f"HIP {hip} is there twice.")
    for x, y in _repeated((star.x, star.y) for star in card.stars):
        place.at("stars").wrong(f"Two stars are at the same position ({x}, {y}).")


def _check_lines(card: Content, place: Place) -> None:
    known, lines = len(place.problems), place.at("lines")
    for index, (one, other) in enumerate(card.lines):
        if one == other:
            lines.item(index).wrong("A line joins two different stars.")
        if not {one, other} <= set(range(len(card.stars))):
            lines.item(index).wrong(f"There is no line from {one} to {other} among {len(card.stars)} stars.")
    for line in _repeated(tuple(sorted(line)) for line in card.lines):
        lines.wrong(f"The line {list(line)} is there twice.")
    if len(place.problems) == known and not _is_connected(card):
        lines.wrong("The figure is not connected.")


def _is_connected(card: Content) -> bool:
    masks, reached, before = _neighbours(card), 1, 0
    while reached != before:
        before = reached
        reached |= _union(mask for index, mask in enumerate(masks) if before >> index & 1)
    return reached == (1 << len(masks)) - 1


def _union(masks: Iterable[int]) -> int:
    united = 0
    for mask in masks:
        united |= mask
    return united


def _repeated(items: Iterable[T]) -> list[T]:
    return [item for item, count in Counter(items).items() if count > 1]


CARD_CHECKS: Final[tuple[Callable[[Content, Place], None], ...]] = (
    _check_card_names,
    _check_known_words,
    _check_boons,
    _check_star_count,
    _check_star_kinds,
    _check_star_names,
    _check_distinct_stars,
    _check_lines,
)
