"""What waits for a worker, and which deadlines have passed. Claims lapse, so a dead worker loses nothing."""

from __future__ import annotations

from typing import Literal

import msgspec

from service.store import keys, records
from service.store.client import Script, translated_errors
from service.store.games import HINT_GRACE, GameStore
from service.store.records import Clock, Work


class Owed(msgspec.Struct, frozen=True):
    """Work for a worker: `kind` is the queue, game id and version are all that a task carries."""

    kind: Work | Literal["late"]
    game_id: str
    version: int


class Outbox:
    """The sweeper's side of the store; the commit is the writer's."""

    def __init__(self, store: GameStore) -> None:
        self._store = store
        self._claim = Script(store.line, "claim")

    def _taken(self, key: str, now: int, lease: int, limit: int) -> list[str]:
        with translated_errors():
            return [game_id.decode() for game_id in self._claim([key, keys.claims(key)], [now, now + lease, limit])]

    def claim_owed(self, shard: int, now: int, lease: int = HINT_GRACE, limit: int = 100) -> list[Owed]:
        """Work whose hint seems lost. It comes again after `lease` milliseconds unless the game went on."""
        taken = self._taken(keys.outbox(shard), now, lease, limit)
        clocks = [(game_id, self._clock(game_id)) for game_id in taken]
        return [Owed(clock.owed, game_id, clock.version) for game_id, clock in clocks if clock and clock.owed]

    def _clock(self, game_id: str) -> Clock | None:
        with translated_errors():
            clock = self._store.client.hget(keys.game(game_id), "clock")
        if isinstance(clock, bytes):
            return records.read_clock(clock)
        self._forget(game_id)
        return None

    def _forget(self, game_id: str) -> None:
        """A game that was deleted by hand owes nothing."""
        shard = keys.shard_of(game_id)
        with translated_errors():
            self._store.client.zrem(keys.outbox(shard), game_id)
            self._store.client.zrem(keys.deadlines(shard), game_id)

    def claim_late(self, shard: int, now: int, lease: int = HINT_GRACE, limit: int = 100) -> list[Owed]:
        """Games in which somebody's time, or the lobby's, has run out."""
        taken = self._taken(keys.deadlines(shard), now, lease, limit)
        clocks = [(game_id, self._clock(game_id)) for game_id in taken]
        return [Owed("late", game_id, clock.version) for game_id, clock in clocks if clock]

    def depth(self) -> int:
        """How many games wait for a worker."""
        with translated_errors():
            return sum(int(str(self._store.client.zcard(keys.outbox(shard)))) for shard in range(keys.SHARDS))

    def oldest_age(self, now: int) -> int:
        """For how many milliseconds the longest waiting game has waited for a worker."""
        with translated_errors():
            firsts = [
                self._store.client.zrange(keys.outbox(shard), 0, 0, withscores=True) for shard in range(keys.SHARDS)
            ]
        dues = [int(due) for first in firsts for _, due in first]
        return max(now - min(dues) + HINT_GRACE, 0) if dues else 0
