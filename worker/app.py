"""The Celery application, and hints to it. Importing this connects to nothing."""

from __future__ import annotations

import time
from typing import Any

from celery import Celery  # type: ignore[import-untyped]  # it has no annotations
from celery.app.amqp import AMQP  # type: ignore[import-untyped]  # likewise
from kombu.connection import Connection

from service.logs import log
from service.store.outbox import Owed
from worker.conf import QUEUES

SILENCE_SECONDS = 1.0
"""For so long nobody tries to reach a broker that was away, so that moves do not wait for it."""

LONGEST_SILENCE_SECONDS = 20.0


class EagerConnection(Connection):
    """Looks for a lost broker several times a second; Celery's own pauses grow to half a minute."""

    def ensure_connection(self, *args: Any, **options: Any) -> Any:
        options.update(interval_start=0.1, interval_step=0.1, interval_max=0.5)
        return super().ensure_connection(*args, **options)  # type: ignore[no-untyped-call]  # likewise


class EagerAmqp(AMQP):  # type: ignore[misc]  # likewise
    Connection = EagerConnection


celery = Celery("almagest", amqp=EagerAmqp, config_source="worker.conf", include=["worker.tasks"], set_as_current=False)


class Breaker:
    """Remembers that the broker is away."""

    def __init__(self) -> None:
        self._closed_from = 0.0

    def is_open(self) -> bool:
        return time.monotonic() < self._closed_from

    def trip(self, cost: float) -> None:
        """Who had to wait for it leaves it alone for longer."""
        self._closed_from = time.monotonic() + min(max(SILENCE_SECONDS, 10 * cost), LONGEST_SILENCE_SECONDS)


_breaker = Breaker()


def send(kind: str, game_id: str, version: int) -> bool:
    """Tell the workers what is to be done; False when the broker is away."""
    if _breaker.is_open():
        return False
    began = time.monotonic()
    try:
        celery.send_task(f"almagest.{kind}", (game_id, version), queue=QUEUES[kind], retry=False)
    except Exception as error:
        # Whatever it is: the game is committed, and the hint may be lost.
        _breaker.trip(time.monotonic() - began)
        log().warning("broker_away", error=type(error).__name__)
        return False
    return True


def hint(owed: Owed) -> None:
    """Called after every commit that leaves work for a worker. May be lost: the sweeper repeats it."""
    send(owed.kind, owed.game_id, owed.version)
