"""The tasks, one for each kind of work. They carry a game and a version, and everything else is in the store."""

from __future__ import annotations

from worker import turns
from worker.app import celery
from worker.conf import QUEUES
from worker.context import tables


def _register(kind: str) -> None:
    def do(game_id: str, version: int) -> None:
        turns.run(tables(), kind, game_id, version)

    celery.task(do, name=f"almagest.{kind}")


for _kind in QUEUES:
    _register(_kind)
