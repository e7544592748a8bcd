"""Reading a game's event stream."""

from __future__ import annotations

from typing import Any

import msgspec

from service.store import keys
from service.store.client import translated_errors
from service.store.games import Entry, GameStore


def _entry(row: Any) -> Entry:
    entry_id, fields = row
    last, version = entry_id.decode().split("-")
    return Entry(int(last), int(version), fields[b"m"], fields[b"e"])


def entries_after(store: GameStore, game_id: str, after: int, limit: int) -> list[Entry]:
    """Entries with an event later than number `after`, oldest first."""
    with translated_errors():
        rows: Any = store.client.xrange(keys.events(game_id), f"{after + 1}-0", "+", count=limit)
    return [_entry(row) for row in rows]


def all_entries(store: GameStore, game_id: str) -> list[Entry]:
    with translated_errors():
        rows: Any = store.client.xrange(keys.events(game_id))
    return [_entry(row) for row in rows]


def newest_entries(store: GameStore, game_id: str, count: int) -> list[Entry]:
    """The last entries, oldest first."""
    with translated_errors():
        rows: Any = store.client.xrevrange(keys.events(game_id), count=count)
    return [_entry(row) for row in reversed(rows)]


_decoder = msgspec.json.Decoder(list[msgspec.Raw])


def split(entry: Entry) -> list[tuple[int, bytes]]:
    """The events of an entry, each with its number, each as the JSON it was stored as."""
    events = _decoder.decode(entry.events)
    return [(number, bytes(event)) for number, event in enumerate(events, start=entry.last - len(events) + 1)]
