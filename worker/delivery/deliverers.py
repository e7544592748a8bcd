"""All deliverers of a worker: threads that deliver to webhooks and push services, each for a slice, in turn.

A hint wakes them; what it says is looked up in the store, and looked for there again and again, since hints get lost.
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
from worker.delivery import push, webhooks
from worker.delivery.batch import BatchResult

LOOK_SECONDS = 1.0
TIDY_SECONDS = 60.0

Deliver = Callable[[Context, str, Sequence[int]], BatchResult]


def deliver(context: Context, receiver: str, shards: Sequence[int]) -> BatchResult:
    """To whichever of both it is."""
    carry: Deliver = push.deliver if is_push_service(receiver) else webhooks.deliver
    return carry(context, receiver, shards)


class Turns:
    """Which receiver is next: the longest waiting first, and half of the deliverers are kept for quick receivers."""

    def __init__(self, places: int) -> None:
        self._most_slow = max(places // 2, 1)
        self._waiting: dict[str, set[int]] = {}
        self._busy: set[str] = set()
        self._slow: set[str] = set()

    def add(self, receiver: str, shards: Sequence[int]) -> None:
        self._waiting.setdefault(receiver, set()).update(shards)

    def next(self) -> tuple[str, list[int]] | None:
        """Nobody is delivered to twice at once."""
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
    """A thread that looks for what is to be delivered, and threads that deliver it."""

    def __init__(self, context: Context, places: int, deliver: Deliver = deliver) -> None:
        self._context, self._deliver, self._turns = context, deliver, Turns(places)
        self._news, self._stop_asked = threading.Event(), threading.Event()
        self._changed = threading.Condition()
        self._hinted: set[int] = set()
        self._looked = self._tidied = float("-inf")
        self._threads = [
            threading.Thread(target=self._look_for_ever, name="post", daemon=True),
            *(
                threading.Thread(target=self._serve, name=f"deliverer {number}", daemon=True)
                for number in range(places)
            ),
        ]

    def start(self) -> None:
        for thread in self._threads:
            thread.start()

    def wake(self, game_id: str) -> None:
        """Something of this game is to be delivered."""
        with self._changed:
            self._hinted.add(keys.shard_of(game_id))
        self._news.set()

    def stop(self) -> None:
        """Nobody takes anything more; what is under way ends first."""
        self._stop_asked.set()
        self._news.set()
        with self._changed:
            self._changed.notify_all()

    def join(self) -> None:
        for thread in self._threads:
            if thread.is_alive():
                thread.join()

    def _look_for_ever(self) -> None:
        while not self._stop_asked.is_set():
            self._news.wait(LOOK_SECONDS)
            self._news.clear()
            self._safely(self.look if time.monotonic() - self._looked > LOOK_SECONDS else self._look_where_hinted)

    def _safely(self, do: Callable[[], None]) -> None:
        """Nothing that goes wrong may end the thread."""
        try:
            do()
        except StoreUnavailable as away:
            log().info("deliverers_store_away", reason=str(away))
        except Exception:
            log().exception("deliverers_failed")

    def _look_where_hinted(self) -> None:
        with self._changed:
            shards, self._hinted = sorted(self._hinted), set()
        self._add(shards)

    def look(self) -> None:
        """Everywhere, and tidy up now and then."""
        self._looked = time.monotonic()
        if self._is_idle() and not self._is_untidy():
            return
        shards = range(keys.SHARDS)
        self._add(shards)
        if self._is_untidy():
            self._tidied = time.monotonic()
            webhooks.clean_up(self._context, shards)

    def _is_idle(self) -> bool:
        return self._context.store.webhooks.is_empty() and self._context.store.push.is_unused()

    def _is_untidy(self) -> bool:
        return time.monotonic() - self._tidied > TIDY_SECONDS

    def _add(self, shards: Sequence[int]) -> None:
        found = self._context.store.receivers.with_deliveries(shards)
        with self._changed:
            for receiver, shard in found:
                self._turns.add(receiver, [shard])
            self._changed.notify_all()

    def _serve(self) -> None:
        while not self._stop_asked.is_set():
            with self._changed:
                turn = self._turns.next()
                if turn is None:
                    self._changed.wait()
                    continue
            self._safely(functools.partial(self._take_turn, *turn))

    def _take_turn(self, receiver: str, shards: Sequence[int]) -> None:
        result = BatchResult()
        try:
            result = self._deliver(self._context, receiver, shards)
        finally:
            with self._changed:
                self._turns.end(receiver, shards, result)
                self._changed.notify()
