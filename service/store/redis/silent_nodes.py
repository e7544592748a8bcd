"""Nodes of a cluster that say nothing: nobody waits for one again until it has answered a ping."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

import redis

from service.core.urls import Node
from service.store.errors import StoreUnavailable

PING_SECONDS = 0.5
"""Between two tries."""


def is_silence(error: BaseException) -> bool:
    """Whether it was waited for an answer, or for a connection, in vain. Who refuses has said something."""
    return isinstance(error.__cause__, redis.TimeoutError)


class Silence:
    """Who is silent. A thread for each listens until that is over."""

    def __init__(self, ping: Callable[[Node], object]) -> None:
        self._ping = ping
        self._lock = threading.Lock()
        self._nodes: set[Node] = set()

    def __contains__(self, node: Node) -> bool:
        return node in self._nodes

    def begin(self, node: Node) -> None:
        with self._lock:
            is_new = node not in self._nodes
            self._nodes.add(node)
        if is_new:
            threading.Thread(target=self._listen, args=(node,), name="silence", daemon=True).start()

    def end(self, node: Node) -> None:
        """Also of who has left the cluster for good."""
        self._nodes.discard(node)

    def _listen(self, node: Node) -> None:
        try:
            while node in self._nodes and self._is_kept(node):
                time.sleep(PING_SECONDS)
        finally:
            self.end(node)

    def _is_kept(self, node: Node) -> bool:
        try:
            self._ping(node)
        except (StoreUnavailable, redis.ResponseError) as error:
            return is_silence(error)
        return False
