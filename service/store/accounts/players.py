"""Players of apps: their tokens, known by their hash, and the lists of their games.

Nothing else is kept of a player. Tokens lie in one hash for each player, which goes with the last of them, and an app's
players who have one are counted; the lists of games lie with the games, and are written in the same commit.
"""

from __future__ import annotations

import functools
import hashlib
import time
from collections import OrderedDict
from collections.abc import Iterator

import msgspec

from service.store.redis import keys
from service.store.redis.client import Connection, raise_on_error
from service.store.redis.replicas import Replicas
from service.store.redis.scripts import Script

KNOWN_SECONDS = 5.0
"""For so long a process believes what it has read of a token."""
KNOWN = 4096
"""Tokens that a process remembers."""


class PlayerRecord(msgspec.Struct, frozen=True):
    """Who shows a player's token: a user of an app, by the app's own name for it. `digest` is the token's hash."""

    app: str
    id: str
    digest: str = ""

    @property
    def tag(self) -> str:
        return tag_of(self.app, self.id)


@functools.lru_cache(4096)
def tag_of(app: str, player: str) -> str:
    """What stands for a player in names of keys and channels; two apps have no player in common."""
    return hashlib.sha256(f"{app}\0{player}".encode()).hexdigest()[:20]


class PlayerStore:
    """Tokens of players."""

    def __init__(self, connection: Connection, replicas: Replicas) -> None:
        self._connection, self._replicas = connection, replicas
        self._issue = Script(connection, "accounts/issue_token")
        self._known: OrderedDict[str, tuple[PlayerRecord, int, float]] = OrderedDict()

    def issue(self, player: PlayerRecord, now: int, until: int, most: int) -> None:
        """One token more; where there are `most` already, the oldest ends."""
        counted = keys.players_of(player.app)
        self._issue([keys.player(player.tag)], [player.app, player.id, player.digest, now, until, most])
        raise_on_error(self._connection.gather([("ZADD", counted, until, player.tag), ("PEXPIREAT", counted, until)]))
        self._replicas.secure(keys.player(player.tag))

    def has_room(self, player: PlayerRecord, now: int, most: int) -> bool:
        """Whether the player has a token, or the app fewer than `most` players who have."""
        name = keys.players_of(player.app)
        asked = [("ZREMRANGEBYSCORE", name, 0, now), ("ZSCORE", name, player.tag), ("ZCARD", name)]
        _, held, count = raise_on_error(self._connection.gather(asked))
        return held is not None or int(count) < most

    def find(self, tag: str, digest: str, now: int) -> PlayerRecord | None:
        """Whose token this is, if it is good."""
        player, until, believed = self._known.get(digest, (None, 0, 0.0))
        if player is None or believed < time.monotonic():
            self._known.pop(digest, None)
            player, until = self._read(tag, digest)
            if player:
                self._keep(player, until)
        return player if until > now else None

    def _read(self, tag: str, digest: str) -> tuple[PlayerRecord | None, int]:
        app, player_id, until = raise_on_error(
            self._connection.gather([("HMGET", keys.player(tag), "app", "id", f"token:{digest}")])
        )[0]
        return (PlayerRecord(app.decode(), player_id.decode(), digest), int(until)) if until else (None, 0)

    def _keep(self, player: PlayerRecord, until: int) -> None:
        self._known[player.digest] = player, until, time.monotonic() + KNOWN_SECONDS
        if len(self._known) > KNOWN:
            self._known.popitem(last=False)

    def revoke(self, player: PlayerRecord) -> None:
        """All tokens of a player."""
        name = keys.player(player.tag)
        raise_on_error(self._connection.gather([("DEL", name), ("ZREM", keys.players_of(player.app), player.tag)]))
        self._replicas.secure(name)

    def left(self, tag: str) -> Iterator[tuple[str, str]]:
        """Games that the player has left before they began, and by which name it was there."""
        names = [keys.player_left(shard, tag) for shard in range(keys.SHARDS)]
        rows = raise_on_error(self._connection.gather([("HGETALL", name) for name in names]))
        for row in rows:
            for game_id, name in keys.hash_pairs(row):
                yield game_id.decode(), name.decode()

    def forget_left(self, tag: str, game_id: str) -> None:
        self._connection("HDEL", keys.player_left(keys.shard_of(game_id), tag), game_id)
