"""Puts games of older versions, which did not list them, on the lists of their apps: the ended ones once for good,
the others once a day."""

from __future__ import annotations

from collections.abc import Iterator

from service.store.games.lists import Lobby
from service.store.games.records import GameRecord
from service.store.games.repository import GameStore
from service.store.maintenance.daily import Daily
from service.store.redis import keys
from service.store.redis.nodes import nodes
from service.store.redis.scripts import Script

LOOKED = 500
"""Keys that one step scans."""


class AppLists:
    """Adds a game to the list of its app, if it is missing there."""

    def __init__(self, store: GameStore) -> None:
        self._script = Script(store.connection, "games/list_game")

    def add(self, game: GameRecord) -> int:
        """1 if the game was missing."""
        table, status = game.table, game.clock.status
        if not table.app:
            return 0
        name = keys.app_games(keys.shard_of(game.id), table.app, table.rulebook, status)
        return int(self._script([name, keys.game(game.id)], [game.id, status]))


class AppListRepair:
    """Looks at all games of the store, once."""

    def __init__(self, store: GameStore) -> None:
        self._store, self._lobby, self._lists = store, Lobby(store), AppLists(store)
        self._work = Daily(store.connection, keys.APP_LISTS_DONE, self._repair, seconds=0)

    def step(self) -> int | None:
        """How many games the next step listed; None when there is nothing to do."""
        return self._work.step()

    def _repair(self) -> Iterator[int]:
        for ids in self._game_ids():
            yield sum(self._lists.add(game) for game in self._lobby.summaries(ids) if game)

    def _game_ids(self) -> Iterator[list[str]]:
        for _, node in nodes(self._store.connection):
            cursor = -1
            while cursor:
                cursor, found = node.scan(max(cursor, 0), match=keys.EVERY_GAME, count=LOOKED)
                yield [key.decode().rpartition(":")[2] for key in found]
