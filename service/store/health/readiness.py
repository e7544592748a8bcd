"""Checks whether every shard could write and acknowledge a move now; requests at the same time share one check."""

from __future__ import annotations

import concurrent.futures
import threading
import time
from collections.abc import Sequence
from typing import Literal

import redis
from redis import exceptions

from service.core.urls import Node
from service.store.errors import StoreUnavailable
from service.store.games.repository import GameStore
from service.store.redis import keys
from service.store.redis.scripts import Script

Cause = Literal["", "away", "full", "read_only", "slots", "loading", "unwilling", "replicas"]

ANSWER_SECONDS = 1.0
"""A store that takes longer to say whether it can write counts as away."""
FRESH_SECONDS = 0.5
REPLICA_MILLISECONDS = 600
"""How long the check waits for the replicas of all nodes together."""
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
    """Checks at most once in `FRESH_SECONDS`."""

    def __init__(self, store: GameStore) -> None:
        self._store = store
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
        """One store answers for all its shards; of a cluster one writable part is enough."""
        connection = self._store.connection
        found = causes(self._store, connection.shards)
        wrong = [cause for cause in found if cause]
        return wrong[0] if wrong and (connection.shards_per_command > 1 or len(wrong) == len(found)) else ""


def causes(store: GameStore, shards: Sequence[int]) -> list[Cause]:
    """For each shard, why no move could be written there; empty where one could."""
    try:
        answers = Script(store.connection, "health/ready").gather(
            [([keys.ready(shard)], []) for shard in shards], patience=0
        )
        found = [_cause(answer) if isinstance(answer, Exception) else "" for answer in answers]
        alone = _without_replicas(store, [shard for shard, cause in zip(shards, found, strict=True) if not cause])
    except Exception as error:
        return [_cause(error)] * len(shards)
    return ["replicas" if shard in alone else cause for shard, cause in zip(shards, found, strict=True)]


def _without_replicas(store: GameStore, shards: Sequence[int]) -> set[int]:
    """Shards of nodes with too few replicas to acknowledge a write."""
    if not store.replicas.count:
        return set()
    together: dict[Node, list[int]] = {}
    for shard in shards:
        together.setdefault(store.connection.node_for(keys.ready(shard)), []).append(shard)
    patience = REPLICA_MILLISECONDS // max(len(together), 1)
    return {shard for found in together.values() if not _is_secured(store, found[0], patience) for shard in found}


def _is_secured(store: GameStore, shard: int, patience: int) -> bool:
    try:
        store.replicas.secure(keys.ready(shard), patience)
    except StoreUnavailable:
        return False
    return True


def _cause(error: Exception) -> Cause:
    return next(cause for kind, cause in _CAUSES if isinstance(error.__cause__ or error, kind))
