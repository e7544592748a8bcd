"""Games on their way from one installation to another: JSON lines, first a head, last a seal over all before it."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

from service.store.change_messages import Entry
from service.usecases.admin.games import CannotDo

FORMAT = 1


class Head(msgspec.Struct, frozen=True, tag="almagest_games", tag_field="line"):
    """The first line. `software` informs people; the importer checks `format`."""

    format: int
    software: str


class PackLine(msgspec.Struct, frozen=True, tag="pack", tag_field="line"):
    """A content pack that games of the file are played with, byte for byte."""

    rulebook: str
    hash: str
    source: bytes


NOTHING = msgspec.Raw(b"null")


class EntryLine(msgspec.Struct, frozen=True):
    """An entry of the event stream. The JSON of move and events is kept byte for byte; no move is null."""

    last: int
    version: int
    move: msgspec.Raw
    events: msgspec.Raw

    @classmethod
    def from_entry(cls, entry: Entry) -> EntryLine:
        return cls(entry.last, entry.version, msgspec.Raw(entry.move or NOTHING), msgspec.Raw(entry.events))

    @property
    def entry(self) -> Entry:
        return Entry(self.last, self.version, json_or_none(self.move) or b"", bytes(self.events))


class GameLine(msgspec.Struct, frozen=True, tag="game", tag_field="line"):
    """A game's records as stored, and when it was exported. `before`: states that moves can be taken back to."""

    left: int
    rev: int
    table: msgspec.Raw
    clock: msgspec.Raw
    state: bytes | None
    before: dict[int, bytes]
    score: msgspec.Raw
    entries: list[EntryLine]


def json_or_none(raw: msgspec.Raw) -> bytes | None:
    """The JSON, unless it is null."""
    return None if bytes(raw) == bytes(NOTHING) else bytes(raw)


class Checksum(msgspec.Struct, frozen=True, tag="seal", tag_field="line"):
    """The last line: SHA-256 of every byte before it."""

    sha256: str


class ExportFile(msgspec.Struct, frozen=True):
    """The packs and games of a file."""

    packs: tuple[PackLine, ...]
    games: tuple[GameLine, ...]


def encode_lines(head: Head, lines: Iterable[PackLine | GameLine]) -> Iterator[bytes]:
    """Encode the file, line by line."""
    seal = hashlib.sha256()
    for line in (head, *lines):
        data = msgspec.json.encode(line) + b"\n"
        seal.update(data)
        yield data
    yield msgspec.json.encode(Checksum(seal.hexdigest())) + b"\n"


_Line = Head | PackLine | GameLine | Checksum
_lines = msgspec.json.Decoder(_Line)


def _check_format(first: bytes) -> None:
    """Check the format first: a newer file may have lines that are unknown here."""
    try:
        plain: dict[str, Any] = msgspec.json.decode(first, type=dict[str, Any])
    except msgspec.DecodeError:
        plain = {}
    if plain.get("line") != "almagest_games":
        raise CannotDo("This is no file of exported games.")
    if plain.get("format") != FORMAT:
        raise CannotDo(f"The file has format {plain.get('format')}, and this version reads format {FORMAT}.")


def read_file(data: bytes) -> ExportFile:
    """Read a file; raise `CannotDo` if it is damaged or incomplete."""
    rows = data.splitlines(keepends=True)
    _check_format(rows[0] if rows else b"")
    try:
        *lines, seal = (_lines.decode(row) for row in rows)
    except msgspec.DecodeError as error:
        raise CannotDo(f"The file is damaged: {error}.") from None
    if not isinstance(seal, Checksum) or seal.sha256 != hashlib.sha256(b"".join(rows[:-1])).hexdigest():
        raise CannotDo("The file is damaged or not whole: its SHA-256 is not the one in its last line.")
    packs = tuple(line for line in lines if isinstance(line, PackLine))
    return ExportFile(packs, tuple(line for line in lines if isinstance(line, GameLine)))
