"""Repairs the index of games without a person, once a day: older versions did not write it."""

from __future__ import annotations

from collections.abc import Iterator

from service.store.games.repository import GameStore
from service.store.maintenance.daily import Daily
from service.store.redis import keys
from service.store.redis.scripts import Script

LOOKED = 500
"""Rows, or entries, that one step reads."""


class BotGamesRepair:
    """Compares the index of each shard with the rows of its outbox."""

    def __init__(self, store: GameStore) -> None:
        self._store = store
        self._script = Script(store.connection, "jobs/index_bot_games")
        self._daily = Daily(store.connection, keys.BOT_GAMES_REPAIR_DONE, self._repair)

    def step(self) -> int | None:
        """How many entries the next step repaired; None when there is nothing to do."""
        return self._daily.step()

    def _repair(self) -> Iterator[int]:
        for shard in range(keys.SHARDS):
            for rows in self._scan("HSCAN", keys.job_meta(shard)):
                yield self._index(shard, [_entry(game_id, meta) for game_id, meta in keys.hash_pairs(rows)])
            for entries in self._scan("ZSCAN", keys.bot_games(shard)):
                yield self._index(shard, [entry.decode() for entry in entries[::2]])

    def _scan(self, command: str, key: str) -> Iterator[list[bytes]]:
        cursor = b""
        while cursor != b"0":
            cursor, found = self._store.connection(command, key, cursor or 0, "COUNT", LOOKED)
            yield found

    def _index(self, shard: int, entries: list[str]) -> int:
        return int(self._script([keys.job_meta(shard), keys.bot_games(shard)], entries)) if entries else 0


def _entry(game_id: bytes, meta: bytes) -> str:
    """The entry that a row would have; the script compares the two, so a damaged row gets none."""
    return f"{meta.rpartition(b' ')[2].decode(errors='replace')} {game_id.decode(errors='replace')}"
