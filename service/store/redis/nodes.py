"""The nodes that hold games: one Redis, or the masters of a cluster."""

from __future__ import annotations

from collections.abc import Iterator

from service.store.redis.client import ONLY_NODE, Client, Connection


def nodes(connection: Connection) -> Iterator[tuple[str, Client]]:
    """Each node's name, and a client for it alone. Some may be away."""
    for node in connection.nodes():
        yield "store" if node == ONLY_NODE else f"{node[0]}:{node[1]}", connection.client_for(node)
