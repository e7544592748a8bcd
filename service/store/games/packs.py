"""Content packs that games were begun with, kept beside the games: a pack may be replaced, its games go on."""

from __future__ import annotations

from service.games.rulebook import AnyRulebook
from service.store.redis import keys
from service.store.redis.client import Lines
from service.store.redis.replicas import Replicas


class PackStore:
    """By rulebook and hash. Nothing is ever changed here."""

    def __init__(self, line: Lines, replicas: Replicas) -> None:
        self._line, self._replicas = line, replicas

    def keep(self, rulebook: AnyRulebook, digest: str) -> None:
        key = keys.pack(rulebook.id, digest)
        if rulebook.packs and not self._line("EXISTS", key):
            self._line("SET", key, rulebook.packs.source(digest), "NX")
            self._replicas.secure(key)

    def recall(self, rulebook: AnyRulebook, digest: str) -> None:
        """Let this process play with a pack that it does not have, if it was ever played with here."""
        data = self._line("GET", keys.pack(rulebook.id, digest))
        if rulebook.packs and data:
            rulebook.packs.remember(data)
