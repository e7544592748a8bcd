"""Replicas that must have a write before the service acknowledges it."""

from __future__ import annotations

from service.store.errors import StoreUnavailable
from service.store.redis import keys
from service.store.redis.client import Command, Connection, raise_on_error

WAIT_MILLISECONDS = 1_000
"""How long an answer waits for the replicas."""


class Replicas:
    """Waits for `count` replicas of each primary; does nothing if that is 0."""

    def __init__(self, connection: Connection, count: int) -> None:
        self._connection, self.count = connection, count

    def wait(self, milliseconds: int | None = None) -> Command:
        """The command to send after a write, on the same connection."""
        return ("WAIT", self.count, milliseconds or WAIT_MILLISECONDS)

    def require(self, found: int) -> None:
        if found < self.count:
            raise StoreUnavailable("replicas")

    def secure(self, key: str, milliseconds: int | None = None) -> None:
        """Wait until the replicas have everything that was written so far on the node of this key: write a marker after
        it, and wait for that."""
        if self.count:
            written = ("SET", keys.replication_marker(key), 1, "PX", WAIT_MILLISECONDS)
            self.require(raise_on_error(self._connection.pipeline(written, self.wait(milliseconds)))[1])
