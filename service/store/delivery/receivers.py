"""The receivers of deliveries, webhooks and push services alike: which have something waiting, how healthy each is, and
which deliverer has leased which."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from service.store import damaged
from service.store.redis import keys
from service.store.redis.client import Connection
from service.store.redis.scripts import Script

PER_APP = 2
"""How many webhooks of one app are delivered to at once, whatever the number of workers."""


class ReceiverHealth(msgspec.Struct, frozen=True, omit_defaults=True):
    """How often a receiver has failed since it last answered well, and since when."""

    failures: int = 0
    since: int = 0
    until: int = 0
    """When it is tried again."""


class Lease(msgspec.Struct, frozen=True):
    """The right of one deliverer to deliver to a receiver, and the time at which it lapses."""

    receiver: str
    until: int


_health = msgspec.json.Decoder(ReceiverHealth)
WELL = ReceiverHealth()


class Receivers:
    """All receivers, by their ids."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._with_deliveries = Script(connection, "delivery/receivers")
        self._lease = Script(connection, "delivery/lease")
        self._release = Script(connection, "delivery/release")

    def with_deliveries(self, shards: Sequence[int]) -> list[tuple[str, int]]:
        """The receivers for which something waits, and where. A master that is away hides its own shards alone."""
        calls = [([keys.deliveries(shard), keys.pushes(shard)], ()) for shard in shards]
        rows = self._with_deliveries.gather(calls, patience=0)
        found = [(shard, row) for shard, row in zip(shards, rows, strict=True) if isinstance(row, list)]
        return [(receiver.decode(), shard) for shard, row in found for waiting in row for receiver in waiting]

    def health(self, receiver: str) -> ReceiverHealth:
        """How a receiver has been; one whose record is damaged counts as well, and gets a new record."""
        found: Any = self._connection("HGET", keys.RECEIVERS_HEALTH, receiver)
        rows = [(receiver, found)] if found else []
        return next(iter(damaged.read_all("receiver", _health.decode, rows)), WELL)

    def save_health(self, receiver: str, health: ReceiverHealth) -> None:
        if health == WELL:
            self._connection("HDEL", keys.RECEIVERS_HEALTH, receiver)
        else:
            self._connection("HSET", keys.RECEIVERS_HEALTH, receiver, msgspec.json.encode(health))

    def lease(self, receiver: str, siblings: Sequence[str], now: int, milliseconds: int) -> Lease | None:
        """Take a receiver for a while; None while another deliverer has it, or enough have its siblings."""
        until = now + milliseconds
        arguments: list[str | int] = [now, until, receiver, PER_APP, *siblings]
        return Lease(receiver, until) if self._lease([keys.RECEIVERS_LEASES], arguments) else None

    def release(self, lease: Lease) -> None:
        self._release([keys.RECEIVERS_LEASES], [lease.receiver, lease.until])
