"""Free seats of quick play. Each combination of options has a list of its own, so that a match is exact."""

from __future__ import annotations

import hashlib

from service.store.accounts.players import PlayerRecord
from service.store.games.repository import GameStore
from service.store.redis import keys
from service.store.redis.scripts import Script

OFFERED_SECONDS = 60
"""How long we remember the game that a player was sent to, so that two requests at once lead to one game. It is longer
than any request takes; after it the lists of the player's games say where the player waits."""


class Matching:
    """Finds a free seat for one request, or lets it open a game whose other seats are free for the next.

    It does not return the same game twice.
    """

    def __init__(self, store: GameStore, wish: bytes, player: PlayerRecord | None = None) -> None:
        digest = hashlib.sha256(wish).hexdigest()
        self._match = Script(store.connection, "games/match")
        self.shard = store.connection.shards[int(digest[:8], 16) % len(store.connection.shards)]
        self._keys = [keys.free_seats(self.shard, digest[:32])]
        if player:
            self._keys.append(keys.offered_seats(self.shard, store.players.with_tag(player).tag))
        self._digest = digest[:32]
        self._last_match = ""

    def place(self) -> str:
        """The id of a game with a free seat; empty when there is none."""
        return self._match_or_open("", 0, 0)

    def place_or_open(self, new_id: str, places: int, seconds: int) -> str:
        """The same, or `new_id`: then the caller creates that game, and its places are free for others."""
        return self._match_or_open(new_id, places, seconds)

    def _match_or_open(self, new_id: str, places: int, seconds: int) -> str:
        arguments: list[str | int] = [new_id, places, seconds, self._last_match, OFFERED_SECONDS, self._digest]
        found: bytes = self._match(self._keys, arguments)
        self._last_match = found.decode() or self._last_match
        return found.decode()
