"""Content packs of Astra: the cards as data, read from JSON and checked before anyone plays with them.

A pack keeps to what the books say of the cards (the rulings page, "Reconstructed content"). All that does not
is reported at once, so that the author of a pack can mend it in one go.
"""

from __future__ import annotations

import functools
import hashlib
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Final, Literal, cast, get_args, get_origin

import msgspec
from msgspec import UNSET, Struct

from service.games.astra.content.cards import EMPTY, MAX_ITEMS, UNKNOWN, Card, Header, Pack, PackCard, masks_of
from service.games.astra.content.checks import CARD_CHECKS, Place, Problem, check_deck, check_names
from service.games.astra.words import STAR_KINDS, AbilityId, Element
from service.games.base import State
from service.games.packs import PackError, Packs, Translations

CLASSIC: Final = Path(__file__).with_name("classic.json")
TRANSLATIONS: Final = Translations(Path(__file__).with_name("translations.json"))
MAX_BYTES: Final = 1 << 20
MENDED: Final = {"fr": {"Ophiuchus": "Serpentaire"}, "ru": {"Центавр": "Кентавр"}}
"""Names that were put right after games had been stored with the hash of the classic pack."""


def _no_card(card: str, full: int) -> Card:
    """A card without stars: none can be marked, so that rules and bots need not ask whether there is a card."""
    return Card(
        id=card,
        names={},
        element=cast(Element, ""),
        ability=cast(AbilityId, ""),
        boons=(),
        fame=0,
        stars=(),
        lines=(),
        adjacent=(),
        start=0,
        grand=0,
        common=0,
        full=full,
        size=0,
    )


_NO_CARDS = {UNKNOWN: _no_card(UNKNOWN, full=1), EMPTY: _no_card(EMPTY, full=0)}
"""A card that a viewer may not know is never full; an empty place has nothing undiscovered (A-23)."""


def read_pack(data: bytes) -> Pack:
    """The pack in the JSON text; raises PackError with all that is wrong with it."""
    plain, top = _decode(data), Place([])
    header = _read_fields(Header, plain, top)
    if "names" in header:
        check_names(header["names"], top)
    if "constellations" in header:
        header["cards"] = _read_cards(header["constellations"], top.at("constellations"))
    if top.problems:
        raise PackError(top.problems)
    cards = {card.id: _card(card) for card in header["cards"]}
    return Pack(header["id"], TRANSLATIONS.complete(header["names"]), _hash(plain), cards, cards | _NO_CARDS)


def _decode(data: bytes) -> Any:
    if len(data) > MAX_BYTES:
        raise PackError([Problem("", "", f"A pack has at most {MAX_BYTES} bytes.")])
    try:
        return msgspec.json.decode(data)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise PackError([Problem("", "", f"The pack is not readable JSON: {error}.")]) from error


def _hash(plain: Any) -> str:
    return hashlib.sha256(msgspec.json.encode(plain, order="sorted")).hexdigest()


def _read(kind: Any, value: Any, place: Place) -> Any:
    """The value as the given type, or UNSET after reporting why it is not one."""
    if isinstance(kind, type) and issubclass(kind, Struct):
        return _read_struct(kind, value, place)
    if get_origin(kind) is tuple and get_args(kind)[-1] is Ellipsis and isinstance(value, list):
        return _read_list(get_args(kind)[0], value, place)
    if get_origin(kind) is Literal and isinstance(value, str):
        return _read_word(get_args(kind), value, place)
    return _read_plain(kind, value, place)


def _read_word(words: tuple[str, ...], value: str, place: Place) -> Any:
    if value in words:
        return value
    place.wrong(f"{value!r} is none of {', '.join(words)}.")
    return UNSET


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
    types = _types(kind)
    for name in sorted(value.keys() - types.keys()):
        place.at(name).wrong("There is no such field.")
    for name in sorted(types.keys() - value.keys()):
        place.at(name).wrong("This field is missing.")
    read = {name: _read(types[name], value[name], place.at(name)) for name in types if name in value}
    return {name: item for name, item in read.items() if item is not UNSET}


@functools.cache
def _types(kind: type[Struct]) -> dict[str, Any]:
    return {field.name: field.type for field in msgspec.structs.fields(kind)}


def _read_cards(entries: list[Any], place: Place) -> list[PackCard]:
    """The cards that could be read, each and the deck as a whole checked."""
    read = [_read_card(entry, place.item(index).of_card(entry)) for index, entry in enumerate(entries)]
    cards = [card for card in read if card is not UNSET]
    check_deck(len(entries), cards, place)
    return cards


def _read_card(entry: Any, place: Place) -> Any:
    card = _read(PackCard, entry, place)
    for check in CARD_CHECKS if card is not UNSET else ():
        check(card, place)
    return card


def _card(read: PackCard) -> Card:
    masks = {kind: _mask(star.kind == kind for star in read.stars) for kind in STAR_KINDS}
    mended = {language: MENDED.get(language, {}).get(name, name) for language, name in read.names.items()}
    return Card(
        **msgspec.structs.asdict(msgspec.structs.replace(read, names=TRANSLATIONS.complete(mended))),
        size=len(read.stars),
        start=masks["start"].bit_length() - 1,
        grand=masks["grand"],
        common=masks["common"],
        full=(1 << len(read.stars)) - 1,
        adjacent=masks_of(read),
    )


def _mask(bits: Iterable[bool]) -> int:
    return sum(bit << index for index, bit in enumerate(bits))


PACKS = Packs(read_pack, CLASSIC.read_bytes())


def cards_of(state: State) -> dict[str, Card]:
    """The cards this game is played with, and what stands for unknown ones and for empty places."""
    return _FACES[state.pack_hash]


class _Faces(dict[str, dict[str, Card]]):
    """The cards by the hash of their pack. Every question about a star begins here, so that it has to be quick."""

    def __missing__(self, pack_hash: str) -> dict[str, Card]:
        self[pack_hash] = faces = PACKS.by_hash(pack_hash).faces
        return faces


_FACES = _Faces()
