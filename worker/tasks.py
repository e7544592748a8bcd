"""The tasks, one for each kind of work. They carry a game and a version, and everything else is in the store."""

from __future__ import annotations

from typing import Any

from service.core.tracing import continue_trace
from service.store.jobs.broker import NAME, ORIGIN, QUEUES, celery
from worker import turns
from worker.context import context

THINKING = "bot"
DELIVERING = "webhook"
WAKEUPS = (THINKING, DELIVERING)
"""Kinds of work that are done beside Celery's pool, so that nothing prompt waits for them; a message only wakes."""


def _add(kind: str) -> None:
    def do(task: Any, game_id: str, version: int) -> None:
        with continue_trace(task.request.get(ORIGIN) or "", f"task {kind}", game=game_id, version=version):
            turns.run(context(), kind, game_id, version)

    celery.task(do, name=NAME.format(kind), bind=True)


def _acknowledge(game_id: str, version: int) -> None:
    """Do nothing: receiving the message has already woken the bot processes, or the deliverers."""


def add_all() -> None:
    """Add the tasks to the Celery application, which only sends messages so far."""
    for kind in QUEUES:
        if kind not in WAKEUPS:
            _add(kind)
    for kind in WAKEUPS:
        celery.task(_acknowledge, name=NAME.format(kind))
