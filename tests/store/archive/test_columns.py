"""Rows as columns: the layout that stored archives have, and the way back."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from service.store.archive import codec, dictionary
from service.store.archive.columns import Columns, columns, rows
from service.store.archive.dictionary import Words
from service.store.change_messages import Entry

ROWS: list[dict[str, Any]] = [
    {"type": "sat", "seat": 1, "who": {"type": "human", "name": "Ada", "is": [7, "Ada", None, True, 1.5, {"k": "v"}]}},
    {"type": "over"},
    {"type": "sat", "seat": 2, "who": {"type": "human", "name": "Bo", "is": []}},
    {"type": 5, "seat": -3},
    {"type": "over"},
]
SAT = '{"type":"sat","seat":null,"who":{"type":"human","name":null,"is":null}}'
OVER = '{"type":"over"}'
ODD = '{"type":null,"seat":null}'
LAYOUT = Columns(
    words=Words([], [SAT, "Ada", "v", OVER, "Bo", ODD]),
    order=[0, 3, 0, 5, 3],
    values=[[[2, 4], [3, 9], [[14, 3, None, True, 1.5, {"k": 5}], []]], [], [[10], [-6]]],
)


def test_what_rows_of_a_kind_have_in_the_same_field_lies_together_and_words_are_told_once() -> None:
    assert columns(ROWS) == LAYOUT
    assert columns([]) == Columns(Words([], []), [], [])


def test_columns_become_the_rows_that_they_were() -> None:
    assert list(rows(LAYOUT)) == ROWS
    assert [list(row) for row in rows(LAYOUT)] == [list(row) for row in ROWS], "in the order of their fields"
    back = msgspec.msgpack.decode(msgspec.msgpack.encode(LAYOUT), type=Columns)
    assert list(rows(back)) == ROWS


def test_what_a_field_has_again_in_whatever_row_is_not_told_again() -> None:
    alike: list[dict[str, Any]] = [{"seat": 1}, {"seat": 1, "by": 2}, {"seat": True}, {"seat": 1}]
    told = columns(alike)
    assert told.values == [[[2, True, 2]], [[-1], [4]]]
    assert list(rows(told)) == alike


def test_a_list_of_rows_is_told_as_rows_and_any_other_as_a_value() -> None:
    nested: list[dict[str, Any]] = [{"lines": [{"seat": 1}, {"seat": 2}], "mixed": [{"seat": 3}, 4]}]
    told = columns(nested)
    kinds = [told.words.others[number] for number in told.order]
    assert kinds == ['{"lines":[],"mixed":null}', '{"seat":null}', '{"seat":null}']
    assert list(rows(told)) == nested


def _entry(last: int, version: int, move: Any, *events: dict[str, Any]) -> Entry:
    return Entry(last, version, msgspec.json.encode(move) if move else b"", msgspec.json.encode(events))


STREAM = [
    _entry(1, 0, None, {"id": 1, "version": 0, "type": "begun"}),
    _entry(3, 1, {"seat": 1, "move": "x"}, {"id": 2, "version": 1, "a": 1}, {"id": 3, "version": 1, "a": 2}),
    _entry(3, 1, None),
    _entry(4, 2, {"seat": 2, "move": "y"}, {"id": 4, "version": 2, "a": 3}),
]


def test_a_stream_is_folded_without_what_its_places_say_and_comes_back_byte_for_byte() -> None:
    state, score = msgspec.msgpack.encode([1, "x"]), b'{"total":7}'
    kept = codec.unpack(codec.pack(state, score, STREAM))
    told = kept.stream
    assert (kept.state, kept.score, told.entries) == (state, score, [])
    assert (told.counts, told.steps) == ([1, 2, 0, 1], [0, 1, 0, 1])
    assert list(rows(told.columns)) == [
        {"state": [1, "x"], "score": {"total": 7}},
        {"type": "begun"},
        {"seat": 1, "move": "x"},
        {"a": 1},
        {"a": 2},
        {"seat": 2, "move": "y"},
        {"a": 3},
    ]
    assert codec.entries(kept) == STREAM


@pytest.mark.parametrize(
    "odd",
    [
        _entry(9, 0, None, {"id": 1, "version": 0, "type": "begun"}),
        _entry(1, 0, {"seat": 1}, {"id": 1, "version": 0, "type": "a move that raises no version"}),
        _entry(1, 1, None, {"id": 1, "version": 1, "type": "a version without a move"}),
        Entry(1, 0, b"", b'[{"id":1, "version":0}]'),
        Entry(1, 0, b"", b"no json"),
        Entry(0, 1, b"7", b"[]"),
        Entry(1, 0, b"", b'[{"id":1,"version":0,"a":9223372036854775808}]'),
    ],
)
def test_what_would_come_back_otherwise_is_kept_as_it_is(odd: Entry) -> None:
    kept = codec.unpack(codec.pack(None, None, [odd]))
    assert (kept.state, kept.score, kept.stream.entries) == (None, None, [odd])
    assert codec.entries(kept) == [odd]
    scored = codec.unpack(codec.pack(b"state", b"score", [odd]))
    assert (scored.state, scored.score, scored.stream.entries) == (b"state", b"score", [odd])


def test_an_archive_that_spells_all_its_words_needs_none_that_are_known(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dictionary, "_PLACES", {})
    packed = codec.pack(None, None, [_entry(1, 0, None, {"id": 1, "version": 0, "type": "spelled"})])
    monkeypatch.setattr(codec, "KNOWN", [])
    assert codec.unpack(packed).stream.columns.words.known == []
