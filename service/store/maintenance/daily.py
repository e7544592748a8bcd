"""What is done to a whole store once a day, little by little, by whichever worker comes to it."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from typing import Generic, TypeVar

from service.store.redis.client import Connection

AGAIN_SECONDS = 24 * 3600
LOOK_SECONDS = 600.0
"""So often a worker looks whether the day is over."""

Found = TypeVar("Found")


class Daily(Generic[Found]):
    """`marker` is there for a day after it was done. Two who begin at once do it twice, which does no harm."""

    def __init__(self, connection: Connection, marker: str, begin: Callable[[], Iterator[Found]]) -> None:
        self._connection, self._marker, self._begin = connection, marker, begin
        self._work: Iterator[Found] | None = None
        self._next_look = float("-inf")

    def step(self) -> Found | None:
        """What the next step has found; None when there is nothing to do. Whatever breaks off begins anew."""
        try:
            return self._stepped()
        except Exception:
            # Not at once: while a master is away each try would hold up the worker, who has other things to do.
            self._work, self._next_look = None, time.monotonic() + LOOK_SECONDS
            raise

    def _stepped(self) -> Found | None:
        if self._work is None and self._is_due():
            self._work = self._begin()
        if self._work is None:
            return None
        found = next(self._work, None)
        if found is None:
            self._work = None
            self._connection("SET", self._marker, 1, "EX", AGAIN_SECONDS)
        return found

    def _is_due(self) -> bool:
        if time.monotonic() < self._next_look:
            return False
        self._next_look = time.monotonic() + LOOK_SECONDS
        return not self._connection("GET", self._marker)
