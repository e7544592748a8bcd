"""What is kept of an ended game beside its table and clock: end state, score, moves and events, as one small record.

Nothing in it is to be played again: whatever the rules become, it is read as it was told.
"""

from __future__ import annotations

import functools
import itertools
from collections.abc import Iterator, Sequence

import brotli  # type: ignore[import-untyped]  # the package has no types
import msgspec

from service.games.base import Plain
from service.store.columns import Columns, columns, rows
from service.store.migrations import ARCHIVE_SCHEMA, present_archive
from service.store.news import Entry


class Told(msgspec.Struct, frozen=True, array_like=True):
    """A stream: how many events each entry has, by how much each raises the version, and all moves and events.

    Numbers and versions of events follow from that, and an entry that raises the version has a move.
    """

    counts: list[int]
    steps: list[int]
    moves: Columns
    events: Columns


class Archive(msgspec.Struct, frozen=True, array_like=True):
    """State and score as they are stored of running games, and what was told: `Told`, or else entry by entry."""

    state: bytes | None
    score: bytes | None
    told: msgspec.Raw
    entries: list[Entry] = []


_NOTHING = msgspec.Raw(msgspec.msgpack.encode(None))
_archives = msgspec.msgpack.Decoder(Archive)
_told = msgspec.msgpack.Decoder(Told | None)
_encode = msgspec.json.Encoder().encode


def _plain(entry: Entry) -> list[Plain]:
    """Its events, without what their place in the stream says."""
    events = msgspec.json.decode(entry.events, type=list[Plain])
    return [{name: value for name, value in event.items() if name not in ("id", "version")} for event in events]


def _folded(entries: Sequence[Entry]) -> Told:
    events = [_plain(entry) for entry in entries]
    versions = [0, *(entry.version for entry in entries)]
    return Told(
        counts=[len(each) for each in events],
        steps=[after - before for before, after in itertools.pairwise(versions)],
        moves=columns(msgspec.json.decode(entry.move, type=Plain) for entry in entries if entry.move),
        events=columns(itertools.chain.from_iterable(events)),
    )


def _unfolded(told: Told) -> Iterator[Entry]:
    moves, events = rows(told.moves), enumerate(rows(told.events), start=1)
    last = version = 0
    for count, step in zip(told.counts, told.steps, strict=True):
        last, version = last + count, version + step
        stamped = [{"id": number, "version": version, **event} for number, event in itertools.islice(events, count)]
        yield Entry(last, version, _encode(next(moves)) if step else b"", _encode(stamped))


def _as_told(entries: Sequence[Entry]) -> Told | None:
    """None where it would not come out byte for byte as it went in."""
    try:
        told = _folded(entries)
        back = _told.decode(msgspec.msgpack.encode(told))
        return told if back and list(_unfolded(back)) == list(entries) else None
    except (msgspec.MsgspecError, OverflowError, StopIteration, RuntimeError):
        return None


def packed(state: bytes | None, score: bytes | None, entries: Sequence[Entry]) -> bytes:
    """As it is stored: the number of the layout, and what is compressed."""
    told = _as_told(entries)
    archive = Archive(
        state,
        score,
        msgspec.Raw(msgspec.msgpack.encode(told)) if told else _NOTHING,
        [] if told else list(entries),
    )
    compressed: bytes = brotli.compress(msgspec.msgpack.encode(archive))
    return bytes([ARCHIVE_SCHEMA]) + compressed


@functools.lru_cache(64)
def opened(data: bytes) -> Archive:
    return _archives.decode(brotli.decompress(present_archive(data)[1:]))


def entries(archive: Archive) -> list[Entry]:
    told = _told.decode(archive.told)
    return archive.entries if told is None else list(_unfolded(told))
