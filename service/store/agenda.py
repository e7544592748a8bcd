"""What waits in all shards, looked at with few commands: most shards of an idle store are empty."""

from __future__ import annotations

from typing import Any

import msgspec

from service.store import keys
from service.store.client import Script, translated_errors
from service.store.games import GameStore


class Due(msgspec.Struct, frozen=True):
    """What waits in a shard: how many games for a worker, since when the first of them, the first deadline, and since
    when thinkers were asked something."""

    shard: int
    waiting: int
    owed: int | None
    late: int | None
    asked: int | None

    @property
    def first(self) -> int | None:
        """What the sweeper looks after."""
        return min((time for time in (self.owed, self.late) if time is not None), default=None)


def _due(shard: int, row: Any) -> Due:
    waiting, *times = row
    return Due(shard, waiting, *(int(time) if time else None for time in times))


def _names(shards: range) -> list[str]:
    return [key(shard) for shard in shards for key in (keys.outbox, keys.deadlines, keys.asked)]


class Agenda:
    """The sweeper's first look. A master that is away hides its own shards and no others."""

    def __init__(self, store: GameStore) -> None:
        self._line = store.line
        self._look = Script(store.line, "look")

    def look(self) -> list[Due]:
        """The shards in which something waits."""
        with translated_errors():
            groups = self._with_something()
            rows = self._look.gather([(_names(shards), ()) for shards in groups], patience=0)
        found = [(shards, rows) for shards, rows in zip(groups, rows, strict=True) if isinstance(rows, list)]
        dues = [_due(shard, row) for shards, rows in found for shard, row in zip(shards, rows, strict=True)]
        return [due for due in dues if due.first is not None or due.asked is not None]

    def _with_something(self) -> list[range]:
        groups = keys.groups(self._line.reach)
        counts = self._line.gather([("EXISTS", *_names(shards)) for shards in groups], patience=0)
        if all(isinstance(count, Exception) for count in counts):
            raise counts[0]
        return [shards for shards, count in zip(groups, counts, strict=True) if isinstance(count, int) and count]
