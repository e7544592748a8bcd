"""The nodes that hold games: one store, or the masters of a cluster. Each has settings and memory of its own."""

from __future__ import annotations

from collections.abc import Iterator

from redis.cluster import RedisCluster

from service.store.client import Client


def nodes(client: Client) -> Iterator[tuple[str, Client]]:
    """Each with its name, and a client that speaks to it alone."""
    if not isinstance(client, RedisCluster):
        yield "store", client
        return
    for node in client.get_primaries():  # type: ignore[no-untyped-call]  # not annotated there
        yield node.name, client.get_redis_connection(node)
