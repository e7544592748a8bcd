"""The queue of deliveries to webhooks and push services: what waits, and what came of it.

The commit writes the deliveries, deliverers take them from here. Those of one game to one webhook form a queue of their
own and go out one after the other, so that the webhook learns of the game in order; pushes go out in any order.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Generic, Protocol, TypeVar

import msgspec

from service.store.redis import keys
from service.store.redis.client import Connection, raise_on_error
from service.store.redis.scripts import Script
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
    """A notice on its way to one webhook. `entry` is its place in the queue, where it was taken from there."""

    id: str
    body: bytes
    tries: Tries | None = None
    entry: str = ""

    @property
    def shard(self) -> int:
        return keys.shard_of(self.id)


_encode = msgspec.json.Encoder().encode
_tries = msgspec.json.Decoder(Tries)


def _delivery(delivery_id: str, body: bytes, tries: bytes, entry: str = "") -> Delivery:
    return Delivery(delivery_id, body, _tries.decode(tries) if tries else None, entry)


def _triples(found: Sequence[Any]) -> Iterator[tuple[bytes, bytes, bytes]]:
    return zip(found[::3], found[1::3], found[2::3], strict=True)


class Queued(Protocol):
    """What every kind of delivery has: its place in the queue, and the shard that holds it."""

    @property
    def entry(self) -> str: ...

    @property
    def shard(self) -> int: ...


D = TypeVar("D", bound=Queued)
T = TypeVar("T", bound=msgspec.Struct)


class DeliveryQueue(ABC, Generic[D, T]):
    """The deliveries of all shards with one kind of payload `D`; `T` records their tries.

    Each kind has its own keys: a sorted set of what waits, a hash of tries, and whatever `settle.lua` needs besides.
    """

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._due = Script(connection, "delivery/due")
        self._settle = Script(connection, "delivery/settle")

    @abstractmethod
    def _due_keys(self, shard: int) -> list[str]: ...

    @abstractmethod
    def _settle_keys(self, shard: int) -> list[str]: ...

    @abstractmethod
    def _read(self, entry: str, tries: bytes, body: bytes) -> D: ...

    def _expected_tries(self, delivery: D) -> bytes:
        """The tries without which `settle` changes nothing; empty where any will do."""
        return b""

    def due(self, receiver: str, shard: int, now: int, limit: int) -> list[D]:
        """What a receiver can be sent now: of each webhook's game one delivery, of a push service any."""
        found = self._due(self._due_keys(shard), [receiver, now, limit])
        return [self._read(entry.decode(), tries, body) for entry, tries, body in _triples(found)]

    def settle(self, delivery: D, tries: T | None, delete_at: int = 0) -> None:
        """Write down the last try. The delivery waits on, unless `tries` is None or it is to be deleted some time."""
        written = _encode(tries) if tries else b""
        waits_on = tries is not None and not delete_at
        arguments = [delivery.entry, written, "" if waits_on else delete_at, self._expected_tries(delivery)]
        self._settle(self._settle_keys(delivery.shard), arguments)


class WebhookQueue(DeliveryQueue[Delivery, Tries]):
    """Deliveries to webhooks. A master that is away hides its own shards and no others."""

    def __init__(self, connection: Connection) -> None:
        super().__init__(connection)
        self._retry_now = Script(connection, "delivery/retry_now")
        self._resend = Script(connection, "delivery/resend")
        self._list = Script(connection, "delivery/deliveries")
        self._forget = Script(connection, "delivery/delete_ended")
        self._drop = Script(connection, "delivery/drop")
        self._oldest = Script(connection, "delivery/oldest")
        self._swap = Script(connection, "delivery/compare_and_set")

    def _due_keys(self, shard: int) -> list[str]:
        return [keys.deliveries(shard), keys.delivery_tries(shard), keys.delivery_bodies(shard)]

    def _settle_keys(self, shard: int) -> list[str]:
        return [
            keys.deliveries(shard),
            keys.delivery_tries(shard),
            keys.delivery_queues(shard),
            keys.delivery_ends(shard),
        ]

    def _read(self, entry: str, tries: bytes, body: bytes) -> Delivery:
        return _delivery(entry.rpartition("|")[2], body, tries, entry)

    def retry_now(self, webhook_id: str, shard: int) -> None:
        """End the pauses of all that waits for a webhook."""
        names, begin = [keys.deliveries(shard), keys.delivery_tries(shard)], b""
        while begin := self._retry_now(names, [webhook_id, begin, BATCH]):
            pass

    def resend(self, webhook_id: str, delivery_id: str, now: int) -> bool:
        """Queue a delivery once more; False when there is no such delivery."""
        shard = keys.shard_of(delivery_id)
        names = [
            keys.delivery_queues(shard),
            keys.deliveries(shard),
            keys.delivery_bodies(shard),
            keys.delivery_tries(shard),
            keys.delivery_ends(shard),
        ]
        return bool(self._resend(names, [webhook_id, delivery_id, keys.game_of(delivery_id), now]))

    def page(self, webhook_id: str, status: str, below: str, limit: int) -> list[Delivery]:
        """The newest first."""
        bound = f"({webhook_id}|{below}" if below else f"({webhook_id}}}"
        arguments: list[str | int] = [webhook_id, bound, limit, status]
        calls = [
            ([keys.delivery_list(shard), keys.delivery_bodies(shard), keys.delivery_tries(shard)], arguments)
            for shard in range(keys.SHARDS)
        ]
        rows = raise_on_error(self._list.gather(calls))
        found = [_delivery(each.decode(), body, tries) for row in rows for each, body, tries in _triples(row)]
        return sorted(found, key=lambda each: each.id, reverse=True)[:limit]

    def delete_ended(self, shard: int, now: int) -> None:
        """Delete what was delivered, or given up, long enough ago."""
        names = [
            keys.delivery_ends(shard),
            keys.delivery_bodies(shard),
            keys.delivery_tries(shard),
            keys.delivery_list(shard),
        ]
        while self._forget(names, [now, BATCH]) == BATCH:
            pass

    def drop(self, webhook_id: str, shard: int) -> None:
        """Delete all that was for a webhook which is gone."""
        names = [
            keys.delivery_queues(shard),
            keys.deliveries(shard),
            keys.delivery_bodies(shard),
            keys.delivery_tries(shard),
            keys.delivery_list(shard),
            keys.delivery_ends(shard),
        ]
        while self._drop(names, [webhook_id, BATCH]):
            pass

    def rewrite(self, webhook_id: str, change: Callable[[bytes], bytes]) -> None:
        """Change the stored notices to a webhook, delivered or not. What is deleted meanwhile stays deleted."""
        for shard in range(keys.SHARDS):
            self._rewrite(keys.delivery_bodies(shard), webhook_id, change)

    def _rewrite(self, name: str, webhook_id: str, change: Callable[[bytes], bytes]) -> None:
        cursor = b"0"
        while True:
            cursor, found = self._connection("HSCAN", name, cursor, "MATCH", f"{webhook_id}|*", "COUNT", BATCH)
            for field, body in zip(found[::2], found[1::2], strict=True):
                if (changed := change(body)) != body:
                    self._swap([name], [field, body, changed])
            if cursor == b"0":
                return

    def oldest_waiting(self, left_out: Sequence[str]) -> int:
        """The time since which some delivery waits, without those to some webhooks; 0 when nothing waits."""
        calls = [([keys.delivery_queues(shard)], list(left_out)) for shard in range(keys.SHARDS)]
        rows = self._oldest.gather(calls, patience=0)
        return min((int(row) for row in rows if isinstance(row, bytes) and int(row)), default=0)
