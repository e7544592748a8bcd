"""Metrics of the store, read when Prometheus asks for them."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from typing import Any, get_args

from redis.cluster import RedisCluster

from service.core import metrics
from service.games.registry import RULEBOOKS
from service.store.errors import StoreUnavailable
from service.store.games.repository import GameStore
from service.store.redis import keys
from service.store.redis.client import Client, raise_on_error
from service.store.redis.clock import WAKEUP_GRACE
from service.store.redis.scripts import Script
from service.wire.webhooks import WebhookStatus
from service.wire.words import Status, Visibility

_LISTS: dict[Visibility, Callable[[int, str, str], str]] = {"public": keys.public_games, "private": keys.private_games}


def look(store: GameStore) -> None:
    """Set the metrics of the store, or that it is down."""
    try:
        _look(store)
    except StoreUnavailable:
        metrics.STORE_UP.set(0)
    else:
        metrics.STORE_UP.set(1)


def _look(store: GameStore) -> None:
    script = Script(store.connection, "health/stats")
    kinds = list(itertools.product(_LISTS, RULEBOOKS, get_args(Status)))
    shards = raise_on_error(
        script.gather(
            [
                ([*(_LISTS[name](shard, *kind) for name, *kind in kinds), keys.outbox(shard)], [])
                for shard in range(keys.SHARDS)
            ]
        )
    )
    memories = dict(_memories(store.client))
    *listed, depth, dues = zip(*shards, strict=True)
    for kind, counts in zip(kinds, listed, strict=True):
        metrics.GAMES.labels(*kind).set(sum(counts))
    metrics.OUTBOX.set(sum(depth))
    metrics.OLDEST_SECONDS.set(_oldest_age([int(due) for due in dues if due], store.now()) / 1000)
    _look_at_webhooks(store)
    for node, memory in memories.items():
        metrics.STORE_MEMORY.labels(node).set(memory["used_memory"])
        metrics.STORE_LIMIT.labels(node).set(memory["maxmemory"])


def _look_at_webhooks(store: GameStore) -> None:
    webhooks = store.webhooks.all()
    for status in get_args(WebhookStatus):
        metrics.WEBHOOKS.labels(status).set(sum(webhook.status == status for webhook in webhooks))
    parked = [webhook.id for webhook in webhooks if webhook.parked]
    oldest = store.deliveries.oldest_waiting(parked) if webhooks else 0
    metrics.WEBHOOK_OLDEST_SECONDS.set(max(store.now() - oldest, 0) / 1000 if oldest else 0)


def _memories(client: Client) -> Iterator[tuple[str, dict[str, Any]]]:
    """The memory of each node: each refuses writes for itself when it is full."""
    if not isinstance(client, RedisCluster):
        yield "store", client.info("memory")
        return
    for node in client.get_primaries():  # type: ignore[no-untyped-call]  # not annotated there
        yield node.name, client.info("memory", target_nodes=node)


def _oldest_age(dues: list[int], now: int) -> int:
    """In milliseconds."""
    return max(now - min(dues) + WAKEUP_GRACE, 0) if dues else 0
