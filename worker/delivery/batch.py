"""A batch: what one deliverer sends to one receiver, webhook or push service, before it is the turn of another."""

from __future__ import annotations

import functools
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from importlib.metadata import version
from typing import Any, Generic, TypeVar

import msgspec

from service.core.settings import Settings
from service.store.delivery.queue import DeliveryQueue, Queued
from service.store.delivery.receivers import WELL, ReceiverHealth
from service.usecases.context import Context
from worker.delivery.results import BatchResult, PostResult

MOST, SECONDS = 50, 2.0
"""A batch ends after so many requests, or so long."""
MARGIN_SECONDS = 3.0
SLOW_SECONDS = 1.0
FIRST_PAUSE = 5_000

Post = Callable[[str, bytes, Mapping[str, str], Sequence[str], float], PostResult]
"""URL, body, headers, networks that are allowed, seconds."""
D = TypeVar("D", bound=Queued)


def lease_milliseconds(settings: Settings) -> int:
    """As long as a batch and its last request can take: a deliverer that is killed keeps others out for no longer."""
    return round(1000 * (SECONDS + settings.webhook_seconds + MARGIN_SECONDS))


@functools.cache
def user_agent() -> str:
    return f"Almagest/{version('almagest')}"


class RetryPolicy(msgspec.Struct, frozen=True):
    """How long pauses get, and how many failures in a row a receiver may have before it pauses as a whole."""

    longest_pause: int
    patience: int = 1

    def pause(self, failures: int) -> int:
        """Milliseconds after so many failures in a row: 5 s, then twice as long each time."""
        return min(FIRST_PAUSE << min(failures - 1, 20), self.longest_pause)

    def after_failure(self, health: ReceiverHealth, is_silent: bool, began: int, now: int) -> ReceiverHealth:
        """A receiver that does not answer at all pauses at once."""
        failures = health.failures + 1
        is_paused = is_silent or failures >= self.patience
        return ReceiverHealth(failures, health.since or began, now + self.pause(failures) if is_paused else 0)


WEBHOOK_RETRIES = RetryPolicy(longest_pause=3_600_000, patience=3)
PUSH_RETRIES = RetryPolicy(longest_pause=300_000)


class Batch(ABC, Generic[D]):
    """Leases a receiver, sends what is due to it, settles each delivery and keeps the receiver's health."""

    policy: RetryPolicy

    def __init__(self, context: Context, send: Post, receiver: str, queue: DeliveryQueue[D, Any]) -> None:
        self._context, self._send, self._receiver, self._queue = context, send, receiver, queue
        self._health = context.store.receivers.health(receiver)
        self._left, self._until = MOST, time.monotonic() + SECONDS
        self._is_slow = False

    @abstractmethod
    def _deliver(self, delivery: D) -> None:
        """Send it, if it is still of use, and settle it."""

    def _siblings(self) -> Sequence[str]:
        """The receivers of which only some have a deliverer at a time."""
        return ()

    def _has_stopped(self) -> bool:
        return bool(self._health.until)

    def run(self, shards: Sequence[int]) -> BatchResult:
        """Deliver, unless the receiver pauses or another deliverer has it. Looking first costs the store no write."""
        now, receivers = self._context.now(), self._context.store.receivers
        if self._health.until > now or not any(self._queue.due(self._receiver, shard, now, 1) for shard in shards):
            return BatchResult()
        lease = receivers.lease(self._receiver, self._siblings(), now, lease_milliseconds(self._context.settings))
        if lease is None:
            return BatchResult()
        self._health = msgspec.structs.replace(self._health, until=0)
        try:
            return BatchResult(self._drain(shards), self._is_slow)
        finally:
            receivers.release(lease)

    def _drain(self, shards: Iterable[int]) -> bool:
        """Whether something is left when the batch ends."""
        for shard in shards:
            while found := self._secured_deliveries(shard):
                for delivery in found:
                    if self._is_over():
                        return True
                    self._left -= 1
                    self._deliver(delivery)
                    if self._has_stopped():
                        return False
        return False

    def _secured_deliveries(self, shard: int) -> list[D]:
        """Due deliveries, once the replicas have them: a receiver learns nothing that a failover could lose."""
        found = self._queue.due(self._receiver, shard, self._context.now(), MOST)
        if found:
            self._context.store.secure(shard)
        return found

    def _is_over(self) -> bool:
        """A slow receiver gets one request in each batch."""
        return self._is_slow or not self._left or time.monotonic() > self._until

    def _post(self, url: str, body: bytes, headers: Mapping[str, str], networks: Sequence[str]) -> PostResult:
        posted = self._send(url, body, headers, networks, self._context.settings.webhook_seconds)
        self._is_slow = posted.seconds > SLOW_SECONDS
        return posted

    def _save_health(self, is_well: bool, posted: PostResult, began: int, now: int) -> None:
        health = WELL if is_well else self.policy.after_failure(self._health, not posted.status, began, now)
        if health != self._health:
            self._health = health
            self._context.store.receivers.save_health(self._receiver, health)
