"""Reading what was told of a game: its event stream, after what its archive has."""

from __future__ import annotations

from typing import Any

import msgspec

from service.store.archive import codec
from service.store.change_messages import Entry
from service.store.games.repository import GameStore
from service.store.redis import keys
from service.store.redis.client import Command, raise_on_error


def _entry(row: Any) -> Entry:
    """A row as Redis sends it: the id, and `m`, the move, `e`, the events."""
    entry_id, (_, move, _, events) = row
    return Entry.read(entry_id, move, events)


def _found(store: GameStore, game_id: str, *command: str | int) -> tuple[list[Entry], list[Entry]]:
    """What the archive has, and what else the stream says.

    The stream is asked first: what is archived in between is found twice, and not missed.
    """
    asked: list[Command] = [command, ("HGET", keys.game(game_id), "archive")]
    rows, kept = raise_on_error(store.connection.gather(asked))
    told = [_entry(row) for row in rows]
    if not kept:
        return [], told
    archived = codec.entries(codec.unpack(kept))
    newest = max(archived, key=_place, default=None)
    return archived, [entry for entry in told if newest is None or _place(entry) > _place(newest)]


def _place(entry: Entry) -> tuple[int, int]:
    return entry.last, entry.version


def entries_after(store: GameStore, game_id: str, after: int, limit: int) -> list[Entry]:
    """Entries with an event later than number `after`, oldest first."""
    archived, told = _found(store, game_id, "XRANGE", keys.events(game_id), f"{after + 1}-0", "+", "COUNT", limit)
    return [*(entry for entry in archived if entry.last > after), *told][:limit]


def all_entries(store: GameStore, game_id: str) -> list[Entry]:
    archived, told = _found(store, game_id, "XRANGE", keys.events(game_id), "-", "+")
    return [*archived, *told]


def newest_entries(store: GameStore, game_id: str, count: int) -> list[Entry]:
    """The last entries, oldest first."""
    archived, told = _found(store, game_id, "XREVRANGE", keys.events(game_id), "+", "-", "COUNT", count)
    return [*archived, *reversed(told)][-count:]


def entry(store: GameStore, game_id: str, entry_id: str) -> Entry | None:
    archived, told = _found(store, game_id, "XRANGE", keys.events(game_id), entry_id, entry_id)
    return next((each for each in (*archived, *told) if each.id == entry_id), None)


_decoder = msgspec.json.Decoder(list[msgspec.Raw])


def split(entry: Entry) -> list[tuple[int, bytes]]:
    """The events of an entry, each with its number, each as the JSON it was stored as."""
    events = _decoder.decode(entry.events)
    return [(number, bytes(event)) for number, event in enumerate(events, start=entry.last - len(events) + 1)]
