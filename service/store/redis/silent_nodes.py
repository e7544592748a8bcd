"""Nodes of a cluster that do not answer in time: nobody waits for one again before it has answered a ping."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

import redis

from service.core.urls import Node
from service.store.errors import StoreUnavailable

PING_SECONDS = 0.5
"""Between two pings."""


def is_timeout(error: BaseException) -> bool:
    """Whether an answer or a connection did not come in time. A node that refuses has answered."""
    return isinstance(error.__cause__, redis.TimeoutError)


class SilentNodes:
    """The set of silent nodes. A thread for each pings it until it answers."""

    def __init__(self, ping: Callable[[Node], object]) -> None:
        self._ping = ping
        self._lock = threading.Lock()
        self._nodes: set[Node] = set()

    def __contains__(self, node: Node) -> bool:
        return node in self._nodes

    def add(self, node: Node) -> None:
        with self._lock:
            is_new = node not in self._nodes
            self._nodes.add(node)
        if is_new:
            threading.Thread(target=self._ping_until_answered, args=(node,), name="silent-node", daemon=True).start()

    def remove(self, node: Node) -> None:
        """Also called for a node that has left the cluster for good."""
        self._nodes.discard(node)

    def _ping_until_answered(self, node: Node) -> None:
        try:
            while node in self._nodes and self._is_still_silent(node):
                time.sleep(PING_SECONDS)
        finally:
            self.remove(node)

    def _is_still_silent(self, node: Node) -> bool:
        try:
            self._ping(node)
        except (StoreUnavailable, redis.ResponseError) as error:
            return is_timeout(error)
        return False
