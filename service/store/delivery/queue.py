"""What waits to be delivered to webhooks, and what came of it. The commit writes it; couriers take it from here.

Of each webhook a game's deliveries are a lane: one after the other, so that a game is told in order.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import msgspec

from service.store.redis import keys
from service.store.redis.client import (
    Connection,
    Script,
    raise_on_error,
    translated_errors,
)
from service.wire.webhooks import DeliveryStatus

BATCH = 500


class Tries(msgspec.Struct, frozen=True):
    """What came of a delivery so far. `answer` is the status of the last answer, 0 where there was none."""

    status: DeliveryStatus
    attempts: int
    first: int
    last: int
    next: int
    answer: int
    reason: str
    """An `Outcome`; a newer version may know others."""


class Delivery(msgspec.Struct, frozen=True):
    """A notice on its way to one webhook."""

    id: str
    body: bytes
    tries: Tries | None = None

    @property
    def shard(self) -> int:
        return keys.shard_of(self.id)


class Due(msgspec.Struct, frozen=True):
    """The first delivery of a lane, whose time has come; `entry` is its place."""

    entry: str
    delivery: Delivery


_tries = msgspec.json.Decoder(Tries)


def _delivery(delivery_id: str, body: bytes, tries: bytes) -> Delivery:
    return Delivery(delivery_id, body, _tries.decode(tries) if tries else None)


def _threes(found: Sequence[Any]) -> Iterator[tuple[bytes, bytes, bytes]]:
    return zip(found[::3], found[1::3], found[2::3], strict=True)


class Deliveries:
    """All shards' queues. A master that is away hides its own and no others."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._due = Script(connection, "due")
        self._settle = Script(connection, "settle")
        self._retry_now = Script(connection, "retry_now")
        self._resend = Script(connection, "resend")
        self._list = Script(connection, "deliveries")
        self._forget = Script(connection, "forget")
        self._drop = Script(connection, "drop")
        self._oldest = Script(connection, "oldest")
        self._swap = Script(connection, "swap")

    def due(self, webhook_id: str, shard: int, now: int, limit: int) -> list[Due]:
        """One of each lane."""
        names = [keys.deliveries(shard), keys.delivery_bodies(shard), keys.delivery_tries(shard)]
        with translated_errors():
            found = self._due(names, [webhook_id, now, limit])
        entries = [(entry.decode(), body, tries) for entry, body, tries in _threes(found)]
        return [Due(entry, _delivery(entry.rpartition("|")[2], body, tries)) for entry, body, tries in entries]

    def settle(self, due: Due, tries: Tries, forgotten: int) -> None:
        """Write down what came of it. It waits on, unless it is to be forgotten some time."""
        shard = due.delivery.shard
        names = [
            keys.delivery_queues(shard),
            keys.deliveries(shard),
            keys.delivery_tries(shard),
            keys.delivery_ends(shard),
        ]
        with translated_errors():
            self._settle(names, [due.entry, msgspec.json.encode(tries), forgotten or ""])

    def retry_now(self, webhook_id: str, shard: int) -> None:
        """No pause keeps back any longer what waits."""
        names, begin = [keys.deliveries(shard), keys.delivery_tries(shard)], b""
        with translated_errors():
            while begin := self._retry_now(names, [webhook_id, begin, BATCH]):
                pass

    def resend(self, webhook_id: str, delivery_id: str, now: int) -> bool:
        """Whether there is such a delivery, which is sent once more."""
        shard = keys.shard_of(delivery_id)
        names = [
            keys.delivery_queues(shard),
            keys.deliveries(shard),
            keys.delivery_bodies(shard),
            keys.delivery_tries(shard),
            keys.delivery_ends(shard),
        ]
        with translated_errors():
            return bool(self._resend(names, [webhook_id, delivery_id, keys.game_of(delivery_id), now]))

    def page(self, webhook_id: str, status: str, below: str, limit: int) -> list[Delivery]:
        """The newest first."""
        bound = f"({webhook_id}|{below}" if below else f"({webhook_id}}}"
        arguments: list[str | int] = [webhook_id, bound, limit, status]
        calls = [
            ([keys.delivery_list(shard), keys.delivery_bodies(shard), keys.delivery_tries(shard)], arguments)
            for shard in range(keys.SHARDS)
        ]
        with translated_errors():
            rows = raise_on_error(self._list.gather(calls))
        found = [_delivery(each.decode(), body, tries) for row in rows for each, body, tries in _threes(row)]
        return sorted(found, key=lambda each: each.id, reverse=True)[:limit]

    def forget(self, shard: int, now: int) -> None:
        """What was delivered, or given up, long enough ago."""
        names = [
            keys.delivery_ends(shard),
            keys.delivery_bodies(shard),
            keys.delivery_tries(shard),
            keys.delivery_list(shard),
        ]
        with translated_errors():
            while self._forget(names, [now, BATCH]) == BATCH:
                pass

    def drop(self, webhook_id: str, shard: int) -> None:
        """All that was for a webhook which is gone."""
        names = [
            keys.delivery_queues(shard),
            keys.deliveries(shard),
            keys.delivery_bodies(shard),
            keys.delivery_tries(shard),
            keys.delivery_list(shard),
            keys.delivery_ends(shard),
        ]
        with translated_errors():
            while self._drop(names, [webhook_id, BATCH]):
                pass

    def rewrite(self, game_id: str, change: Callable[[bytes], bytes]) -> None:
        """Change what is kept of a game's notices, whatever became of them; what is gone meanwhile stays gone."""
        name, cursor = keys.delivery_bodies(keys.shard_of(game_id)), b"0"
        with translated_errors():
            while True:
                cursor, found = self._connection("HSCAN", name, cursor, "MATCH", f"*{game_id}", "COUNT", BATCH)
                for field, body in zip(found[::2], found[1::2], strict=True):
                    if (changed := change(body)) != body:
                        self._swap([name], [field, body, changed])
                if cursor == b"0":
                    return

    def oldest(self, left_out: Sequence[str]) -> int:
        """Since when something waits, but for some webhooks; 0 when nothing does."""
        with translated_errors():
            calls = [([keys.delivery_queues(shard)], list(left_out)) for shard in range(keys.SHARDS)]
            rows = self._oldest.gather(calls, patience=0)
        return min((int(row) for row in rows if isinstance(row, bytes) and int(row)), default=0)
