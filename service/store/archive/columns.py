"""Rows of JSON as columns: what rows of one kind have in the same field lies together, and every word is told once.

Events and moves are alike as a table's rows are. As columns they are compressed to two thirds of what they are else,
and to less than half where their words and kinds are known (`words.py`). What comes of a move says much of the move
once more: so what a field has again is not told again.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

from service.games.base import Plain
from service.store.archive.dictionary import (
    Words,
    numbered,
    spelled,
    told,
    worded,
    words_in,
)

_CONSTANT = "type"
"""Rows that differ in this field are of different kinds, at whatever depth it is."""


_AGAIN = -1
"""In the place of a value: what a field of this name had last, in whatever row."""


class Columns(msgspec.Struct, frozen=True, array_like=True):
    """`order` says of which kind each row is: a kind is a word, a row as JSON with holes for its values.

    A hole is null; or an empty list, for a list of rows: its value is how many there are, and they follow the row.
    `values` has for every kind, in the order of their numbers, a list for every hole, as `numbered` has it.
    """

    words: Words
    order: list[int]
    values: list[list[list[Any]]]


class _Row(msgspec.Struct, frozen=True):
    """The kind of a row, and what it has in the holes, which are called as the fields are."""

    kind: str
    names: list[str]
    values: list[Any]


def _kind(row: Plain) -> Plain:
    return {name: _outline(name, value) for name, value in row.items()}


def _outline(name: str, value: Any) -> Any:
    match value:
        case dict():
            return _kind(value)
        case [dict(), *others] if all(isinstance(other, dict) for other in others):
            return []
        case str() if name == _CONSTANT:
            return value
        case _:
            return None


def _names(kind: Plain) -> Iterator[str]:
    """Of the holes."""
    for name, outline in kind.items():
        if isinstance(outline, dict):
            yield from _names(outline)
        elif not isinstance(outline, str):
            yield name


def _holes(kind: Plain, row: Plain) -> Iterator[tuple[Any, Any]]:
    """Each with what the row has there."""
    for name, outline in kind.items():
        if isinstance(outline, dict):
            yield from _holes(outline, row[name])
        elif not isinstance(outline, str):
            yield outline, row[name]


def _flat(row: Plain) -> Iterator[_Row]:
    """The row, followed by those that it has in lists."""
    kind = _kind(row)
    holes = list(_holes(kind, row))
    values = [value if outline is None else len(value) for outline, value in holes]
    yield _Row(msgspec.json.encode(kind).decode(), list(_names(kind)), values)
    for outline, value in holes:
        if outline is not None:
            yield from itertools.chain.from_iterable(map(_flat, value))


class _Writing:
    """Row after row, each as the values of its kind that are new."""

    def __init__(self, numbers: dict[str, int]) -> None:
        self._numbers = numbers
        self._last: dict[str, bytes] = {}

    def values(self, row: _Row) -> list[Any]:
        return [self._value(name, value) for name, value in zip(row.names, row.values, strict=True)]

    def _value(self, name: str, value: Any) -> Any:
        """Compared as bytes: 1 is not True."""
        last, self._last[name] = self._last.get(name), msgspec.msgpack.encode(value)
        return _AGAIN if last == self._last[name] else numbered(value, self._numbers)


def columns(rows: Iterable[Plain]) -> Columns:
    flat = list(itertools.chain.from_iterable(map(_flat, rows)))
    words = told(word for row in flat for word in (row.kind, *words_in(row.values)))
    numbers = {word: number for number, word in enumerate(spelled(words))}
    order = [numbers[row.kind] for row in flat]
    values: dict[int, list[list[Any]]] = {number: [] for number in sorted(set(order))}
    writing = _Writing(numbers)
    for number, row in zip(order, flat, strict=True):
        values[number].append(writing.values(row))
    return Columns(words, order, [[list(hole) for hole in zip(*each, strict=True)] for each in values.values()])


class _Reading:
    """Row after row, each filled with the next values of its kind."""

    def __init__(self, columns: Columns) -> None:
        self._words = spelled(columns.words)
        self._last: dict[str, Any] = {}
        self._order = iter(columns.order)
        numbers = sorted(set(columns.order))
        self._kinds = {number: msgspec.json.decode(self._words[number], type=Plain) for number in numbers}
        self._names = {number: list(_names(kind)) for number, kind in self._kinds.items()}
        self._waiting = {
            number: iter(zip(*holes, strict=True)) if holes else itertools.repeat(())
            for number, holes in zip(numbers, columns.values, strict=True)
        }

    def rows(self) -> Iterator[Plain]:
        return map(self._row, self._order)

    def _row(self, number: int) -> Plain:
        holes = zip(self._names[number], next(self._waiting[number]), strict=True)
        values = [self._value(name, value) for name, value in holes]
        return self._filled(self._kinds[number], iter(values))

    def _value(self, name: str, value: Any) -> Any:
        if value != _AGAIN:
            self._last[name] = worded(value, self._words)
        return self._last[name]

    def _filled(self, kind: Plain, values: Iterator[Any]) -> Plain:
        return {name: self._filling(outline, values) for name, outline in kind.items()}

    def _filling(self, outline: Any, values: Iterator[Any]) -> Any:
        match outline:
            case None:
                return next(values)
            case list():
                return [self._row(next(self._order)) for _ in range(next(values))]
            case dict():
                return self._filled(outline, values)
            case _:
                return outline


def rows(columns: Columns) -> Iterator[Plain]:
    return _Reading(columns).rows()
