"""How many games a tenant has, by the indexes that commits keep."""

from __future__ import annotations

from collections.abc import Callable

from service.store.games.repository import GameStore
from service.store.redis import keys
from service.store.redis.client import raise_on_error


def count_entries(store: GameStore, index: Callable[[int], str], tenant: str) -> int:
    """How many entries of a tenant an index has in all shards."""
    shards = [("ZLEXCOUNT", index(shard), *keys.tenant_range(tenant)) for shard in range(keys.SHARDS)]
    return sum(raise_on_error(store.connection.gather(shards)))


def unfinished_games(store: GameStore, tenant: str) -> int:
    """How many games of a tenant have not ended."""
    return count_entries(store, keys.unfinished_games, tenant)
