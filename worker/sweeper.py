"""The sweeper: a thread in every worker that repeats overdue jobs, also those of a worker that has died."""

from __future__ import annotations

import threading
from collections.abc import Callable

from service.core.logs import log
from service.core.metrics import OLDEST_SECONDS, OUTBOX
from service.core.tracing import continue_trace
from service.store.errors import StoreUnavailable
from service.store.jobs.due import DueScanner, DueShard
from service.store.jobs.outbox import Outbox, PendingJob
from service.store.maintenance.app_list_repair import AppListRepair
from service.store.maintenance.archiving import Backlog
from service.store.maintenance.bot_games_repair import BotGamesRepair
from service.store.maintenance.list_repair import ListRepair
from service.store.maintenance.pruning import ListPruning
from service.store.maintenance.running_games_repair import RunningGamesRepair
from service.store.redis import keys
from service.store.redis.clock import WAKEUP_GRACE
from service.usecases.context import Context
from worker import turns
from worker.heartbeat import Heartbeat

PERIOD_SECONDS = 0.25
"""While something is overdue."""
IDLE_SECONDS = 1.5
"""Otherwise: what is not in the store yet is not due before. Where each shard is asked for itself, twice as long."""
REMEMBERED = 10_000
CLAIM_MILLISECONDS = 1000
"""For so long a job is left to whom the second message wakes; then a sweeper does it itself."""


class Sweeper(threading.Thread):
    """Claims overdue jobs for a few seconds, so that no other sweeper takes them, and sends their messages again.

    When the broker is away, or a second message was of no use either, it does the job itself.
    """

    def __init__(
        self, context: Context, send: Callable[[str, str, int], bool], heartbeat: Heartbeat | None = None
    ) -> None:
        super().__init__(name="sweeper", daemon=True)
        self._context, self._send, self._heartbeat = context, send, heartbeat
        self._outbox, self._scanner = Outbox(context.store), DueScanner(context.store, keys.deadlines)
        self._backlog = Backlog(context.store)
        self._counting = ListRepair(context.store)
        self._indexing = BotGamesRepair(context.store)
        self._dating = RunningGamesRepair(context.store, context.settings.running_seconds, context.now)
        self._listing = AppListRepair(context.store)
        self._trimming = ListPruning(context.store, context.settings.finished_seconds, context.now)
        self._idle_seconds = IDLE_SECONDS if context.store.connection.shards_per_command > 1 else 2 * IDLE_SECONDS
        self._repeated: set[PendingJob] = set()
        self._stopping = threading.Event()

    def stop(self) -> None:
        self._stopping.set()

    def run(self) -> None:
        while not self._stopping.is_set():
            pause = self._sweep_safely()
            if self._heartbeat:
                self._heartbeat.beat()
            self._stopping.wait(pause)

    def _sweep_safely(self) -> float:
        """Seconds until there is something to do. Nothing that goes wrong may end the thread."""
        try:
            dues = self.sweep()
            self._counting.step()
            self._indexing.step()
            self._dating.step()
            self._listing.step()
            self._trimming.step()
            return PERIOD_SECONDS if self._backlog.step() else self.pause(dues)
        except StoreUnavailable as away:
            log().info("sweep_store_away", reason=str(away))
        except Exception:
            log().exception("sweep_failed")
        return PERIOD_SECONDS

    def pause(self, dues: list[DueShard]) -> float:
        """Seconds until the next job is due."""
        left = (min(due.first for due in dues) - self._context.now()) / 1000 if dues else self._idle_seconds
        return min(max(left, PERIOD_SECONDS), self._idle_seconds)

    def sweep(self) -> list[DueShard]:
        """Repeat what is overdue in all shards; return the shards in which something waits."""
        now = self._context.now()
        dues = self._scanner.scan()
        for due in dues:
            for job in self._claim(due, now):
                self._repeat_traced(job)
        self._measure(dues, now)
        return dues

    def _claim(self, due: DueShard, now: int) -> list[PendingJob]:
        found: list[PendingJob] = []
        if due.pending is not None and due.pending <= now:
            found += self._outbox.claim_pending(due.shard, now, CLAIM_MILLISECONDS)
        if due.other is not None and due.other <= now:
            found += self._outbox.claim_late(due.shard, now, CLAIM_MILLISECONDS)
        return found

    def _measure(self, dues: list[DueShard], now: int) -> None:
        OUTBOX.set(sum(due.waiting for due in dues))
        firsts = [due.pending for due in dues if due.pending is not None]
        OLDEST_SECONDS.set(max(now - min(firsts) + WAKEUP_GRACE, 0) / 1000 if firsts else 0)

    def _repeat(self, job: PendingJob) -> None:
        if self._stopping.is_set():
            return
        if job in self._repeated or not self._send(job.kind, job.game_id, job.version):
            turns.run(self._context, job.kind, job.game_id, job.version)
        self._remember(job)

    def _repeat_traced(self, job: PendingJob) -> None:
        """Trace the repetition as part of the request that left the work."""
        with continue_trace(self._context.store.origin(job.game_id), f"sweep {job.kind}", game=job.game_id):
            self._repeat(job)

    def _remember(self, job: PendingJob) -> None:
        if len(self._repeated) >= REMEMBERED:
            self._repeated.clear()
        self._repeated.add(job)
