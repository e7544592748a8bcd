"""Free places at tables that were opened by people who wish the same. One list per wish makes the matches exact."""

from __future__ import annotations

import hashlib

from service.store.accounts.players import PlayerRecord
from service.store.games.repository import GameStore
from service.store.redis import keys
from service.store.redis.scripts import Script

OFFERED_SECONDS = 60
"""For so long it is known where a player was sent, so that who asks twice at once is sent to one place. Longer than any
request takes; later the lists of the player's games say where the player waits."""


class Matching:
    """Whoever comes gets a place that waits, or opens a table whose other places wait from then on.

    For one request: it is not sent to the same table twice.
    """

    def __init__(self, store: GameStore, wish: bytes, player: PlayerRecord | None = None) -> None:
        digest = hashlib.sha256(wish).hexdigest()
        self._match = Script(store.connection, "games/match")
        self.shard = store.connection.shards[int(digest[:8], 16) % len(store.connection.shards)]
        self._keys = [keys.free_seats(self.shard, digest[:32])]
        if player:
            self._keys.append(keys.offered_seat(self.shard, digest[:32], player.tag))
        self._tried = ""

    def place(self) -> str:
        """The id of a table with a place; empty when none waits."""
        return self._asked("", 0, 0)

    def place_or_open(self, new_id: str, places: int, seconds: int) -> str:
        """The same; or `new_id`, whose places wait from now on: whoever gets it opens the table."""
        return self._asked(new_id, places, seconds)

    def _asked(self, new_id: str, places: int, seconds: int) -> str:
        found: bytes = self._match(self._keys, [new_id, places, seconds, self._tried, OFFERED_SECONDS])
        self._tried = found.decode() or self._tried
        return found.decode()
