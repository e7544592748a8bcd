"""Gives running games of older versions a deadline, and repairs the index and the lists of unfinished games, once a
day."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from service.store.games.lists import Lobby
from service.store.games.records import GameRecord
from service.store.games.repository import GameStore
from service.store.jobs.inactivity import next_check
from service.store.maintenance.app_list_repair import AppLists
from service.store.maintenance.archiving import games_with_streams
from service.store.maintenance.daily import Daily
from service.store.redis import keys

LOOKED = 500
"""Entries of the index that one step reads."""


class RunningGamesRepair:
    """Compares deadlines and the index of unfinished games with the games."""

    def __init__(self, store: GameStore, running_seconds: int, now: Callable[[], int]) -> None:
        self._store, self._lobby, self._running_seconds, self._now = store, Lobby(store), running_seconds, now
        self._app_lists = AppLists(store)
        self._daily = Daily(store.connection, keys.RUNNING_GAMES_REPAIR_DONE, self._repair)

    def step(self) -> int | None:
        """How many entries the next step repaired; None when there is nothing to do."""
        return self._daily.step()

    def _repair(self) -> Iterator[int]:
        for shard in range(keys.SHARDS):
            yield from self._remove_ended(keys.unfinished_games(shard))
        for ids in games_with_streams(self._store):
            games = [game for game in self._lobby.summaries(ids) if game and not game.clock.has_ended]
            yield sum(self._add_deadline(game) + self._add_to_index(game) + self._app_lists.add(game) for game in games)

    def _remove_ended(self, key: str) -> Iterator[int]:
        cursor = b""
        while cursor != b"0":
            cursor, found = self._store.connection("ZSCAN", key, cursor or 0, "COUNT", LOOKED)
            yield self._remove_wrong(key, [entry.decode() for entry in found[::2]])

    def _remove_wrong(self, key: str, entries: list[str]) -> int:
        games = self._lobby.summaries([entry.partition(" ")[2] for entry in entries])
        found = zip(entries, games, strict=True)
        wrong = [entry for entry, game in found if game is None or game.clock.has_ended]
        if wrong:
            self._store.connection("ZREM", key, *wrong)
        return len(wrong)

    def _add_deadline(self, game: GameRecord) -> int:
        """1 if nobody would have looked at the game; a deadline that it has stays."""
        at, shard = next_check(game, self._running_seconds, self._now()), keys.shard_of(game.id)
        return int(self._store.connection("ZADD", keys.deadlines(shard), "NX", at, game.id)) if at else 0

    def _add_to_index(self, game: GameRecord) -> int:
        entry, shard = keys.tenant_entry(game.table.tenant, game.id), keys.shard_of(game.id)
        return int(self._store.connection("ZADD", keys.unfinished_games(shard), 0, entry))
