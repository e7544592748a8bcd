"""Packs an ended game into one small record: end state, score, moves and events. Table and clock stay beside it.

Nobody plays it again: whatever the rules become, its events stay as they were.
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
from service.store.damaged import reader_of
from service.store.errors import RecordIsNewer


class FoldedStream(msgspec.Struct, frozen=True, array_like=True):
    """A stream: how many events each entry has, by how much each raises the version, and rows.

    The first row is the end: state and score, as plain data or as the bytes that are stored. Then of every entry its
    move, if it raises the version, and its events; their numbers and versions follow from that. `entries` are those of
    a stream that does not fit this form.
    """

    counts: list[int]
    steps: list[int]
    columns: Columns
    entries: list[Entry] = []


class Archive(msgspec.Struct, frozen=True):
    """State and score as running games store them, and the event stream."""

    state: bytes | None
    score: bytes | None
    stream: FoldedStream


_stream_decoder = msgspec.msgpack.Decoder(FoldedStream)
_encode = msgspec.json.Encoder().encode


def _plain(entry: Entry) -> list[Plain]:
    """The events of an entry, without what follows from their place in the stream."""
    events = msgspec.json.decode(entry.events, type=list[Plain])
    return [{name: value for name, value in event.items() if name not in ("id", "version")} for event in events]


def _rows(entry: Entry) -> list[Plain]:
    move = [msgspec.json.decode(entry.move, type=Plain)] if entry.move else []
    return [*move, *_plain(entry)]


def _fold(state: bytes | None, score: bytes | None, entries: Sequence[Entry]) -> FoldedStream:
    end = {
        "state": state and msgspec.msgpack.decode(state, type=list[Any]),
        "score": score and msgspec.json.decode(score, type=Plain),
    }
    entry_rows = [_rows(entry) for entry in entries]
    versions = [0, *(entry.version for entry in entries)]
    return FoldedStream(
        counts=[len(each) - bool(entry.move) for each, entry in zip(entry_rows, entries, strict=True)],
        steps=[after - before for before, after in itertools.pairwise(versions)],
        columns=columns([end, *itertools.chain.from_iterable(entry_rows)]),
    )


def _stored_bytes(part: Any, encode: Callable[[Any], bytes]) -> bytes | None:
    """State or score of the end, as the bytes that a running game stores."""
    return part if part is None or isinstance(part, bytes) else encode(part)


def _unfold(stream: FoldedStream) -> Archive:
    end = next(rows(stream.columns))
    return Archive(_stored_bytes(end["state"], msgspec.msgpack.encode), _stored_bytes(end["score"], _encode), stream)


def _unfold_entries(stream: FoldedStream) -> Iterator[Entry]:
    following = itertools.islice(rows(stream.columns), 1, None)
    last = version = 0
    for count, step in zip(stream.counts, stream.steps, strict=True):
        version += step
        move = _encode(next(following)) if step else b""
        events = enumerate(itertools.islice(following, count), start=last + 1)
        stamped = [{"id": number, "version": version, **event} for number, event in events]
        last += count
        yield Entry(last, version, move, _encode(stamped))


def _entries(archive: Archive) -> list[Entry]:
    return archive.stream.entries or list(_unfold_entries(archive.stream))


entries = reader_of("archive")(_entries)


def _encode_exactly(state: bytes | None, score: bytes | None, stream: Sequence[Entry]) -> bytes | None:
    """Fold the game; None where unfolding would not give the same bytes again."""
    try:
        encoded = msgspec.msgpack.encode(_fold(state, score, stream))
        back = _unfold(_stream_decoder.decode(encoded))
        return encoded if (back.state, back.score, _entries(back)) == (state, score, list(stream)) else None
    except (msgspec.MsgspecError, OverflowError, StopIteration, RuntimeError):
        return None


def _encode_verbatim(state: bytes | None, score: bytes | None, stream: Sequence[Entry]) -> bytes:
    return msgspec.msgpack.encode(FoldedStream([], [], columns([{"state": state, "score": score}]), list(stream)))


def pack(state: bytes | None, score: bytes | None, entries: Sequence[Entry]) -> bytes:
    """Make the stored record: the number of the layout, then the compressed game."""
    encoded = _encode_exactly(state, score, entries) or _encode_verbatim(state, score, entries)
    compressed: bytes = brotli.compress(encoded)
    return bytes([ARCHIVE_SCHEMA]) + compressed


@functools.lru_cache(64)
@reader_of("archive")
def unpack(data: bytes) -> Archive:
    stream = _stream_decoder.decode(brotli.decompress(present_archive(data)[1:]))
    if (last := last_known(stream.columns.words)) >= len(KNOWN):
        raise RecordIsNewer("word", last, len(KNOWN) - 1)
    return _unfold(stream)
