"""All games of a store, also unlisted ones, and what its queues say of them: for the admin CLI."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from service.store.games.repository import GameStore
from service.store.redis import keys
from service.store.redis.clock import WAKEUP_GRACE
from service.store.redis.nodes import nodes

BATCH = 1000


def game_ids(store: GameStore) -> list[str]:
    """The ids of all games, the newest first."""
    found = {
        key.decode().rpartition(":")[2]
        for _, node in nodes(store.connection)
        for key in node.scan_iter(match=keys.EVERY_GAME, count=BATCH)
    }
    return sorted(found, reverse=True)


class WhoLeft(msgspec.Struct, frozen=True):
    """A name that a player, found by its tag, had in a game that it left before the game began, or as a guest."""

    tag: str
    game_id: str
    name: str


def who_left(store: GameStore) -> Iterator[WhoLeft]:
    for _, node in nodes(store.connection):
        for key in node.scan_iter(match=keys.EVERY_LEFT, count=BATCH):
            for field, value in node.hgetall(key).items():
                yield WhoLeft(keys.player_of(key.decode()), *keys.game_and_name(field, value))


def pending_since(store: GameStore) -> dict[str, int]:
    """The games that wait for a worker, and since when."""
    return {game_id: due - WAKEUP_GRACE for game_id, due in _times(store, keys.outbox).items()}


def deadlines(store: GameStore) -> dict[str, int]:
    return _times(store, keys.deadlines)


def _times(store: GameStore, of_shard: Any) -> dict[str, int]:
    rows = [store.client.zrange(of_shard(shard), 0, -1, withscores=True) for shard in range(keys.SHARDS)]
    return {game_id.decode(): int(at) for row in rows for game_id, at in row}


class Size(msgspec.Struct, frozen=True):
    """Bytes in Redis; seconds until the game expires, None for a game that does not."""

    records: int
    events: int
    expires: int | None


def size(store: GameStore, game_id: str) -> Size:
    records = store.client.memory_usage(keys.game(game_id), samples=0)
    events = store.client.memory_usage(keys.events(game_id), samples=0)
    left = store.client.ttl(keys.game(game_id))
    return Size(records or 0, events or 0, left if left >= 0 else None)
