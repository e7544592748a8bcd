"""Takes deleted games off lists: those of ended games, also of apps, and those of players who left a game."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator

from service.games.registry import RULEBOOKS
from service.store.games.repository import GameStore
from service.store.maintenance.daily import Daily
from service.store.redis import keys
from service.store.redis.client import raise_on_error
from service.store.redis.nodes import nodes
from service.wire.words import ENDED

BATCH = 500
"""Games of a list that one step checks."""
LOOKED = 1000
"""Keys that one step of the search for lists of players scans."""


class ListPruning:
    """Prunes all lists once a day, step by step. Reading a list prunes it, too, but nobody reads to the end."""

    def __init__(self, store: GameStore, kept_seconds: int, now: Callable[[], int]) -> None:
        self._store, self._kept_seconds, self._now = store, kept_seconds, now
        self._daily = Daily(store.connection, keys.PRUNING_DONE, self._prune)

    def step(self) -> int | None:
        """How many entries the next step removed; None when there is nothing to do."""
        return self._daily.step()

    def _bound(self) -> str:
        """Only games with ids below it may have expired; none if games are kept for good."""
        return keys.first_id(self._now() - 1000 * self._kept_seconds if self._kept_seconds else 0)

    def _prune(self) -> Iterator[int]:
        bound = self._bound()
        for shard, rulebook, status in itertools.product(range(keys.SHARDS), RULEBOOKS, ENDED):
            yield from self._prune_list(keys.public_games(shard, rulebook, status), bound)
            yield from self._prune_list(keys.private_games(shard, rulebook, status), bound)
        apps = {each.key.app for each in self._store.apps.all()}  # the lists of others expire with their last game
        for shard, app, rulebook, status in itertools.product(range(keys.SHARDS), sorted(apps), RULEBOOKS, ENDED):
            yield from self._prune_list(keys.app_games(shard, app, rulebook, status), bound)
        for found in self._player_keys():
            for key in found:
                yield from self._prune_player(key, bound)
            yield 0

    def _player_keys(self) -> Iterator[list[str]]:
        for _, node in nodes(self._store.connection):
            cursor = -1
            while cursor:
                cursor, found = node.scan(max(cursor, 0), match=keys.EVERY_PLAYER, count=LOOKED)
                yield [key.decode() for key in found]

    def _prune_player(self, key: str, bound: str) -> Iterator[int]:
        kind = key.rpartition(":")[2]
        if kind in ENDED:
            yield from self._prune_list(key, bound)
        elif kind == keys.LEFT:
            yield self._remove_deleted("HDEL", key, self._store.connection("HKEYS", key))

    def _prune_list(self, key: str, bound: str) -> Iterator[int]:
        above, ids = "-", [b""] * BATCH
        while len(ids) == BATCH:
            ids = self._store.connection("ZRANGEBYLEX", key, above, f"({bound}", "LIMIT", 0, BATCH)
            yield self._remove_deleted("ZREM", key, ids)
            above = f"({ids[-1].decode()}" if ids else "-"

    def _remove_deleted(self, command: str, key: str, ids: list[bytes]) -> int:
        """Check each game: an old one may have ended only now."""
        commands = [("EXISTS", keys.game(keys.game_of_field(field))) for field in ids]
        there = raise_on_error(self._store.connection.gather(commands)) if commands else []
        gone = [game_id for game_id, is_there in zip(ids, there, strict=True) if not is_there]
        if gone:
            self._store.connection(command, key, *gone)
        return len(gone)
