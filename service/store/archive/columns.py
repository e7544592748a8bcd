"""Rows of JSON as columns: the values of one field of all rows of a kind lie together, and every word is stored once.

Compressed as columns, events and moves take two thirds of the bytes, and less than half where their words and kinds are
known (`dictionary.py`). Events repeat much of their move, so a value that a field repeats is not stored again.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

from service.games.base import Plain
from service.store.archive.dictionary import Words, collect_words, decode_words, encode_words, spell, words_in

_CONSTANT = "type"
"""Rows that differ in this field are of different kinds, at whatever depth it is."""


_AGAIN = -1
"""Stands for the value that a field of this name had last, in whatever row."""


class Columns(msgspec.Struct, frozen=True, array_like=True):
    """`order` says of which kind each row is: a kind is a word, a row as JSON with holes for its values.

    A hole is null; or an empty list, for a list of rows: its value is how many there are, and they follow the row.
    `values` has for every kind, in the order of their numbers, a list for every hole, as `encode_words` has it.
    """

    words: Words
    order: list[int]
    values: list[list[list[Any]]]


class _Row(msgspec.Struct, frozen=True):
    """The kind of a row, and its values in the holes; a hole has the name of its field."""

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
    """The names of the holes."""
    for name, outline in kind.items():
        if isinstance(outline, dict):
            yield from _names(outline)
        elif not isinstance(outline, str):
            yield name


def _holes(kind: Plain, row: Plain) -> Iterator[tuple[Any, Any]]:
    """Each hole with the value of the row there."""
    for name, outline in kind.items():
        if isinstance(outline, dict):
            yield from _holes(outline, row[name])
        elif not isinstance(outline, str):
            yield outline, row[name]


def _flatten(row: Plain) -> Iterator[_Row]:
    """The row, followed by the rows of its lists."""
    kind = _kind(row)
    holes = list(_holes(kind, row))
    values = [value if outline is None else len(value) for outline, value in holes]
    yield _Row(msgspec.json.encode(kind).decode(), list(_names(kind)), values)
    for outline, value in holes:
        if outline is not None:
            yield from itertools.chain.from_iterable(map(_flatten, value))


class _ColumnWriter:
    """Writes row after row, and leaves out values that repeat."""

    def __init__(self, numbers: dict[str, int]) -> None:
        self._numbers = numbers
        self._last: dict[str, bytes] = {}

    def values(self, row: _Row) -> list[Any]:
        return [self._value(name, value) for name, value in zip(row.names, row.values, strict=True)]

    def _value(self, name: str, value: Any) -> Any:
        """Compared as bytes: 1 is not True."""
        last, self._last[name] = self._last.get(name), msgspec.msgpack.encode(value)
        return _AGAIN if last == self._last[name] else encode_words(value, self._numbers)


def columns(rows: Iterable[Plain]) -> Columns:
    flat = list(itertools.chain.from_iterable(map(_flatten, rows)))
    words = collect_words(word for row in flat for word in (row.kind, *words_in(row.values)))
    numbers = {word: number for number, word in enumerate(spell(words))}
    order = [numbers[row.kind] for row in flat]
    values: dict[int, list[list[Any]]] = {number: [] for number in sorted(set(order))}
    writing = _ColumnWriter(numbers)
    for number, row in zip(order, flat, strict=True):
        values[number].append(writing.values(row))
    return Columns(words, order, [[list(hole) for hole in zip(*each, strict=True)] for each in values.values()])


class _ColumnReader:
    """Reads row after row: fills each kind with its next values."""

    def __init__(self, columns: Columns) -> None:
        self._words = spell(columns.words)
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
        return self._fill(self._kinds[number], iter(values))

    def _value(self, name: str, value: Any) -> Any:
        if value != _AGAIN:
            self._last[name] = decode_words(value, self._words)
        return self._last[name]

    def _fill(self, kind: Plain, values: Iterator[Any]) -> Plain:
        return {name: self._fill_hole(outline, values) for name, outline in kind.items()}

    def _fill_hole(self, outline: Any, values: Iterator[Any]) -> Any:
        match outline:
            case None:
                return next(values)
            case list():
                return [self._row(next(self._order)) for _ in range(next(values))]
            case dict():
                return self._fill(outline, values)
            case _:
                return outline


def rows(columns: Columns) -> Iterator[Plain]:
    return _ColumnReader(columns).rows()
