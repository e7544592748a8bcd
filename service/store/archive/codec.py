"""What is kept of an ended game beside its table and clock: end state, score, moves and events, as one small record.

Nothing in it is to be played again: whatever the rules become, it is read as it was told.
"""

from __future__ import annotations

import functools
import itertools
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import brotli  # type: ignore[import-untyped]  # the package has no types
import msgspec

from service.games.base import Plain
from service.store.archive.columns import Columns, columns, rows
from service.store.archive.dictionary import KNOWN, last_known
from service.store.archive.migrations import ARCHIVE_SCHEMA, present_archive
from service.store.change_messages import Entry
from service.store.errors import RecordIsNewer


class Told(msgspec.Struct, frozen=True, array_like=True):
    """A stream: how many events each entry has, by how much each raises the version, and rows.

    The first row is the end: state and score, as plain data or as the bytes that are stored. Then of every entry its
    move, if it raises the version, and its events; their numbers and versions follow from that. `entries` are those of
    a stream that cannot be told so.
    """

    counts: list[int]
    steps: list[int]
    columns: Columns
    entries: list[Entry] = []


class Archive(msgspec.Struct, frozen=True):
    """State and score as they are stored of running games, and what was told."""

    state: bytes | None
    score: bytes | None
    told: Told


_told = msgspec.msgpack.Decoder(Told)
_encode = msgspec.json.Encoder().encode


def _plain(entry: Entry) -> list[Plain]:
    """Its events, without what their place in the stream says."""
    events = msgspec.json.decode(entry.events, type=list[Plain])
    return [{name: value for name, value in event.items() if name not in ("id", "version")} for event in events]


def _rows(entry: Entry) -> list[Plain]:
    move = [msgspec.json.decode(entry.move, type=Plain)] if entry.move else []
    return [*move, *_plain(entry)]


def _folded(state: bytes | None, score: bytes | None, entries: Sequence[Entry]) -> Told:
    end = {
        "state": state and msgspec.msgpack.decode(state, type=list[Any]),
        "score": score and msgspec.json.decode(score, type=Plain),
    }
    told = [_rows(entry) for entry in entries]
    versions = [0, *(entry.version for entry in entries)]
    return Told(
        counts=[len(each) - bool(entry.move) for each, entry in zip(told, entries, strict=True)],
        steps=[after - before for before, after in itertools.pairwise(versions)],
        columns=columns([end, *itertools.chain.from_iterable(told)]),
    )


def _stored(part: Any, encode: Callable[[Any], bytes]) -> bytes | None:
    """A part of the end, as it was stored."""
    return part if part is None or isinstance(part, bytes) else encode(part)


def _unfolded(told: Told) -> Archive:
    end = next(rows(told.columns))
    return Archive(_stored(end["state"], msgspec.msgpack.encode), _stored(end["score"], _encode), told)


def _entries(told: Told) -> Iterator[Entry]:
    following = itertools.islice(rows(told.columns), 1, None)
    last = version = 0
    for count, step in zip(told.counts, told.steps, strict=True):
        version += step
        move = _encode(next(following)) if step else b""
        events = enumerate(itertools.islice(following, count), start=last + 1)
        stamped = [{"id": number, "version": version, **event} for number, event in events]
        last += count
        yield Entry(last, version, move, _encode(stamped))


def entries(archive: Archive) -> list[Entry]:
    return archive.told.entries or list(_entries(archive.told))


def _encoded(state: bytes | None, score: bytes | None, told: Sequence[Entry]) -> bytes | None:
    """None where it would not come out byte for byte as it went in."""
    try:
        encoded = msgspec.msgpack.encode(_folded(state, score, told))
        back = _unfolded(_told.decode(encoded))
        return encoded if (back.state, back.score, entries(back)) == (state, score, list(told)) else None
    except (msgspec.MsgspecError, OverflowError, StopIteration, RuntimeError):
        return None


def _verbatim(state: bytes | None, score: bytes | None, told: Sequence[Entry]) -> bytes:
    return msgspec.msgpack.encode(Told([], [], columns([{"state": state, "score": score}]), list(told)))


def packed(state: bytes | None, score: bytes | None, entries: Sequence[Entry]) -> bytes:
    """As it is stored: the number of the layout, and what is compressed."""
    encoded = _encoded(state, score, entries) or _verbatim(state, score, entries)
    compressed: bytes = brotli.compress(encoded)
    return bytes([ARCHIVE_SCHEMA]) + compressed


@functools.lru_cache(64)
def opened(data: bytes) -> Archive:
    told = _told.decode(brotli.decompress(present_archive(data)[1:]))
    if (last := last_known(told.columns.words)) >= len(KNOWN):
        raise RecordIsNewer("word", last, len(KNOWN) - 1)
    return _unfolded(told)
