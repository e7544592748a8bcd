"""Private games are on lists, too, by which they are counted. Commits write these; here they are made right once a day,
for games that were begun before there were such lists, and for what an older version has written."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence

from service.games.registry import RULEBOOKS
from service.store.games.lists import LIVE, Lobby
from service.store.games.records import GameRecord
from service.store.games.repository import GameStore
from service.store.maintenance.archiving import with_streams
from service.store.maintenance.daily import Daily
from service.store.redis import keys


class Counting:
    """Of games that go on. Ended ones have no stream to be found by: they are counted from their end on, and trimmed
    when they are gone."""

    def __init__(self, store: GameStore) -> None:
        self._store, self._lobby = store, Lobby(store)
        self._daily = Daily(store.connection, keys.LIST_REPAIR_DONE, self._counted)

    def step(self) -> int | None:
        """How many were put right; None when there is nothing to do."""
        return self._daily.step()

    def _counted(self) -> Iterator[int]:
        for kind in itertools.product(range(keys.SHARDS), RULEBOOKS, LIVE):
            yield self._taken_off(keys.private_games(*kind), kind[2])
        for ids in with_streams(self._store):
            yield sum(self._put_on(game) for game in self._lobby.summaries(ids) if game)

    def _taken_off(self, key: str, status: str) -> int:
        ids: Sequence[bytes] = self._store.connection("ZRANGE", key, 0, -1)
        games = self._lobby.summaries([game_id.decode() for game_id in ids])
        wrong = [each for each, game in zip(ids, games, strict=True) if game is None or game.clock.status != status]
        if wrong:
            self._store.connection("ZREM", key, *wrong)
        return len(wrong)

    def _put_on(self, game: GameRecord) -> int:
        """Whether it was missing."""
        table, clock = game.table, game.clock
        if clock.has_ended or table.rigged or table.visibility == "public":
            return 0
        return int(
            self._store.connection(
                "ZADD", keys.private_games(keys.shard_of(game.id), table.rulebook, clock.status), 0, game.id
            )
        )
