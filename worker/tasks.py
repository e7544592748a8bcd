"""The tasks, one for each kind of work. They carry a game and a version, and everything else is in the store."""

from __future__ import annotations

from typing import Any

from service.core.tracing import continue_trace
from service.store.jobs.broker import (
    NAME,
    ORIGIN,
    QUEUES,
    celery,
)
from worker import turns
from worker.context import context

THINKING = "bot"
DELIVERING = "webhook"
ELSEWHERE = (THINKING, DELIVERING)
"""What is done beside Celery's pool, so that nothing prompt ever waits for it."""


def _add(kind: str) -> None:
    def do(task: Any, game_id: str, version: int) -> None:
        with continue_trace(task.request.get(ORIGIN) or "", f"task {kind}", game=game_id, version=version):
            turns.run(context(), kind, game_id, version)

    celery.task(do, name=NAME.format(kind), bind=True)


def _heard(game_id: str, version: int) -> None:
    """It has woken the thinkers, or the couriers, when it was received: they choose for themselves."""


def add_all() -> None:
    """To the application that only sends hints so far."""
    for kind in QUEUES:
        if kind not in ELSEWHERE:
            _add(kind)
    for kind in ELSEWHERE:
        celery.task(_heard, name=NAME.format(kind))
