"""The sweeper: a thread in every worker that repeats what is overdue. Whoever dies, the next one finds the work."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path

from service.core.logs import log
from service.core.metrics import OLDEST_SECONDS, OUTBOX
from service.core.tracing import going_on
from service.store.archive.jobs import Backlog
from service.store.jobs.due import Agenda, Due
from service.store.jobs.outbox import Outbox, Owed
from service.store.maintenance.list_repair import Counting
from service.store.maintenance.pruning import Trimming
from service.store.redis import keys
from service.store.redis.client import StoreUnavailable
from service.store.redis.clock import HINT_GRACE
from service.usecases.context import Context
from worker import turns

PERIOD_SECONDS = 0.25
"""While something is overdue."""
IDLE_SECONDS = 1.5
"""Otherwise: what is not in the store yet is not due before. Where each shard is asked for itself, twice as long."""
REMEMBERED = 10_000

Job = tuple[str, str, int]


class Sweeper(threading.Thread):
    """Claims overdue work for a few seconds, so that no other sweeper takes it, and sends the hint again.

    When the broker is away, or a second hint was of no use either, it does the work itself.
    """

    def __init__(self, context: Context, send: Callable[[str, str, int], bool], heartbeat: Path | None = None) -> None:
        super().__init__(name="sweeper", daemon=True)
        self._context, self._send, self._heartbeat = context, send, heartbeat
        self._outbox, self._agenda = Outbox(context.store), Agenda(context.store, keys.deadlines)
        self._backlog = Backlog(context.store)
        self._counting = Counting(context.store)
        self._trimming = Trimming(context.store, context.settings.finished_seconds, context.now)
        self._idle_seconds = IDLE_SECONDS if context.store.connection.shards_per_command > 1 else 2 * IDLE_SECONDS
        self._repeated: set[Job] = set()
        self._stop_asked = threading.Event()

    def stop(self) -> None:
        self._stop_asked.set()

    def run(self) -> None:
        while not self._stop_asked.is_set():
            pause = self._sweep_safely()
            if self._heartbeat:
                self._heartbeat.touch()
            self._stop_asked.wait(pause)

    def _sweep_safely(self) -> float:
        """Seconds until there is something to do. Nothing that goes wrong may end the thread."""
        try:
            dues = self.sweep()
            self._counting.step()
            self._trimming.step()
            return PERIOD_SECONDS if self._backlog.step() else self.pause(dues)
        except StoreUnavailable as away:
            log().info("sweep_store_away", reason=str(away))
        except Exception:
            log().exception("sweep_failed")
        return PERIOD_SECONDS

    def pause(self, dues: list[Due]) -> float:
        """Until the next of what waits is due."""
        left = (min(due.first for due in dues) - self._context.now()) / 1000 if dues else self._idle_seconds
        return min(max(left, PERIOD_SECONDS), self._idle_seconds)

    def sweep(self) -> list[Due]:
        """Look once through all shards; what waits in them."""
        now = self._context.now()
        dues = self._agenda.look()
        for due in dues:
            for owed in self._claimed(due, now):
                self._repeat_for(owed)
        self._measure(dues, now)
        return dues

    def _claimed(self, due: Due, now: int) -> list[Owed]:
        owed = self._outbox.claim_owed(due.shard, now) if due.owed is not None and due.owed <= now else []
        late = self._outbox.claim_late(due.shard, now) if due.other is not None and due.other <= now else []
        return [*owed, *late]

    def _measure(self, dues: list[Due], now: int) -> None:
        OUTBOX.set(sum(due.waiting for due in dues))
        firsts = [due.owed for due in dues if due.owed is not None]
        OLDEST_SECONDS.set(max(now - min(firsts) + HINT_GRACE, 0) / 1000 if firsts else 0)

    def _repeat(self, owed: Owed) -> None:
        job = (owed.kind, owed.game_id, owed.version)
        if self._stop_asked.is_set():
            return
        if job in self._repeated or not self._send(*job):
            turns.run(self._context, *job)
        self._remember(job)

    def _repeat_for(self, owed: Owed) -> None:
        """As if the request that left the work had just hinted at it."""
        with going_on(self._context.store.origin(owed.game_id), f"sweep {owed.kind}", game=owed.game_id):
            self._repeat(owed)

    def _remember(self, job: Job) -> None:
        if len(self._repeated) >= REMEMBERED:
            self._repeated.clear()
        self._repeated.add(job)
