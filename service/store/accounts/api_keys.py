"""API keys of apps, stored by their hash. All records are in one Redis hash: one write adds a key, one revokes it."""

from __future__ import annotations

import time
from collections.abc import Iterable
from typing import Literal

import msgspec

from service.store import damaged
from service.store.redis import keys
from service.store.redis.client import Connection
from service.store.redis.replicas import Replicas

Scope = Literal["games", "players", "webhooks", "rig"]
KNOWN_SECONDS = 5.0
"""How long a process caches a key: a revoked one stops working after that."""
USE_MILLISECONDS = 60_000
"""How often at most the time of the last use is written."""


class KeyRecord(msgspec.Struct, frozen=True, omit_defaults=True):
    """A key: which app holds it, what it may do, how often. `digest` is the SHA-256 of the key itself."""

    id: str
    app: str
    scopes: tuple[Scope, ...]
    digest: str
    created: int
    limits: str = ""
    """Requests by it, as `RATELIMIT_KEY` says for those that have none of their own."""


class UsedKey(msgspec.Struct, frozen=True):
    """A key, and the time of its last use; 0: never."""

    key: KeyRecord
    used: int


_decoder = msgspec.json.Decoder(KeyRecord)


def _read_keys(rows: Iterable[tuple[bytes, bytes]]) -> list[KeyRecord]:
    return damaged.read_all("app_key", _decoder.decode, ((name.decode(), data) for name, data in rows))


class AppStore:
    """Writes keys, lists them, finds one."""

    def __init__(self, connection: Connection, replicas: Replicas) -> None:
        self._connection, self._replicas = connection, replicas
        self._known: dict[str, tuple[UsedKey, float]] = {}

    def add(self, key: KeyRecord) -> None:
        self._connection("HSET", keys.APP_KEYS, key.id, msgspec.json.encode(key))
        self._replicas.secure(keys.APP_KEYS)

    def remove(self, key_id: str) -> bool:
        """Whether the key existed."""
        self._connection("HDEL", keys.APP_KEYS_USED, key_id)
        found = self._connection("HDEL", keys.APP_KEYS, key_id)
        self._replicas.secure(keys.APP_KEYS)
        return bool(found)

    def all(self) -> list[UsedKey]:
        """All keys, the oldest first, without those that are damaged."""
        records, used = self._connection("HGETALL", keys.APP_KEYS), self._connection("HGETALL", keys.APP_KEYS_USED)
        times = {key_id.decode(): int(at) for key_id, at in keys.hash_pairs(used)}
        found = [UsedKey(key, times.get(key.id, 0)) for key in _read_keys(keys.hash_pairs(records))]
        return sorted(found, key=lambda each: each.key.created)

    def count(self) -> int:
        """How many keys there are, with those that are damaged."""
        return int(self._connection("HLEN", keys.APP_KEYS))

    def find(self, key_id: str, now: int) -> KeyRecord | None:
        """A key that exists, or did a moment ago; records its use."""
        known, until = self._known.get(key_id, (None, 0.0))
        if known is None or until < time.monotonic():
            known = self._read(key_id)
            if known is None:
                self._known.pop(key_id, None)
                return None
            self._known[key_id] = self._record_use(known, now), time.monotonic() + KNOWN_SECONDS
        return known.key

    def _read(self, key_id: str) -> UsedKey | None:
        record, used = self._connection.gather([("HGET", keys.APP_KEYS, key_id), ("HGET", keys.APP_KEYS_USED, key_id)])
        found = _read_keys([(key_id.encode(), record)] if record else [])
        return UsedKey(found[0], int(used or 0)) if found else None

    def _record_use(self, known: UsedKey, now: int) -> UsedKey:
        if now - known.used < USE_MILLISECONDS:
            return known
        self._connection("HSET", keys.APP_KEYS_USED, known.key.id, now)
        return UsedKey(known.key, now)
