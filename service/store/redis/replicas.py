"""Replicas that have to have a write before it is acknowledged, or leaves the service."""

from __future__ import annotations

from service.store.errors import StoreUnavailable
from service.store.redis import keys
from service.store.redis.client import Command, Connection, raise_on_error

WAIT_MILLISECONDS = 1_000
"""For so long an answer waits for them."""


class Replicas:
    """So many of each primary; with none nothing is asked."""

    def __init__(self, connection: Connection, count: int) -> None:
        self._connection, self.count = connection, count

    def wait(self, milliseconds: int | None = None) -> Command:
        """Sent after a write, on the same connection."""
        return ("WAIT", self.count, milliseconds or WAIT_MILLISECONDS)

    def require(self, found: int) -> None:
        if found < self.count:
            raise StoreUnavailable("replicas")

    def secure(self, key: str, milliseconds: int | None = None) -> None:
        """Whatever was written so far where this key lies has reached them: a write after it tells. So it is said of
        what somebody else has written, too, and of what was done before and is asked for again."""
        if self.count:
            written = ("SET", keys.replication_marker(key), 1, "PX", WAIT_MILLISECONDS)
            self.require(raise_on_error(self._connection.pipeline(written, self.wait(milliseconds)))[1])
