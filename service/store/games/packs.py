"""Content packs of running games: a pack may be replaced while its games go on."""

from __future__ import annotations

from service.games.rulebook import AnyRulebook
from service.store.redis import keys
from service.store.redis.client import Connection
from service.store.redis.replicas import Replicas


class PackStore:
    """Stores packs by rulebook and hash, and never changes one."""

    def __init__(self, connection: Connection, replicas: Replicas) -> None:
        self._connection, self._replicas = connection, replicas

    def keep(self, rulebook: AnyRulebook, digest: str) -> None:
        key = keys.pack(rulebook.id, digest)
        if rulebook.packs and not self._connection("EXISTS", key):
            self._connection("SET", key, rulebook.packs.source(digest), "NX")
            self._replicas.secure(key)

    def recall(self, rulebook: AnyRulebook, digest: str) -> None:
        """Load a pack that this process does not have, if it was ever used here."""
        data = self._connection("GET", keys.pack(rulebook.id, digest))
        if rulebook.packs and data:
            rulebook.packs.remember(data)
