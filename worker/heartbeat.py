"""Two signs of life: the sweeper's, and that of Celery's consumer, which takes messages from the broker."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

FRESH_SECONDS = 60.0
PERIOD_SECONDS = 5.0


def consumers(heartbeat: Path) -> Path:
    """The file that the consumer touches, beside the sweeper's."""
    return heartbeat.with_name(f"{heartbeat.name}.consumer")


def add(celery: Any, heartbeat: Path) -> None:
    """Have the consumer's own loop touch its file while it is connected."""
    from celery import bootsteps  # type: ignore[import-untyped]  # it has no annotations

    class Pulse(bootsteps.StartStopStep):  # type: ignore[misc]  # likewise
        requires = ("celery.worker.consumer:Tasks",)

        def start(self, consumer: Any) -> None:
            consumers(heartbeat).touch()
            self._timer = consumer.timer.call_repeatedly(PERIOD_SECONDS, consumers(heartbeat).touch)

        def stop(self, consumer: Any) -> None:
            self._timer.cancel()

    celery.steps["consumer"].add(Pulse)


def complaint(heartbeat: Path) -> str:
    """What is wrong with the worker; empty when nothing is."""
    if not heartbeat.exists():
        return "There is no heartbeat."
    if (age := _age(heartbeat)) > FRESH_SECONDS:
        return f"The last heartbeat was {age:.0f} seconds ago."
    return _consumer_complaint(consumers(heartbeat))


def _consumer_complaint(beat: Path) -> str:
    """While the broker is away it takes nothing, and the sweeper does the work: no reason to start anew."""
    if not beat.exists() or _age(beat) <= FRESH_SECONDS or not _broker_answers():
        return ""
    return f"The broker answers, and its consumer was last seen {_age(beat):.0f} seconds ago."


def _age(beat: Path) -> float:
    return time.time() - beat.stat().st_mtime


def _broker_answers() -> bool:
    from service.store.jobs.broker import celery

    try:
        with celery.connection_for_read() as connection:
            connection.connect()
    except Exception:
        # Every kind of broker has errors of its own.
        return False
    return True
