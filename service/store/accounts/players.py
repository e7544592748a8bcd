"""Players of apps: their tokens, stored by their hash, and the games that they left.

Nothing else is stored of a player. Each player has a Redis hash of tokens, which expires with the last of them, and a
sorted set counts an app's players who have one.
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
"""How long a process caches a token."""
KNOWN = 4096
"""Tokens that a process caches."""


class PlayerRecord(msgspec.Struct, frozen=True):
    """A user of an app, by the app's own id. `digest` is the hash of the token."""

    app: str
    id: str
    digest: str = ""

    @property
    def tag(self) -> str:
        return tag_of(self.app, self.id)


@functools.lru_cache(4096)
def tag_of(app: str, player: str) -> str:
    """The name of a player in keys and channels; two apps have no player in common."""
    return hashlib.sha256(f"{app}\0{player}".encode()).hexdigest()[:20]


class PlayerStore:
    """Tokens of players."""

    def __init__(self, connection: Connection, replicas: Replicas) -> None:
        self._connection, self._replicas = connection, replicas
        self._issue = Script(connection, "accounts/issue_token")
        self._known: OrderedDict[str, tuple[PlayerRecord, int, float]] = OrderedDict()

    def issue(self, player: PlayerRecord, now: int, until: int, most: int) -> None:
        """Store a new token; if the player has `most` already, the oldest ends."""
        counted = keys.players_of(player.app)
        self._issue([keys.player(player.tag)], [player.app, player.id, player.digest, now, until, most])
        raise_on_error(self._connection.gather([("ZADD", counted, until, player.tag), ("PEXPIREAT", counted, until)]))
        self._replicas.secure(keys.player(player.tag))

    def has_room(self, player: PlayerRecord, now: int, most: int) -> bool:
        """Whether the player has a token, or the app fewer than `most` players who have."""
        name = keys.players_of(player.app)
        commands = [("ZREMRANGEBYSCORE", name, 0, now), ("ZSCORE", name, player.tag), ("ZCARD", name)]
        _, held, count = raise_on_error(self._connection.gather(commands))
        return held is not None or int(count) < most

    def find(self, tag: str, digest: str, now: int) -> PlayerRecord | None:
        """The player whose token this is, if it is valid."""
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
        """Delete all tokens of a player."""
        name = keys.player(player.tag)
        raise_on_error(self._connection.gather([("DEL", name), ("ZREM", keys.players_of(player.app), player.tag)]))
        self._replicas.secure(name)

    def left_games(self, tag: str) -> Iterator[tuple[str, str]]:
        """Games that the player left before they began, each with the name it had there."""
        names = [keys.player_left(shard, tag) for shard in range(keys.SHARDS)]
        rows = raise_on_error(self._connection.gather([("HGETALL", name) for name in names]))
        for row in rows:
            for game_id, name in keys.hash_pairs(row):
                yield game_id.decode(), name.decode()

    def forget_left_game(self, tag: str, game_id: str) -> None:
        self._connection("HDEL", keys.player_left(keys.shard_of(game_id), tag), game_id)
