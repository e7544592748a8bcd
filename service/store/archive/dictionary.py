"""Words of ended games: each is told once, and of those that `known_words.json` has only their places there."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec

FILE = Path(__file__).with_name("known_words.json")
KNOWN = msgspec.json.decode(FILE.read_bytes(), type=list[str])
"""Archives have the places of these. So whatever is in the list stays where it is, and what is new comes after it."""
_PLACES = {word: place for place, word in enumerate(KNOWN)}


class Words(msgspec.Struct, frozen=True, array_like=True):
    """Known ones, each by how much later it stands than the one before; then the others as they are."""

    known: list[int]
    others: list[str]


def told(words: Iterable[str]) -> Words:
    different = dict.fromkeys(words)
    places = sorted(_PLACES[word] for word in different if word in _PLACES)
    later = [place - before for before, place in itertools.pairwise((0, *places))]
    return Words(later, [word for word in different if word not in _PLACES])


def last_known(words: Words) -> int:
    """The place of the last word that is not spelled, -1 where all are; a newer version may know more than this one."""
    return sum(words.known) if words.known else -1


def spelled(words: Words) -> list[str]:
    return [*(KNOWN[place] for place in itertools.accumulate(words.known)), *words.others]


def words_in(value: Any) -> Iterator[str]:
    match value:
        case str():
            yield value
        case list():
            yield from itertools.chain.from_iterable(map(words_in, value))
        case dict():
            yield from words_in(list(value.values()))
        case _:
            pass


def numbered(value: Any, numbers: Mapping[str, int]) -> Any:
    """A number n as 2n, and the word number n as 2n + 1."""
    match value:
        case str():
            return 2 * numbers[value] + 1
        case bool() | float() | bytes() | None:
            return value
        case int():
            return 2 * value
        case list():
            return [numbered(each, numbers) for each in value]
        case _:
            return {name: numbered(each, numbers) for name, each in value.items()}


def worded(value: Any, words: Sequence[str]) -> Any:
    match value:
        case bool() | float() | bytes() | None:
            return value
        case int():
            return words[value // 2] if value % 2 else value // 2
        case list():
            return [worded(each, words) for each in value]
        case _:
            return {name: worded(each, words) for name, each in value.items()}
