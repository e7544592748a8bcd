"""A slice: one courier's turn at one receiver. After so many requests, or so long, it is another receiver's turn."""

from __future__ import annotations

import functools
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from importlib.metadata import version
from typing import Generic, TypeVar

import msgspec

from service.core.settings import Settings
from service.store.delivery.receivers import Health
from service.usecases.context import Context
from worker.delivery.http import Posted

MOST, SECONDS = 50, 2.0
"""After so many requests, or so long, a slice is over."""
MARGIN_SECONDS = 3.0
FIRST_PAUSE, LONGEST_PAUSE = 5_000, 3_600_000
SLOW_SECONDS = 1.0

Post = Callable[[str, bytes, Mapping[str, str], Sequence[str], float], Posted]
"""URL, body, headers, networks that are allowed, seconds."""
W = TypeVar("W")
"""What waits."""


class BatchResult(msgspec.Struct, frozen=True):
    """How a slice went: whether there is more to deliver now, and whether the receiver takes its time."""

    is_more: bool = False
    is_slow: bool = False


def pause(failures: int) -> int:
    """Milliseconds after so many failures in a row: 5 s, then twice as long each time, at most an hour."""
    return min(FIRST_PAUSE << min(failures - 1, 20), LONGEST_PAUSE)


def lease(settings: Settings) -> int:
    """Milliseconds for which one courier has a receiver: what a slice and its last request can take. Whoever is killed
    keeps others from it for no longer."""
    return round(1000 * (SECONDS + settings.webhook_seconds + MARGIN_SECONDS))


@functools.cache
def user_agent() -> str:
    return f"Almagest/{version('almagest')}"


class Batch(ABC, Generic[W]):
    """What all receivers have in common."""

    def __init__(self, context: Context, send: Post, receiver: str, health: Health) -> None:
        self._context, self._send, self._receiver, self._health = context, send, receiver, health
        self._left, self._until = MOST, time.monotonic() + SECONDS
        self._is_slow = False

    @abstractmethod
    def _due(self, shard: int) -> list[W]:
        """What can be sent now."""

    @abstractmethod
    def _carry(self, waiting: W) -> None:
        """Send it, if it is still of use, and write down what came of it."""

    def run(self, shards: Iterable[int]) -> BatchResult:
        for shard in shards:
            while dues := self._secured(shard):
                for due in dues:
                    if self._is_over():
                        return BatchResult(True, self._is_slow)
                    self._left -= 1
                    self._carry(due)
                    if self._is_stopped():
                        return BatchResult(False, self._is_slow)
        return BatchResult(False, self._is_slow)

    def _secured(self, shard: int) -> list[W]:
        """Nobody is told what a successor of the store would not know."""
        found = self._due(shard)
        if found:
            self._context.store.secure(shard)
        return found

    def _is_over(self) -> bool:
        """Who takes his time has one request a turn."""
        return self._is_slow or not self._left or time.monotonic() > self._until

    def _is_stopped(self) -> bool:
        return bool(self._health.until)

    def _posted(self, url: str, body: bytes, headers: Mapping[str, str], networks: Sequence[str]) -> Posted:
        posted = self._send(url, body, headers, networks, self._context.settings.webhook_seconds)
        self._is_slow = posted.seconds > SLOW_SECONDS
        return posted

    def _note(self, health: Health) -> None:
        if health != self._health:
            self._health = health
            self._context.store.receivers.note(self._receiver, health)
