"""The sweeper: a thread in every worker that repeats what is overdue. Whoever dies, the next one finds the work."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path

from service.logs import log
from service.store import keys
from service.store.client import StoreAway
from service.store.outbox import Outbox, Owed
from service.tables.context import Tables
from worker import metrics, turns

PERIOD_SECONDS = 0.25
REMEMBERED = 10_000

Job = tuple[str, str, int]


class Sweeper(threading.Thread):
    """Claims overdue work for a few seconds, so that no other sweeper takes it, and sends the hint again.

    When the broker is away, or a second hint was of no use either, it does the work itself.
    """

    def __init__(self, tables: Tables, send: Callable[[str, str, int], bool], heartbeat: Path | None = None) -> None:
        super().__init__(name="sweeper", daemon=True)
        self._tables, self._send, self._heartbeat = tables, send, heartbeat
        self._outbox = Outbox(tables.store)
        self._repeated: set[Job] = set()
        self._stop_asked = threading.Event()

    def stop(self) -> None:
        self._stop_asked.set()

    def run(self) -> None:
        while not self._stop_asked.is_set():
            self._sweep_safely()
            if self._heartbeat:
                self._heartbeat.touch()
            self._stop_asked.wait(PERIOD_SECONDS)

    def _sweep_safely(self) -> None:
        """Nothing that goes wrong may end the thread."""
        try:
            self.sweep()
        except StoreAway as away:
            log().info("sweep_store_away", reason=str(away))
        except Exception:
            log().exception("sweep_failed")

    def sweep(self) -> None:
        """Look once through all shards."""
        now = self._tables.now()
        for shard in range(keys.SHARDS):
            for owed in (*self._outbox.claim_owed(shard, now), *self._outbox.claim_late(shard, now)):
                self._repeat(owed)
        metrics.OUTBOX.set(self._outbox.depth())
        metrics.OLDEST_SECONDS.set(self._outbox.oldest_age(now) / 1000)

    def _repeat(self, owed: Owed) -> None:
        job = (owed.kind, owed.game_id, owed.version)
        if self._stop_asked.is_set():
            return
        if job in self._repeated or not self._send(*job):
            turns.run(self._tables, *job)
        self._remember(job)

    def _remember(self, job: Job) -> None:
        if len(self._repeated) >= REMEMBERED:
            self._repeated.clear()
        self._repeated.add(job)
