"""All bot processes of a worker. Each takes the game that is next in fairness, plays a batch, gives it back, and looks
again."""

from __future__ import annotations

import contextlib
import threading
import time
from collections.abc import Sequence

from service.core.logs import log
from service.store.errors import StoreUnavailable
from service.store.jobs.outbox import Outbox, Waiting
from service.store.redis.clock import WAKEUP_GRACE
from service.usecases.context import Context
from worker import metrics
from worker.thinking.bot_process import LOST, BotProcess
from worker.thinking.fair_share import Shares

PERIOD_SECONDS = 0.25
"""After so long somebody looks by himself: hints may be lost. Where each shard is asked for itself, not before a hint
would count as lost."""
DONE = ("played", "scored")
MORE = "more"
"""Of a question about which there is more to think."""
UNANSWERED = ("store_away", LOST)
"""After these a question is left to the next process."""
LONGEST_MILLISECONDS = 120_000
"""A question that is older is nobody's: whoever asked asks again, or has gone."""


class BotProcesses:
    """A thread for each process; what they know of each other is in `Shares`."""

    def __init__(self, context: Context, processes: Sequence[BotProcess]) -> None:
        self._context, self._outbox, self._shares = context, Outbox(context.store), Shares(len(processes))
        self._news, self._stop_asked = threading.Event(), threading.Event()
        self._choosing = threading.Lock()
        self._looked = float("-inf")
        self.period = PERIOD_SECONDS if context.store.connection.shards_per_command > 1 else WAKEUP_GRACE / 1000
        self._threads = [threading.Thread(target=self._serve, args=(each,), daemon=True) for each in processes]

    def start(self) -> None:
        for thread in self._threads:
            thread.start()

    def wake(self) -> None:
        """Something may be owed."""
        self._news.set()

    def stop(self) -> None:
        """Nobody takes anything more; what is under way ends first."""
        self._stop_asked.set()
        self._news.set()

    def join(self) -> None:
        for thread in self._threads:
            if thread.is_alive():
                thread.join()

    def _serve(self, process: BotProcess) -> None:
        while not self._stop_asked.is_set():
            waiting = self._next_safely()
            if waiting:
                self._think(process, waiting)
            else:
                self._rest()
        process.stop()

    def _rest(self) -> None:
        """Until there is news; or for a while, and then only one of us has to look."""
        while not self._news.wait(self.period) and time.monotonic() - self._looked < self.period:
            pass
        if not self._stop_asked.is_set():
            self._news.clear()

    def _next_safely(self) -> Waiting | None:
        """Nothing that goes wrong may end the thread."""
        try:
            return self.next()
        except StoreUnavailable as away:
            log().info("bot_processes_store_away", reason=str(away))
        except Exception:
            log().exception("bot_processes_failed")
        return None

    def next(self) -> Waiting | None:
        """Take what is next in fairness; None when nothing is owed that may be thought about now."""
        with self._choosing:
            self._looked, now = time.monotonic(), self._context.now()
            for waiting in self._shares.order(self._outbox.waiting(now)):
                if waiting.question and now - waiting.since > LONGEST_MILLISECONDS:
                    self._outbox.answered(waiting)
                elif self._outbox.take(waiting, now):
                    self._shares.begin(waiting)
                    metrics.PENDING_SECONDS.labels(waiting.priority).observe(max(now - waiting.since, 0) / 1000)
                    return waiting
        return None

    def _think(self, process: BotProcess, waiting: Waiting) -> None:
        thought = process.think(waiting.name, lambda: self._keep(waiting))
        with contextlib.suppress(StoreUnavailable):
            self._put_down(waiting, thought.result)
        self.end(waiting, thought.seconds)

    def _put_down(self, waiting: Waiting, result: str) -> None:
        """A question that failed is answered, too: it would fail again."""
        if result in DONE or result == MORE:
            self._outbox.give_back(waiting)
        elif waiting.question and result not in UNANSWERED:
            self._outbox.answered(waiting)

    def end(self, waiting: Waiting, seconds: float) -> None:
        metrics.THINKING_SECONDS.labels(waiting.priority).inc(seconds)
        with self._choosing:
            self._shares.end(waiting, seconds)

    def _keep(self, waiting: Waiting) -> None:
        with contextlib.suppress(StoreUnavailable):
            self._outbox.keep(waiting, self._context.now())
