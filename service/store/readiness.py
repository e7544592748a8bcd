"""Whether a move could be written now, on every shard; asked once for all who ask at the same time."""

from __future__ import annotations

import concurrent.futures
import threading
import time
from typing import Literal

import redis
from redis import exceptions

from service.store import keys
from service.store.client import Script
from service.store.games import GameStore

Cause = Literal["", "away", "full", "read_only", "slots", "loading", "unwilling"]

ANSWER_SECONDS = 1.0
"""A store that takes longer to say whether it can write counts as away."""
FRESH_SECONDS = 0.5
_CAUSES: tuple[tuple[type[Exception], Cause], ...] = (
    (redis.OutOfMemoryError, "full"),
    (redis.ReadOnlyError, "read_only"),
    (exceptions.ClusterDownError, "slots"),
    (exceptions.AskError, "slots"),
    (redis.BusyLoadingError, "loading"),
    (redis.ResponseError, "unwilling"),
    (Exception, "away"),
)
"""The first that fits; a moved slot is a kind of `AskError`."""


class Readiness:
    """What was found out a moment ago is still true."""

    def __init__(self, store: GameStore) -> None:
        self._probe, self._line = Script(store.line, "ready"), store.line
        self._asker = concurrent.futures.ThreadPoolExecutor(1, "ready")
        self._lock = threading.Lock()
        self._asked: concurrent.futures.Future[Cause] | None = None
        self._at = 0.0

    def cause(self) -> Cause:
        """Why no move could be written; empty when one could."""
        try:
            return self._question().result(ANSWER_SECONDS)
        except concurrent.futures.TimeoutError:
            return "away"

    def _question(self) -> concurrent.futures.Future[Cause]:
        with self._lock:
            if self._asked is None or (self._asked.done() and time.monotonic() > self._at + FRESH_SECONDS):
                self._asked, self._at = self._asker.submit(self._look), time.monotonic()
            return self._asked

    def _look(self) -> Cause:
        """One store answers for all its shards; of a cluster a part that can be written is enough."""
        try:
            answers = self._probe.gather([([keys.ready(shard)], []) for shard in self._line.shards], patience=0)
        except Exception as error:
            return _cause(error)
        errors = [answer for answer in answers if isinstance(answer, Exception)]
        return _cause(errors[0]) if errors and (self._line.reach > 1 or len(errors) == len(answers)) else ""


def _cause(error: Exception) -> Cause:
    return next(cause for kind, cause in _CAUSES if isinstance(error, kind))
