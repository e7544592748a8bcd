"""Work on a whole store once a day, or once for good, in small steps, by whichever worker comes first."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from typing import Generic, TypeVar

from service.store.redis.client import Connection

AGAIN_SECONDS = 24 * 3600
LOOK_SECONDS = 600.0
"""How often a worker checks whether the work is due."""

Found = TypeVar("Found")


class Daily(Generic[Found]):
    """`marker` is a key that exists for `seconds` after the work; 0: for good. If two workers begin at once, both do
    it: no harm."""

    def __init__(
        self,
        connection: Connection,
        marker: str,
        begin: Callable[[], Iterator[Found]],
        seconds: int = AGAIN_SECONDS,
    ) -> None:
        self._connection, self._marker, self._begin, self._seconds = connection, marker, begin, seconds
        self._work: Iterator[Found] | None = None
        self._next_look = float("-inf")

    def step(self) -> Found | None:
        """Return what the next step found; None when there is nothing to do. After an error the work begins anew."""
        try:
            return self._step()
        except Exception:
            # Not at once: while a master is away each try would hold up the worker.
            self._work, self._next_look = None, time.monotonic() + LOOK_SECONDS
            raise

    def _step(self) -> Found | None:
        if self._work is None and self._is_due():
            self._work = self._begin()
        if self._work is None:
            return None
        found = next(self._work, None)
        if found is None:
            self._work = None
            self._connection("SET", self._marker, 1, *(("EX", self._seconds) if self._seconds else ()))
        return found

    def _is_due(self) -> bool:
        if time.monotonic() < self._next_look:
            return False
        self._next_look = time.monotonic() + LOOK_SECONDS
        return not self._connection("GET", self._marker)
