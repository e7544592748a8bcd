"""Counts requests in Redis for the rate limits of all processes; while Redis is away, in the memory of this one."""

from __future__ import annotations

import time

import redis
from limits import RateLimitItem
from limits.storage import MemoryStorage, Storage
from redis.exceptions import RedisClusterException

from service.core.logs import log

ERRORS = (redis.RedisError, RedisClusterException, OSError)
BATCH_SHARE = 100
"""A process tells Redis its count after every hundredth part of a limit, so that few requests wait for that. So the
processes together let through a hundredth more each. Limits below twice this number are counted one by one."""
MAX_COUNTS = 20_000
"""Limits that a process counts for at one time."""
AWAY_SECONDS = 10.0
"""How long a process counts in its memory before it tries Redis again."""


class RequestCounter:
    """Counts by name in windows of time that begin with the first request."""

    def __init__(self, shared: Storage) -> None:
        self._shared = shared
        self._memory = MemoryStorage()
        self._use_memory_until = 0.0
        self._untold: dict[str, int] = {}

    def is_within(self, limit: RateLimitItem, name: str, amount: int = 1) -> bool:
        """Count a request, or one that stands for several, and say whether the limit allows it."""
        batch = max(1, limit.amount // BATCH_SHARE)
        count = self._untold.pop(name, 0) + amount
        if count < batch:
            self._remember(name, count)
            return True
        is_within = self._add(limit, name, count) <= limit.amount
        if not is_within and batch > 1:
            self._remember(name, batch - 1)  # so that the next request asks, too
        return is_within

    def _remember(self, name: str, count: int) -> None:
        if len(self._untold) >= MAX_COUNTS:
            self._untold.clear()
        self._untold[name] = count

    def _add(self, limit: RateLimitItem, name: str, count: int) -> int:
        if time.monotonic() < self._use_memory_until:
            return self._memory.incr(name, limit.get_expiry(), count)
        if self._use_memory_until:
            # One request tries whether Redis is back, and no other waits for that.
            self._use_memory_until = time.monotonic() + AWAY_SECONDS
        try:
            counted = self._shared.incr(name, limit.get_expiry(), count)
        except ERRORS as error:
            log().warning("limits_away", error=type(error).__name__)
            self._use_memory_until = time.monotonic() + AWAY_SECONDS
            return self._memory.incr(name, limit.get_expiry(), count)
        self._use_memory_until = 0.0
        return counted

    def seconds_left(self, limit: RateLimitItem, name: str) -> float:
        """Seconds until the window of a name ends."""
        try:
            storage = self._memory if self._use_memory_until else self._shared
            return storage.get_expiry(name) - time.time()
        except ERRORS:
            return limit.get_expiry()
