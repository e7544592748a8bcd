"""Reads the events of a game: first those of its archive, then those of its event stream."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from service.store import damaged
from service.store.archive import codec
from service.store.change_messages import Entry
from service.store.errors import RecordIsDamaged
from service.store.games.records import new_nonce
from service.store.games.repository import GameStore
from service.store.redis import keys
from service.store.redis.client import Command
from service.store.redis.scripts import Script


@damaged.reader_of("events")
def _entry(row: Any) -> Entry:
    """A row as Redis sends it: the id, and `m`, the move, `e`, the events."""
    entry_id, (_, move, _, events) = row
    return Entry.read(entry_id, move, events)


def _read_entries(store: GameStore, game_id: str, *command: str | int) -> tuple[list[Entry], list[Entry]]:
    """The entries of the archive, and those of the stream that the archive does not have.

    The stream is read first: an entry that is archived in between is found twice, and not missed.
    """
    commands: list[Command] = [command, ("HGET", keys.game(game_id), "archive")]
    try:
        return _decode_entries(*map(damaged.require_answer, store.connection.gather(commands)))
    except RecordIsDamaged as found:
        damaged.report(game_id, found)
        raise


def _decode_entries(rows: list[Any], kept: bytes | None) -> tuple[list[Entry], list[Entry]]:
    streamed = [_entry(row) for row in rows]
    if not kept:
        return [], streamed
    archived = codec.entries(codec.unpack(kept))
    newest = max(archived, key=_position, default=None)
    return archived, [entry for entry in streamed if newest is None or _position(entry) > _position(newest)]


def _position(entry: Entry) -> tuple[int, int]:
    return entry.last, entry.version


def entries_after(store: GameStore, game_id: str, after: int, limit: int) -> list[Entry]:
    """Entries with an event later than number `after`, oldest first."""
    archived, streamed = _read_entries(
        store, game_id, "XRANGE", keys.events(game_id), f"{after + 1}-0", "+", "COUNT", limit
    )
    return [*(entry for entry in archived if entry.last > after), *streamed][:limit]


def all_entries(store: GameStore, game_id: str) -> list[Entry]:
    archived, streamed = _read_entries(store, game_id, "XRANGE", keys.events(game_id), "-", "+")
    return [*archived, *streamed]


def newest_entries(store: GameStore, game_id: str, count: int) -> list[Entry]:
    """The last entries, oldest first."""
    archived, streamed = _read_entries(store, game_id, "XREVRANGE", keys.events(game_id), "+", "-", "COUNT", count)
    return [*archived, *reversed(streamed)][-count:]


def entry(store: GameStore, game_id: str, entry_id: str) -> Entry | None:
    archived, streamed = _read_entries(store, game_id, "XRANGE", keys.events(game_id), entry_id, entry_id)
    return next((each for each in (*archived, *streamed) if each.id == entry_id), None)


_decoder = msgspec.json.Decoder(list[msgspec.Raw])


@damaged.reader_of("events")
def split(entry: Entry) -> list[tuple[int, bytes]]:
    """The events of an entry, each with its number, each as the JSON it was stored as."""
    events = _decoder.decode(entry.events)
    return [(number, bytes(event)) for number, event in enumerate(events, start=entry.last - len(events) + 1)]


def rewrite_events(store: GameStore, game_id: str, revision: int, nonce: str, entries: Sequence[Entry]) -> bool:
    """Replace the stream of a game, unless it has another revision and nonce (0 and none: it is not there yet)."""
    fields = [part for entry in entries for part in (entry.id, entry.move, entry.events)]
    names, expected = [keys.game(game_id), keys.events(game_id)], [str(revision), nonce]
    return bool(Script(store.connection, "games/rewrite_events")(names, [*expected, new_nonce(), *fields]))


def announce_rewrite(store: GameStore, game_id: str) -> None:
    """Let every process that listens to a game drop the events and the game that it has cached."""
    command = "SPUBLISH" if store.connection.is_sharded else "PUBLISH"
    store.connection(command, keys.game_channel(game_id), "")
