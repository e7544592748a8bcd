"""Rows of JSON as columns: what rows of one kind have in the same field lies together, and every word is told once.

Events and moves are alike as a table's rows are. As columns they are compressed to two thirds of what they are else.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

from service.games.base import Plain

_CONSTANT = "type"
"""Rows that differ in this field are of different kinds, at whatever depth it is."""


class Columns(msgspec.Struct, frozen=True, array_like=True):
    """`kinds` are rows with holes (null) for their values, `order` says of which kind each row is.

    `values` has for every kind a list for every hole. There a number n is 2n, and the word number n is 2n + 1.
    """

    words: list[str]
    kinds: list[Plain]
    order: list[int]
    values: list[list[list[Any]]]


def _kind(row: Plain) -> Plain:
    return {name: _outline(name, value) for name, value in row.items()}


def _outline(name: str, value: Any) -> Any:
    if isinstance(value, dict):
        return _kind(value)
    return value if name == _CONSTANT and isinstance(value, str) else None


def _holes(kind: Plain, row: Plain) -> Iterator[Any]:
    """The values that a row has where its kind has none."""
    for name, outline in kind.items():
        if isinstance(outline, dict):
            yield from _holes(outline, row[name])
        elif outline is None:
            yield row[name]


def _filled(kind: Plain, values: Iterator[Any]) -> Plain:
    return {name: _filling(outline, values) for name, outline in kind.items()}


def _filling(outline: Any, values: Iterator[Any]) -> Any:
    if isinstance(outline, dict):
        return _filled(outline, values)
    return next(values) if outline is None else outline


def _numbered(value: Any, words: dict[str, int]) -> Any:
    match value:
        case str():
            return 2 * words.setdefault(value, len(words)) + 1
        case bool() | float() | None:
            return value
        case int():
            return 2 * value
        case list():
            return [_numbered(each, words) for each in value]
        case _:
            return {name: _numbered(each, words) for name, each in value.items()}


def _worded(value: Any, words: list[str]) -> Any:
    match value:
        case bool() | float() | None:
            return value
        case int():
            return words[value // 2] if value % 2 else value // 2
        case list():
            return [_worded(each, words) for each in value]
        case _:
            return {name: _worded(each, words) for name, each in value.items()}


def columns(rows: Iterable[Plain]) -> Columns:
    words: dict[str, int] = {}
    kinds: dict[bytes, int] = {}
    found: list[Plain] = []
    order: list[int] = []
    values: list[list[list[Any]]] = []
    for row in rows:
        kind = _kind(row)
        number = kinds.setdefault(msgspec.msgpack.encode(kind), len(kinds))
        if number == len(found):
            found.append(kind)
            values.append([])
        order.append(number)
        values[number].append([_numbered(value, words) for value in _holes(kind, row)])
    return Columns(list(words), found, order, [[list(hole) for hole in zip(*each, strict=True)] for each in values])


def rows(columns: Columns) -> Iterator[Plain]:
    counts = [columns.order.count(number) for number in range(len(columns.kinds))]
    waiting = [
        iter(zip(*holes, strict=True)) if holes else iter([()] * count)
        for holes, count in zip(columns.values, counts, strict=True)
    ]
    for number in columns.order:
        values = (_worded(value, columns.words) for value in next(waiting[number]))
        yield _filled(columns.kinds[number], values)
