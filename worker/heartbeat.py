"""The worker's sign of life: a file that it touches while its sweeper runs and Celery's consumer takes messages.

The worker judges itself, so that a probe only has to look at the age of a file.
"""

from __future__ import annotations

import threading
import time
from pathlib import Path
from typing import Any

FRESH_SECONDS = 60.0


class Heartbeat:
    """Touches a file for the sweeper, unless the consumer hangs."""

    patience = FRESH_SECONDS
    period = 5.0

    def __init__(self, file: Path) -> None:
        self._file = file
        self._consumed: float | None = None
        self._hangs = False

    def beat(self) -> None:
        if not self._hangs:
            self._file.touch()

    def consume(self) -> None:
        """Note that the consumer's own loop runs."""
        self._consumed = time.monotonic()

    def look(self) -> None:
        """Look after the consumer. While the broker is away it takes nothing, and the sweeper does the work: no
        reason to start anew."""
        is_late = self._consumed is not None and time.monotonic() - self._consumed > self.patience
        before, self._hangs = self._hangs, is_late and _broker_answers()
        if self._hangs and not before:
            from service.core.logs import log

            log().error("consumer_hangs", seconds=self.patience)

    def watch(self, celery: Any) -> None:
        """Have the consumer's loop tell while it is connected."""
        from celery import bootsteps  # type: ignore[import-untyped]  # it has no annotations

        heartbeat = self

        class Pulse(bootsteps.StartStopStep):  # type: ignore[misc]  # likewise
            requires = ("celery.worker.consumer:Tasks",)

            def start(self, consumer: Any) -> None:
                heartbeat.consume()
                self._timer = consumer.timer.call_repeatedly(heartbeat.period, heartbeat.consume)

            def stop(self, consumer: Any) -> None:
                self._timer.cancel()

        celery.steps["consumer"].add(Pulse)

    def start(self) -> None:
        """In a thread of its own: the sweeper does not wait for a broker."""
        threading.Thread(target=self._look_for_ever, name="heartbeat", daemon=True).start()

    def _look_for_ever(self) -> None:
        while True:
            time.sleep(self.period)
            self.look()


def complaint(file: Path) -> str:
    """What is wrong with the worker that touches the file; empty when nothing is."""
    if not file.exists():
        return "There is no heartbeat."
    if (age := time.time() - file.stat().st_mtime) > FRESH_SECONDS:
        return f"The last heartbeat was {age:.0f} seconds ago."
    return ""


def _broker_answers() -> bool:
    from service.store.jobs.broker import celery

    try:
        with celery.connection_for_read() as connection:
            connection.connect()
    except Exception:
        # Every kind of broker has errors of its own.
        return False
    return True
