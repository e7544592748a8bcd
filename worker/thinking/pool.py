"""All bot processes of a worker. Each takes the job that is next in fairness, plays a batch of it, and releases it."""

from __future__ import annotations

import contextlib
import threading
import time
from collections.abc import Sequence

from service.core.logs import log
from service.store.errors import StoreUnavailable
from service.store.jobs.outbox import BotJob, Outbox
from service.store.redis.clock import WAKEUP_GRACE
from service.usecases.context import Context
from worker import metrics
from worker.thinking.bot_process import LOST, BotProcess
from worker.thinking.fair_share import FairShare

PERIOD_SECONDS = 0.25
"""After so long a thread looks without being woken: messages may be lost. In a cluster, where each shard is asked for
itself, not before a message would count as lost."""
DONE = ("played", "scored")
MORE = "more"
"""The result of a question that needs another batch."""
UNANSWERED = ("store_away", LOST)
"""Results after which the next process takes the question."""
LONGEST_MILLISECONDS = 120_000
"""An older question is dropped: whoever asked asks again, or has gone."""


class BotProcesses:
    """A thread for each process; `FairShare` says which job is next."""

    def __init__(self, context: Context, processes: Sequence[BotProcess]) -> None:
        self._context, self._outbox, self._fair_share = context, Outbox(context.store), FairShare(len(processes))
        self._wakeup, self._stopping = threading.Event(), threading.Event()
        self._choosing = threading.Lock()
        self._scanned_at = float("-inf")
        self._lost = ""
        """The job that cost a process last."""
        self.period = PERIOD_SECONDS if context.store.connection.shards_per_command > 1 else WAKEUP_GRACE / 1000
        self._threads = [threading.Thread(target=self._serve, args=(each,), daemon=True) for each in processes]

    def start(self) -> None:
        for thread in self._threads:
            thread.start()

    def wake(self) -> None:
        """Look for jobs now."""
        self._wakeup.set()

    def stop(self) -> None:
        """Take no more jobs; the current batches end first."""
        self._stopping.set()
        self._wakeup.set()

    def join(self) -> None:
        for thread in self._threads:
            if thread.is_alive():
                thread.join()

    def _serve(self, process: BotProcess) -> None:
        while not self._stopping.is_set():
            job = self._try_next()
            if job:
                self._think(process, job)
            else:
                self._wait_for_jobs()
        process.stop()

    def _wait_for_jobs(self) -> None:
        """Wait until somebody wakes us, or for a while, after which one thread looks for all."""
        while not self._wakeup.wait(self.period) and time.monotonic() - self._scanned_at < self.period:
            pass
        if not self._stopping.is_set():
            self._wakeup.clear()

    def _try_next(self) -> BotJob | None:
        """The next job. Nothing that goes wrong may end the thread."""
        try:
            return self.next()
        except StoreUnavailable as away:
            log().info("bot_processes_store_away", reason=str(away))
        except Exception:
            log().exception("bot_processes_failed")
        return None

    def next(self) -> BotJob | None:
        """Take the job that is next in fairness; None when there is none for a bot process now."""
        with self._choosing:
            self._scanned_at, now = time.monotonic(), self._context.now()
            for job in self._fair_share.order(self._outbox.bot_jobs(now)):
                if job.question and now - job.since > LONGEST_MILLISECONDS:
                    self._outbox.remove_question(job)
                elif self._outbox.take(job, now):
                    self._fair_share.begin(job)
                    metrics.PENDING_SECONDS.labels(job.priority).observe(max(now - job.since, 0) / 1000)
                    return job
        return None

    def _think(self, process: BotProcess, job: BotJob) -> None:
        thought = process.think(job.name, lambda: self._extend_lease(job))
        with contextlib.suppress(StoreUnavailable):
            self._release(job, thought.result)
        self.end(job, thought.seconds)

    def _release(self, job: BotJob, result: str) -> None:
        """End the lease. A question that failed is removed, too: it would fail again. A job that has cost two processes
        one after the other keeps its lease for a while: it may cost the next one, too."""
        is_lost_again, self._lost = result == LOST and job.name == self._lost, job.name if result == LOST else ""
        if result in DONE or result == MORE or (result == LOST and not is_lost_again):
            self._outbox.release(job)
        elif job.question and result not in UNANSWERED:
            self._outbox.remove_question(job)

    def end(self, job: BotJob, seconds: float) -> None:
        metrics.THINKING_SECONDS.labels(job.priority).inc(seconds)
        with self._choosing:
            self._fair_share.end(job, seconds)

    def _extend_lease(self, job: BotJob) -> None:
        with contextlib.suppress(StoreUnavailable):
            self._outbox.extend_lease(job, self._context.now())
