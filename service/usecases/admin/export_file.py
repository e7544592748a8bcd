"""Games on their way from one installation to another: JSON lines, first a head, last a seal over all before it."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

import msgspec

from service.store.change_messages import Entry
from service.usecases.admin.games import CannotDo

FORMAT = 1


class Head(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="almagest_games", tag_field="line"):
    """The first line. `software` informs people; the importer checks `format`."""

    format: int
    software: str


class PackLine(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="pack", tag_field="line"):
    """A content pack that games of the file are played with, byte for byte."""

    rulebook: str
    hash: str
    source: bytes


NOTHING = msgspec.Raw(b"null")


class EntryLine(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
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


class GameLine(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="game", tag_field="line"):
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


class Checksum(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="seal", tag_field="line"):
    """The last line: SHA-256 of every byte before it."""

    sha256: str


class ExportFile(msgspec.Struct, frozen=True):
    """The packs and games of a file, and the numbers of their lines."""

    packs: tuple[PackLine, ...]
    games: tuple[GameLine, ...]
    pack_numbers: tuple[int, ...] = ()
    numbers: tuple[int, ...] = ()


class LineFault(NamedTuple):
    """A line of a file that cannot be imported: which field of it, and why."""

    line: int
    field: str
    reason: str

    def __str__(self) -> str:
        return f"line {self.line}, {self.field}: {self.reason}"

    @classmethod
    def from_error(cls, line: int, part: str, error: Exception) -> LineFault:
        """Name the field that msgspec names at the end of its message."""
        reason, _, path = str(error).partition(" - at `$")
        field = f"{part}{path.rstrip('`')}".lstrip(".")
        return cls(line, field or "line", reason or type(error).__name__)


class CannotImport(CannotDo):
    """A whole file with lines that cannot be imported, and why not."""

    def __init__(self, faults: Iterable[LineFault]) -> None:
        self.faults = tuple(faults)
        super().__init__("; ".join(map(str, self.faults)))


def encode_lines(head: Head, lines: Iterable[PackLine | GameLine]) -> Iterator[bytes]:
    """Encode the file, line by line."""
    seal = hashlib.sha256()
    for line in (head, *lines):
        data = msgspec.json.encode(line) + b"\n"
        seal.update(data)
        yield data
    yield msgspec.json.encode(Checksum(seal.hexdigest())) + b"\n"


_lines = msgspec.json.Decoder(PackLine | GameLine)
_heads = msgspec.json.Decoder(Head)
_seals = msgspec.json.Decoder(Checksum)


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


def _check_seal(rows: list[bytes]) -> None:
    try:
        seal = _seals.decode(rows[-1]).sha256
    except msgspec.MsgspecError:
        seal = ""
    if seal != hashlib.sha256(b"".join(rows[:-1])).hexdigest():
        raise CannotDo("The file is damaged or not whole: its SHA-256 is not the one in its last line.")


def _read_line(number: int, row: bytes, faults: list[LineFault]) -> PackLine | GameLine | None:
    try:
        if number == 1:
            _heads.decode(row)
            return None
        line: PackLine | GameLine = _lines.decode(row)
        return line
    except (msgspec.MsgspecError, RecursionError) as error:
        faults.append(LineFault.from_error(number, "", error))
        return None


def read_file(data: bytes) -> ExportFile:
    """Read a file; raise `CannotDo` if it is damaged or incomplete, `CannotImport` if a line is no pack and no game."""
    rows = data.splitlines(keepends=True)
    _check_format(rows[0] if rows else b"")
    _check_seal(rows)
    faults: list[LineFault] = []
    found = [(number, _read_line(number, row, faults)) for number, row in enumerate(rows[:-1], start=1)]
    if faults:
        raise CannotImport(faults)
    packs = [(number, line) for number, line in found if isinstance(line, PackLine)]
    games = [(number, line) for number, line in found if isinstance(line, GameLine)]
    return ExportFile(
        tuple(line for _, line in packs),
        tuple(line for _, line in games),
        tuple(number for number, _ in packs),
        tuple(number for number, _ in games),
    )
