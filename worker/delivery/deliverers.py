"""All deliverers of a worker: threads that deliver to webhooks and push services, a batch to each in turn.

A message wakes them; they look into the store for deliveries, and also without a message, since messages get lost.
"""

from __future__ import annotations

import functools
import threading
import time
from collections.abc import Callable, Sequence

from service.core.logs import log
from service.store.delivery.push import is_push_service
from service.store.errors import StoreUnavailable
from service.store.redis import keys
from service.usecases.context import Context
from worker.delivery.clean_up import clean_up
from worker.delivery.results import BatchResult

LOOK_SECONDS = 1.0
CLEAN_UP_SECONDS = 60.0

Deliver = Callable[[Context, str, Sequence[int]], BatchResult]


def deliver(context: Context, receiver: str, shards: Sequence[int]) -> BatchResult:
    """Deliver a batch to a webhook or a push service. What sends is imported with the first: it takes long."""
    if is_push_service(receiver):
        from worker.delivery import push

        return push.deliver(context, receiver, shards)
    from worker.delivery import webhooks

    return webhooks.deliver(context, receiver, shards)


class ReceiverTurns:
    """Says which receiver is next: the longest waiting first, with half of the threads kept for quick receivers."""

    def __init__(self, threads: int) -> None:
        self._most_slow = max(threads // 2, 1)
        self._waiting: dict[str, set[int]] = {}
        self._busy: set[str] = set()
        self._slow: set[str] = set()

    def add(self, receiver: str, shards: Sequence[int]) -> None:
        self._waiting.setdefault(receiver, set()).update(shards)

    def next(self) -> tuple[str, list[int]] | None:
        """The next receiver, and the shards with deliveries for it; no receiver has two deliverers at once."""
        slow = len(self._busy & self._slow)
        for receiver in self._waiting:
            if receiver not in self._busy and (receiver not in self._slow or slow < self._most_slow):
                self._busy.add(receiver)
                return receiver, sorted(self._waiting.pop(receiver))
        return None

    def end(self, receiver: str, shards: Sequence[int], result: BatchResult) -> None:
        self._busy.discard(receiver)
        (self._slow.add if result.is_slow else self._slow.discard)(receiver)
        if result.is_more:
            self.add(receiver, shards)


class Deliverers:
    """A thread that looks for deliveries, and threads that deliver."""

    def __init__(self, context: Context, threads: int, deliver: Deliver = deliver) -> None:
        self._context, self._deliver, self._turns = context, deliver, ReceiverTurns(threads)
        self._wakeup, self._stopping = threading.Event(), threading.Event()
        self._changed = threading.Condition()
        self._woken_shards: set[int] = set()
        self._looked_at = self._cleaned_up_at = float("-inf")
        self._threads = [
            threading.Thread(target=self._look_forever, name="delivery scanner", daemon=True),
            *(
                threading.Thread(target=self._serve, name=f"deliverer {number}", daemon=True)
                for number in range(threads)
            ),
        ]

    def start(self) -> None:
        for thread in self._threads:
            thread.start()

    def wake(self, game_id: str) -> None:
        """Look for deliveries of this game now."""
        with self._changed:
            self._woken_shards.add(keys.shard_of(game_id))
        self._wakeup.set()

    def stop(self) -> None:
        """Start no more batches; the current ones end first."""
        self._stopping.set()
        self._wakeup.set()
        with self._changed:
            self._changed.notify_all()

    def join(self) -> None:
        for thread in self._threads:
            if thread.is_alive():
                thread.join()

    def _look_forever(self) -> None:
        while not self._stopping.is_set():
            self._wakeup.wait(LOOK_SECONDS)
            self._wakeup.clear()
            self._run_safely(
                self.look if time.monotonic() - self._looked_at > LOOK_SECONDS else self._look_into_woken_shards
            )

    def _run_safely(self, do: Callable[[], None]) -> None:
        """Log what goes wrong: it may not end the thread."""
        try:
            do()
        except StoreUnavailable as away:
            log().info("deliverers_store_away", reason=str(away))
        except Exception:
            log().exception("deliverers_failed")

    def _look_into_woken_shards(self) -> None:
        with self._changed:
            shards, self._woken_shards = sorted(self._woken_shards), set()
        self._add(shards)

    def look(self) -> None:
        """Look into all shards, and clean up now and then."""
        self._looked_at = time.monotonic()
        if self._is_idle() and not self._needs_clean_up():
            return
        shards = range(keys.SHARDS)
        self._add(shards)
        if self._needs_clean_up():
            self._cleaned_up_at = time.monotonic()
            clean_up(self._context, shards)

    def _is_idle(self) -> bool:
        return self._context.store.webhooks.is_empty() and self._context.store.push.is_unused()

    def _needs_clean_up(self) -> bool:
        return time.monotonic() - self._cleaned_up_at > CLEAN_UP_SECONDS

    def _add(self, shards: Sequence[int]) -> None:
        found = self._context.store.receivers.with_deliveries(shards)
        with self._changed:
            for receiver, shard in found:
                self._turns.add(receiver, [shard])
            self._changed.notify_all()

    def _serve(self) -> None:
        while not self._stopping.is_set():
            with self._changed:
                turn = self._turns.next()
                if turn is None:
                    self._changed.wait()
                    continue
            self._run_safely(functools.partial(self._take_turn, *turn))

    def _take_turn(self, receiver: str, shards: Sequence[int]) -> None:
        result = BatchResult()
        try:
            result = self._deliver(self._context, receiver, shards)
        finally:
            with self._changed:
                self._turns.end(receiver, shards, result)
                self._changed.notify()
