"""Files of games: what is written is read again, and what is no such file is refused."""

from __future__ import annotations

import pytest

from service.store.change_messages import Entry
from service.usecases.admin.export_file import FORMAT, EntryLine, ExportFile, Head, encode_lines, read_file
from service.usecases.admin.games import CannotDo


@pytest.mark.parametrize("move", [b"", b'{"seat":1,"move":null}'])
def test_an_entry_travels_with_its_move_or_without_one(move: bytes) -> None:
    entry = Entry(9, 4, move, b'[{"id":9}]')
    assert EntryLine.from_entry(entry).entry == entry


def test_a_file_without_games_is_one() -> None:
    assert read_file(b"".join(encode_lines(Head(FORMAT, "1.0"), ()))) == ExportFile((), ())


@pytest.mark.parametrize(
    "data", [b"", b"\n", b"[]\n", b'"almagest_games"\n', b"{}\n", b'{"line": "seal"}\n', b"\xff\n"]
)
def test_what_is_no_file_of_games_is_refused_as_such(data: bytes) -> None:
    with pytest.raises(CannotDo, match="no file of exported games"):
        read_file(data)
