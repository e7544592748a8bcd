"""Repairs the lists by which private games are counted, once a day: older versions did not write them."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence

from service.games.registry import RULEBOOKS
from service.store.games.lists import LIVE, Lobby
from service.store.games.records import GameRecord
from service.store.games.repository import GameStore
from service.store.maintenance.archiving import games_with_streams
from service.store.maintenance.daily import Daily
from service.store.redis import keys


class ListRepair:
    """Repairs the lists of games that have not ended. Ended ones have no stream by which to find them."""

    def __init__(self, store: GameStore) -> None:
        self._store, self._lobby = store, Lobby(store)
        self._daily = Daily(store.connection, keys.LIST_REPAIR_DONE, self._repair)

    def step(self) -> int | None:
        """How many entries the next step repaired; None when there is nothing to do."""
        return self._daily.step()

    def _repair(self) -> Iterator[int]:
        for kind in itertools.product(range(keys.SHARDS), RULEBOOKS, LIVE):
            yield self._remove_wrong(keys.private_games(*kind), kind[2])
        for ids in games_with_streams(self._store):
            yield sum(self._add_missing(game) for game in self._lobby.summaries(ids) if game)

    def _remove_wrong(self, key: str, status: str) -> int:
        ids: Sequence[bytes] = self._store.connection("ZRANGE", key, 0, -1)
        games = self._lobby.summaries([game_id.decode() for game_id in ids])
        wrong = [each for each, game in zip(ids, games, strict=True) if game is None or game.clock.status != status]
        if wrong:
            self._store.connection("ZREM", key, *wrong)
        return len(wrong)

    def _add_missing(self, game: GameRecord) -> int:
        """1 if the game was missing on its list."""
        table, clock = game.table, game.clock
        if clock.has_ended or table.rigged or table.visibility == "public":
            return 0
        return int(
            self._store.connection(
                "ZADD", keys.private_games(keys.shard_of(game.id), table.rulebook, clock.status), 0, game.id
            )
        )
