"""Names of players: NFC, 1 to 40 characters, nothing invisible that could deceive; and names for who gave none."""

from __future__ import annotations

import functools
import hashlib
import unicodedata

from service.games.base import Seat
from service.games.texts import LazyText
from service.store.games.records import SeatRecord, Table
from service.wire.refusals import TEXTS

MAX_LENGTH = 40
_JOINERS = frozenset("\u200c\u200d")
"""Persian and Indic words need them, and families of emoji."""
_FILLERS = frozenset("\u034f\u115f\u1160\u3164\uffa0")
"""Letters by their category, and nothing to see."""
_REFUSED = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
_VISIBLE = ("L", "N", "P", "S")


_ASTRONOMERS = tuple(key for key in TEXTS if key.startswith("astronomer."))


class UnfitName(ValueError):
    """Why a name is refused."""

    def __init__(self, key: str, **values: object) -> None:
        super().__init__(key)
        self.why = LazyText(f"field.{key}", values)


def _is_refused(character: str) -> bool:
    if character in _JOINERS:
        return False
    return character in _FILLERS or unicodedata.category(character) in _REFUSED


def _is_visible(character: str) -> bool:
    return unicodedata.category(character).startswith(_VISIBLE)


def clean(name: str) -> str:
    """The name as it is stored."""
    kept = unicodedata.normalize("NFC", name).strip()
    if not 1 <= len(kept) <= MAX_LENGTH:
        raise UnfitName("name_length", most=MAX_LENGTH)
    if any(_is_refused(character) for character in kept):
        raise UnfitName("name_invisible")
    if not any(_is_visible(character) for character in kept):
        raise UnfitName("name_empty")
    return kept


def display_name(table: Table, number: Seat, seat: SeatRecord, language: str) -> str:
    """The name of whoever sits there; bots without one are astronomers, no two alike at one table."""
    if seat.name:
        return seat.name
    if seat.kind == "human":
        return _nameless(number, language)
    astronomers = _astronomers(table.id, frozenset([seat.name.casefold() for seat in table.seats if seat.name]))
    return TEXTS.say(astronomers[number - 1], language)


@functools.lru_cache(maxsize=256)
def _nameless(number: Seat, language: str) -> str:
    return TEXTS.say("name.player", language, seat=number)


def display_names(table: Table, language: str) -> tuple[str, ...]:
    """The names of all seats, in order."""
    return tuple([display_name(table, number, seat, language) for number, seat in enumerate(table.seats, start=1)])


@functools.lru_cache(maxsize=1024)
def _astronomers(game_id: str, given: frozenset[str]) -> tuple[str, ...]:
    """Those that bots of a game are named after, for each seat; each table has others. Nobody who sits there is called
    so in any language."""
    first = hashlib.sha256(game_id.encode()).digest()[0] % len(_ASTRONOMERS)
    others = (*_ASTRONOMERS[first:], *_ASTRONOMERS[:first])
    return tuple(key for key in others if given.isdisjoint(name.casefold() for name in TEXTS.names(key).values()))
