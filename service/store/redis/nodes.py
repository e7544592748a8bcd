"""The nodes that hold games: one store, or the masters of a cluster. Each has settings and memory of its own."""

from __future__ import annotations

from collections.abc import Iterator

from service.store.redis.client import ONLY_NODE, Client, Connection


def nodes(connection: Connection) -> Iterator[tuple[str, Client]]:
    """Each with its name, and a client that speaks to it alone. Some may be away."""
    for node in connection.nodes():
        yield "store" if node == ONLY_NODE else f"{node[0]}:{node[1]}", connection.client_for(node)
