"""Free places at tables that were opened by people who wish the same. One list per wish makes the matches exact."""

from __future__ import annotations

import hashlib

from service.store import keys
from service.store.client import Script, translated_errors
from service.store.games import GameStore


class Matching:
    """Whoever comes gets a place that waits, or opens a table whose other places wait from then on."""

    def __init__(self, store: GameStore, wish: bytes) -> None:
        digest = hashlib.sha256(wish).hexdigest()
        self._match = Script(store.line, "match")
        self.shard = store.line.shards[int(digest[:8], 16) % len(store.line.shards)]
        self._key = keys.waiting(self.shard, digest[:32])

    def place(self) -> str:
        """The id of a table with a place; empty when none waits."""
        return self._asked("", 0, 0)

    def place_or_open(self, new_id: str, places: int, seconds: int) -> str:
        """The same; or `new_id`, whose places wait from now on: whoever gets it opens the table."""
        return self._asked(new_id, places, seconds)

    def _asked(self, new_id: str, places: int, seconds: int) -> str:
        with translated_errors():
            found: bytes = self._match([self._key], [new_id, str(places), str(seconds)])
        return found.decode()
