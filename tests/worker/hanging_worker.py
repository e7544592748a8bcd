"""`almagest worker` with short patience, whose consumer hangs while the file FILE.hang is there."""

from __future__ import annotations

import sys
import time
from pathlib import Path
from typing import Any

from celery import bootsteps  # type: ignore[import-untyped]  # it has no annotations

from service.cli.main import main
from service.store.jobs.broker import celery
from worker.heartbeat import Heartbeat

FILE = Path(sys.argv[1])
SECONDS = 0.1


def _hang() -> None:
    while FILE.with_suffix(".hang").exists():
        time.sleep(SECONDS)


class Hanging(bootsteps.StartStopStep):  # type: ignore[misc]  # likewise
    requires = ("celery.worker.consumer:Tasks",)

    def start(self, consumer: Any) -> None:
        consumer.timer.call_repeatedly(SECONDS, _hang)


Heartbeat.patience, Heartbeat.period = 10 * SECONDS, SECONDS
celery.steps["consumer"].add(Hanging)
sys.exit(main(["worker", "--concurrency", "0", "--couriers", "0", "--heartbeat", str(FILE)]))
