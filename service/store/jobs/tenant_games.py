"""How many games a tenant has, by the indexes that commits keep."""

from __future__ import annotations

from collections.abc import Callable

from service.store.games.repository import GameStore
from service.store.redis import keys
from service.store.redis.client import raise_on_error
from service.store.redis.scripts import Script


def count_entries(store: GameStore, index: Callable[[int], str], tenant: str) -> int:
    """How many entries of a tenant an index has in all shards."""
    groups = keys.shard_groups(store.connection.shards_per_command)
    calls = [([index(shard) for shard in shards], keys.tenant_range(tenant)) for shards in groups]
    return sum(raise_on_error(Script(store.connection, "games/count").gather(calls)))


def unfinished_games(store: GameStore, tenant: str) -> int:
    """How many games of a tenant have not ended."""
    return count_entries(store, keys.unfinished_games, tenant)
