"""What waits in all shards, looked at with few commands: most shards of an idle store are empty."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from service.store.games.repository import GameStore
from service.store.redis import keys
from service.store.redis.scripts import Script


class DueShard(msgspec.Struct, frozen=True):
    """What waits in a shard: how many games for a worker, since when the first of them, and when the first of the other
    queue is due."""

    shard: int
    waiting: int
    pending: int | None
    other: int | None

    @property
    def first(self) -> int:
        return min(time for time in (self.pending, self.other) if time is not None)


def _due(shards: range, row: Any) -> DueShard:
    place, waiting, *times = row
    return DueShard(shards[place], waiting, *(int(time) if time else None for time in times))


class DueScanner:
    """Looks into the outbox of every shard, and into one other queue: deadlines, or questions for bot processes.

    A master that is away hides its own shards and no others.
    """

    def __init__(self, store: GameStore, other: Callable[[int], str]) -> None:
        self._connection, self._other = store.connection, other
        self._scan_script = Script(store.connection, "jobs/first_due")

    def scan(self) -> list[DueShard]:
        """The shards in which something waits."""
        groups = self._used_groups()
        found = self._scan_script.gather([(self._names(shards), ()) for shards in groups], patience=0)
        answered = [(shards, rows) for shards, rows in zip(groups, found, strict=True) if isinstance(rows, list)]
        return [_due(shards, row) for shards, rows in answered for row in rows]

    def _names(self, shards: range) -> list[str]:
        return [key(shard) for shard in shards for key in (keys.outbox, self._other)]

    def _used_groups(self) -> list[range]:
        groups = keys.shard_groups(self._connection.shards_per_command)
        counts = self._connection.gather([("EXISTS", *self._names(shards)) for shards in groups], patience=0)
        if all(isinstance(count, Exception) for count in counts):
            raise counts[0]
        return [shards for shards, count in zip(groups, counts, strict=True) if isinstance(count, int) and count]
