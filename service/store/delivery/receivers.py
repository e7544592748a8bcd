"""Whom couriers deliver to, webhooks and push services alike: for whom something waits, how each has been lately, and
who delivers to which."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from service.store.redis import keys
from service.store.redis.client import Connection, Script, translated_errors

PER_APP = 2
"""How many webhooks of one app are delivered to at once, whatever the number of workers."""


class Health(msgspec.Struct, frozen=True, omit_defaults=True):
    """How a receiver has been since it was last well."""

    failures: int = 0
    since: int = 0
    until: int = 0
    """When it is tried again."""


class Lease(msgspec.Struct, frozen=True):
    """A receiver that somebody delivers to, and until when nobody else does."""

    receiver: str
    until: int


_health = msgspec.json.Decoder(Health)
WELL = Health()


class Receivers:
    """All of them, by their ids."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._addressees = Script(connection, "addressees")
        self._lease = Script(connection, "lease")
        self._release = Script(connection, "release")

    def addressees(self, shards: Sequence[int]) -> list[tuple[str, int]]:
        """For whom something waits, and in which shard. A master that is away hides its own and no others."""
        with translated_errors():
            calls = [([keys.deliveries(shard), keys.pushes(shard)], ()) for shard in shards]
            rows = self._addressees.gather(calls, patience=0)
        found = [(shard, row) for shard, row in zip(shards, rows, strict=True) if isinstance(row, list)]
        return [(receiver.decode(), shard) for shard, row in found for waiting in row for receiver in waiting]

    def health(self, receiver: str) -> Health:
        with translated_errors():
            found: Any = self._connection("HGET", keys.RECEIVERS_HEALTH, receiver)
        return _health.decode(found) if found else WELL

    def note(self, receiver: str, health: Health) -> None:
        with translated_errors():
            if health == WELL:
                self._connection("HDEL", keys.RECEIVERS_HEALTH, receiver)
            else:
                self._connection("HSET", keys.RECEIVERS_HEALTH, receiver, msgspec.json.encode(health))

    def take(self, receiver: str, alike: Sequence[str], now: int, milliseconds: int) -> Lease | None:
        """To deliver to it; None while somebody else does, or enough do for those that are alike."""
        until = now + milliseconds
        arguments: list[str | int] = [now, until, receiver, PER_APP, *alike]
        with translated_errors():
            return Lease(receiver, until) if self._lease([keys.RECEIVERS_LEASES], arguments) else None

    def give_back(self, lease: Lease) -> None:
        with translated_errors():
            self._release([keys.RECEIVERS_LEASES], [lease.receiver, lease.until])
