"""The queue of deliveries to webhooks and push services: what waits, and what came of it.

The commit writes the deliveries, deliverers take them from here. Those of one game to one webhook form a queue of their
own and go out one after the other, so that the webhook learns of the game in order; pushes go out in any order.
"""

from __future__ import annotations

import functools
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, Generic, Protocol, TypeVar

import msgspec

from service.store import damaged
from service.store.errors import RecordIsDamaged
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


class _Notice(msgspec.Struct, frozen=True):
    """What every notice says."""

    type: str
    game: str


_encode = msgspec.json.Encoder().encode
_tries = msgspec.json.Decoder(Tries)
_notice = msgspec.json.Decoder(_Notice)
Row = tuple[bytes, bytes, bytes]


@damaged.reader_of("delivery")
def _delivery(delivery_id: str, body: bytes, tries: bytes, entry: str = "") -> Delivery:
    _notice.decode(body)
    keys.time_of(delivery_id)
    return Delivery(delivery_id, body, _tries.decode(tries) if tries else None, entry)


def _triples(found: Sequence[Any]) -> Iterator[Row]:
    return zip(found[::3], found[1::3], found[2::3], strict=True)


class Queued(Protocol):
    """What every kind of delivery has: its place in the queue, and the shard that holds it."""

    @property
    def entry(self) -> str: ...

    @property
    def shard(self) -> int: ...


D = TypeVar("D", bound=Queued)
T = TypeVar("T", bound=msgspec.Struct)


def _read_sound(rows: Iterable[Row], read: Callable[[Row], D], skipped: list[bytes]) -> list[D]:
    """Read rows; report those that are damaged, leave them out, and add their names to `skipped`."""
    found: list[D] = []
    for row in rows:
        try:
            found.append(read(row))
        except RecordIsDamaged as error:
            damaged.report(row[0].decode(errors="replace"), error)
            skipped.append(row[0])
    return found


class DeliveryQueue(ABC, Generic[D, T]):
    """The deliveries of all shards with one kind of payload `D`; `T` records their tries.

    Each kind has its own keys: a sorted set of what waits, a hash of tries, and whatever `settle.lua` needs besides.
    """

    kind: str
    """Of the record, where it is damaged."""

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
        """What a receiver can be sent now: of each webhook's game one delivery, of a push service any.

        What is damaged is skipped: it stops no other delivery, also none of its game.
        """
        skipped: list[bytes] = []
        while True:
            count = len(skipped)
            found = self._due(self._due_keys(shard), [receiver, now, limit + count, *skipped])
            sound = _read_sound(_triples(found), functools.partial(self._read_in, shard), skipped)
            if len(skipped) == count:
                return sound[:limit]

    def _read_in(self, shard: int, row: Row) -> D:
        """A delivery whose id names another shard could not be settled: it would be sent for ever."""

        @damaged.reader_of(self.kind)
        def read() -> D:
            entry, tries, body = row
            delivery = self._read(entry.decode(), tries, body)
            if delivery.shard != shard:
                raise ValueError("its id names another shard")
            return delivery

        return read()

    def damaged_entries(self, limit: int) -> list[str]:
        """Entries of the queue that cannot be read, among the first `limit` of each shard."""
        return [entry for shard in range(keys.SHARDS) for entry in self._damaged_in(shard, limit)]

    def _damaged_in(self, shard: int, limit: int) -> list[str]:
        waiting, *values = self._due_keys(shard)
        entries: list[bytes] = self._connection("ZRANGE", waiting, 0, limit - 1)
        if not entries:
            return []
        fields = [self._field(entry) for entry in entries]
        columns = [[each or b"" for each in self._connection("HMGET", name, *fields)] for name in values]
        tries, bodies = columns[0], columns[1] if len(columns) > 1 else [b""] * len(entries)
        skipped: list[bytes] = []
        _read_sound(zip(entries, tries, bodies, strict=True), functools.partial(self._read_in, shard), skipped)
        return [each.decode(errors="replace") for each in skipped]

    def _field(self, entry: bytes) -> bytes:
        """The name of a delivery in the hashes."""
        return entry

    def settle(self, delivery: D, tries: T | None, delete_at: int = 0) -> None:
        """Write down the last try. The delivery waits on, unless `tries` is None or it is to be deleted some time."""
        written = _encode(tries) if tries else b""
        waits_on = tries is not None and not delete_at
        arguments = [delivery.entry, written, "" if waits_on else delete_at, self._expected_tries(delivery)]
        self._settle(self._settle_keys(delivery.shard), arguments)


def _read_listed(row: Row) -> Delivery:
    name, body, tries = row
    return _delivery(name.decode(errors="replace"), body, tries)


class WebhookQueue(DeliveryQueue[Delivery, Tries]):
    """Deliveries to webhooks. A master that is away hides its own shards and no others."""

    kind = "delivery"

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
        _, _, _, delivery_id = entry.split("|")
        return _delivery(delivery_id, body, tries, entry)

    def _field(self, entry: bytes) -> bytes:
        webhook, *_, delivery = entry.split(b"|")
        return webhook + b"|" + delivery

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
        """The newest first, without those that are damaged."""
        bound = f"({webhook_id}|{below}" if below else f"({webhook_id}}}"
        names = [
            [keys.delivery_list(shard), keys.delivery_bodies(shard), keys.delivery_tries(shard)]
            for shard in range(keys.SHARDS)
        ]
        skipped: list[bytes] = []
        while True:
            count = len(skipped)
            arguments: list[str | bytes | int] = [webhook_id, bound, limit, status, *skipped]
            rows = raise_on_error(self._list.gather([(each, arguments) for each in names]))
            found = _read_sound((each for row in rows for each in _triples(row)), _read_listed, skipped)
            if len(skipped) == count:
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
