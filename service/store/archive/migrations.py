"""Archives of older layouts, made into the present one when they are read."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from typing import Any

import brotli  # type: ignore[import-untyped]  # the package has no types
import msgspec

from service.games.base import Plain
from service.store.archive.columns import Columns, columns, rows
from service.store.archive.dictionary import Words
from service.store.errors import RecordIsNewer

ARCHIVE_SCHEMA = 2


def _rows_apart(words: list[str], kinds: list[Plain], order: list[int], values: Any) -> Iterator[Plain]:
    """Of columns that spell all their words, and have their kinds beside them."""
    outlines = [msgspec.json.encode(kind).decode() for kind in kinds]
    return rows(Columns(Words([], [*words, *outlines]), [len(words) + kind for kind in order], values))


_NO_EVENTS: Any = [], [], *[([], [], [], [])] * 2


def _in_one(data: bytes) -> bytes:
    """Moves and events were columns of their own, state and score bytes. Compressed for the moment, so not much."""
    state, score, events, entries = msgspec.msgpack.decode(brotli.decompress(data[1:]))
    counts, steps, *apart = events or _NO_EVENTS
    moves, events = (_rows_apart(*columns_apart) for columns_apart in apart)
    found: list[Plain] = [{"state": state, "score": score}]
    for count, step in zip(counts, steps, strict=True):
        found += [*itertools.islice(moves, bool(step)), *itertools.islice(events, count)]
    packed: bytes = brotli.compress(msgspec.msgpack.encode([counts, steps, columns(found), entries]), quality=0)
    return b"\x02" + packed


ARCHIVE_UPGRADES: dict[int, Callable[[bytes], bytes]] = {1: _in_one}
"""An archive begins with its number; what follows is packed as that layout has it."""


def present_archive(data: bytes) -> bytes:
    if not 1 <= data[0] <= ARCHIVE_SCHEMA:
        raise RecordIsNewer("archive", data[0], ARCHIVE_SCHEMA)
    for schema in range(data[0], ARCHIVE_SCHEMA):
        data = ARCHIVE_UPGRADES[schema](data)
    return data
