"""Words of ended games: each is stored once, and a word of `known_words.json` only by its place there."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec

FILE = Path(__file__).with_name("known_words.json")
KNOWN = msgspec.json.decode(FILE.read_bytes(), type=list[str])
"""Archives store the places of these words: never move or remove one, add new ones at the end."""
_PLACES = {word: place for place, word in enumerate(KNOWN)}


class Words(msgspec.Struct, frozen=True, array_like=True):
    """Known words, each by the distance from the one before; then the other words themselves."""

    known: list[int]
    others: list[str]


def collect_words(words: Iterable[str]) -> Words:
    different = dict.fromkeys(words)
    places = sorted(_PLACES[word] for word in different if word in _PLACES)
    later = [place - before for before, place in itertools.pairwise((0, *places))]
    return Words(later, [word for word in different if word not in _PLACES])


def last_known(words: Words) -> int:
    """The last place in `KNOWN` that is used, -1 where none is; a newer version may know more words than this one."""
    return sum(words.known) if words.known else -1


def spell(words: Words) -> list[str]:
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


def encode_words(value: Any, numbers: Mapping[str, int]) -> Any:
    """Replace words by their numbers: a number n becomes 2n, the word number n becomes 2n + 1."""
    match value:
        case str():
            return 2 * numbers[value] + 1
        case bool() | float() | bytes() | None:
            return value
        case int():
            return 2 * value
        case list():
            return [encode_words(each, numbers) for each in value]
        case _:
            return {name: encode_words(each, numbers) for name, each in value.items()}


def decode_words(value: Any, words: Sequence[str]) -> Any:
    match value:
        case bool() | float() | bytes() | None:
            return value
        case int():
            return words[value // 2] if value % 2 else value // 2
        case list():
            return [decode_words(each, words) for each in value]
        case _:
            return {name: decode_words(each, words) for name, each in value.items()}
