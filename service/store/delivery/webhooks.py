"""Webhooks of apps: their records, and who wants to know what.

`commit.lua` goes by a copy in every shard of who wants to know what, since a commit touches one slot.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec

from service.store import damaged
from service.store.redis import keys
from service.store.redis.client import Connection, raise_on_error
from service.store.redis.replicas import Replicas
from service.store.redis.scripts import Script
from service.wire.notices import NoticeType
from service.wire.webhooks import WebhookStatus

ATTEMPTS = 10


class Webhook(msgspec.Struct, frozen=True, omit_defaults=True):
    """An address of an app that receives notices. `secret` is encrypted, see `usecases/delivery/encryption.py`."""

    id: str
    app: str
    url: str
    events: tuple[NoticeType, ...]
    secret: str
    created: int
    parked: int = 0
    """The time since which it gets no deliveries; 0 while it is active."""

    @property
    def status(self) -> WebhookStatus:
        return "parked" if self.parked else "active"


_webhook = msgspec.json.Decoder(Webhook)


def _subscriptions(webhooks: Iterable[Webhook]) -> bytes:
    """The notices that each active webhook wants, as `commit.lua` reads it; empty where none wants any."""
    active = {each.id: dict.fromkeys(each.events, True) for each in webhooks if not each.parked}
    return msgspec.msgpack.encode(active) if active else b""


class WebhookStore:
    """Stores all webhooks in one hash: there are few."""

    def __init__(self, connection: Connection, replicas: Replicas) -> None:
        self._connection, self._replicas = connection, replicas
        self._swap = Script(connection, "delivery/compare_and_set")

    def all(self) -> list[Webhook]:
        """The oldest first, without those that are damaged."""
        rows = keys.hash_pairs(self._connection("HGETALL", keys.WEBHOOKS))
        found = damaged.read_all("webhook", _webhook.decode, ((name.decode(), data) for name, data in rows))
        return sorted(found, key=lambda each: (each.created, each.id))

    def ids(self) -> set[str]:
        """Of all webhooks, also of those that are damaged."""
        return {name.decode(errors="replace") for name in self._connection("HKEYS", keys.WEBHOOKS)}

    def of_app(self, app: str) -> list[Webhook]:
        return [each for each in self.all() if each.app == app]

    def find(self, webhook_id: str) -> Webhook | None:
        found: Any = self._connection("HGET", keys.WEBHOOKS, webhook_id)
        return next(iter(damaged.read_all("webhook", _webhook.decode, [(webhook_id, found)])), None) if found else None

    def change(self, before: Webhook | None, after: Webhook | None) -> bool:
        """Add, change or remove one; False when somebody else has changed it meanwhile."""
        (found,) = {each.id for each in (before, after) if each}
        arguments: list[str | bytes] = [
            found,
            *(msgspec.json.encode(each) if each else b"" for each in (before, after)),
        ]
        if not self._swap([keys.WEBHOOKS], arguments):
            return False
        if after is None:
            self._connection("HDEL", keys.RECEIVERS_HEALTH, found)
        for app in {each.app for each in (before, after) if each}:
            self.copy_to_shards(app)
        self._replicas.secure(keys.WEBHOOKS)
        return True

    def copy_to_shards(self, app: str) -> None:
        """Copy to every shard what the webhooks of an app want; again, when somebody has changed them meanwhile."""
        for _ in range(ATTEMPTS):
            wanted = _subscriptions(self.of_app(app))
            self._write_copy(range(keys.SHARDS), app, wanted)
            if _subscriptions(self.of_app(app)) == wanted:
                return

    def _write_copy(self, shards: Iterable[int], app: str, wanted: bytes) -> None:
        commands = [
            ("HSET", keys.hooks(shard), app, wanted) if wanted else ("HDEL", keys.hooks(shard), app) for shard in shards
        ]
        raise_on_error(self._connection.gather(commands))

    def resync(self) -> None:
        """Correct the copy of every shard, also of one that has come back from a backup or by a failover."""
        right = {app: _subscriptions(self.of_app(app)) for app in {each.app for each in self.all()}}
        found = self._connection.gather([("HGETALL", keys.hooks(shard)) for shard in range(keys.SHARDS)], patience=0)
        for shard, known in enumerate(found):
            if isinstance(known, Exception):
                continue
            copied = {app.decode(): wanted for app, wanted in keys.hash_pairs(known)}
            for app in copied.keys() | right.keys():
                if copied.get(app, b"") != right.get(app, b""):
                    self._write_copy([shard], app, right.get(app, b""))

    def is_empty(self) -> bool:
        return not self.count()

    def count(self) -> int:
        """How many there are, with those that are damaged."""
        return int(self._connection("HLEN", keys.WEBHOOKS))
