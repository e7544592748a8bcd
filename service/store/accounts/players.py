"""Players of apps: their tokens, stored by their hash, and the names that they had in games that they left.

Each player has a Redis hash of tokens, which expires with the last of them, and a sorted set counts an app's players
who have one. In keys and channels a player has a tag: an HMAC of app and id with a secret of the store. Version 0.2
named its keys by a plain hash; these keys are still read, and an erasure deletes them.
"""

from __future__ import annotations

import functools
import hashlib
import hmac
import secrets
import time
from collections import OrderedDict, defaultdict
from collections.abc import Callable, Sequence

import msgspec

from service.store.redis import keys
from service.store.redis.client import Connection, raise_on_error
from service.store.redis.replicas import Replicas
from service.store.redis.scripts import Script

KNOWN_SECONDS = 5.0
"""How long a process caches a token, and the store's secret."""
KNOWN = 4096
"""Tokens that a process caches."""
_TAG = 20


class PlayerRecord(msgspec.Struct, frozen=True):
    """A user of an app, by the app's own id. `digest` is the hash of the token, `token_tag` the tag in it; `tag` is
    empty where nobody has looked it up."""

    app: str
    id: str
    digest: str = ""
    tag: str = ""
    token_tag: str = ""


@functools.lru_cache(4096)
def unsalted_tag(app: str, player: str) -> str:
    """The tag that a player had in 0.2."""
    return hashlib.sha256(f"{app}\0{player}".encode()).hexdigest()[:_TAG]


@functools.lru_cache(4096)
def _salted_tag(secret: bytes, app: str, player: str) -> str:
    return hmac.new(secret, f"{app}\0{player}".encode(), hashlib.sha256).hexdigest()[:_TAG]


class PlayerStore:
    """Tokens of players, their tags, and the names by which an erasure finds them."""

    def __init__(self, connection: Connection, replicas: Replicas) -> None:
        self._connection, self._replicas = connection, replicas
        self._issue = Script(connection, "accounts/issue_token")
        self._known: OrderedDict[str, tuple[PlayerRecord, int, float]] = OrderedDict()
        self._secret, self._secret_until = b"", 0.0

    def tag_of(self, app: str, player: str) -> str:
        """The tag of a player in keys and channels; two apps have no player in common."""
        return _salted_tag(self._read_secret(), app, player)

    def read_tags(self) -> Callable[[str, str], str]:
        """What gives the tags of several players, by app and id, for one look at the secret."""
        return functools.partial(_salted_tag, self._read_secret())

    def known_tag_of(self, app: str, player: str) -> str:
        """The same, with a secret that may be some seconds old: for games of 0.2, whose seats have no tags."""
        if self._secret_until < time.monotonic():
            self._secret, self._secret_until = self._read_secret(), time.monotonic() + KNOWN_SECONDS
        return _salted_tag(self._secret, app, player)

    def _read_secret(self) -> bytes:
        """The store's secret, or the last one that was read while its node is away. It is read each time: a store that
        was restored from a backup may have another one, or none."""
        (found,) = self._connection.gather([("GET", keys.PLAYER_SECRET)], patience=0)
        if isinstance(found, Exception):
            if self._secret:
                return self._secret
            raise found
        self._secret = found or self._restore_secret()
        return self._secret

    def _restore_secret(self) -> bytes:
        """Every shard has a copy, so that no lost node takes the players of all others along. If none has: draw one."""
        copies = [keys.player_secret_copy(shard) for shard in range(keys.SHARDS)]
        kept = self._connection.gather([("GET", name) for name in copies], patience=0)
        known = next((each for each in kept if isinstance(each, bytes)), None)
        self._connection("SET", keys.PLAYER_SECRET, known or secrets.token_hex(32), "NX")
        found: bytes = self._connection("GET", keys.PLAYER_SECRET)
        self._connection.gather([("SET", name, found) for name in copies], patience=0)
        self._replicas.secure(keys.PLAYER_SECRET)
        return found

    def with_tag(self, player: PlayerRecord) -> PlayerRecord:
        return player if player.tag else msgspec.structs.replace(player, tag=self.tag_of(player.app, player.id))

    def tags(self, player: PlayerRecord) -> tuple[str, str]:
        """The player's tag, and the one it had in 0.2."""
        return self.with_tag(player).tag, unsalted_tag(player.app, player.id)

    def issue(self, player: PlayerRecord, now: int, until: int, most: int) -> None:
        """Store a new token; if the player has `most` already, the oldest ends."""
        counted = keys.players_of(player.app)
        self._issue([keys.player(player.tag)], [player.app, player.id, player.digest, now, until, most])
        raise_on_error(self._connection.gather([("ZADD", counted, until, player.tag), ("PEXPIREAT", counted, until)]))
        self._replicas.secure(keys.player(player.tag))

    def has_room(self, player: PlayerRecord, now: int, most: int) -> bool:
        """Whether the player has a token, or the app fewer than `most` players who have."""
        name = keys.players_of(player.app)
        scores = [("ZSCORE", name, tag) for tag in self.tags(player)]
        commands = [("ZREMRANGEBYSCORE", name, 0, now), ("ZCARD", name), *scores]
        _, count, *held = raise_on_error(self._connection.gather(commands))
        return any(each is not None for each in held) or int(count) < most

    def find(self, tag: str, digest: str, now: int, is_fresh: bool = False) -> PlayerRecord | None:
        """The player whose token this is, if it is valid; `is_fresh` asks the store even if the token is cached."""
        player, until, believed = self._known.get(digest, (None, 0, 0.0))
        if is_fresh or player is None or believed < time.monotonic():
            self._known.pop(digest, None)
            player, until = self._read(tag, digest)
            if player:
                self._keep(player, until)
        return player if until > now else None

    def _read(self, tag: str, digest: str) -> tuple[PlayerRecord | None, int]:
        app, player_id, until = raise_on_error(
            self._connection.gather([("HMGET", keys.player(tag), "app", "id", f"token:{digest}")])
        )[0]
        return (self._player(app.decode(), player_id.decode(), digest, tag), int(until)) if until else (None, 0)

    def _player(self, app: str, player_id: str, digest: str, tag: str) -> PlayerRecord:
        """A token of 0.2 has the player's former tag."""
        current = self.tag_of(app, player_id) if tag == unsalted_tag(app, player_id) else tag
        return PlayerRecord(app, player_id, digest, current, tag)

    def _keep(self, player: PlayerRecord, until: int) -> None:
        self._known[player.digest] = player, until, time.monotonic() + KNOWN_SECONDS
        if len(self._known) > KNOWN:
            self._known.popitem(last=False)

    def revoke(self, player: PlayerRecord) -> None:
        """Delete all tokens of a player."""
        tags = self.tags(player)
        commands = [command for tag in tags for command in self._revoke(player.app, tag)]
        raise_on_error(self._connection.gather(commands))
        for tag in tags:
            self._replicas.secure(keys.player(tag))

    def _revoke(self, app: str, tag: str) -> list[tuple[str, str] | tuple[str, str, str]]:
        return [("DEL", keys.player(tag)), ("ZREM", keys.players_of(app), tag)]

    def names_in_games(self, tags: Sequence[str]) -> dict[str, set[str]]:
        """The names of the player in games that it left before they began, and in games that are not its app's."""
        stored = [keys.player_left(shard, tag) for shard in range(keys.SHARDS) for tag in tags]
        rows = raise_on_error(self._connection.gather([("HGETALL", name) for name in stored]))
        found: dict[str, set[str]] = defaultdict(set)
        for row in rows:
            for field, value in keys.hash_pairs(row):
                game_id, name = keys.game_and_name(field, value)
                found[game_id].add(name)
        return dict(found)

    def forget_names(self, tags: Sequence[str], game_id: str, names: Sequence[str]) -> None:
        """Delete names of a player in a game."""
        fields = [game_id, *(keys.name_field(game_id, name) for name in names)]
        for tag in tags:
            self._connection("HDEL", keys.player_left(keys.shard_of(game_id), tag), *fields)

    def blank_name(self, tag: str, game_id: str, name: str) -> None:
        """Delete a name, but not that the player was there: who erases the player looks at the game."""
        stored = keys.player_left(keys.shard_of(game_id), tag)
        self._connection("HSET", stored, keys.name_field(game_id, ""), "")
        self.forget_names([tag], game_id, [name])

    def forget_offered_seats(self, tags: Sequence[str]) -> None:
        """Forget where quick play has sent a player."""
        stored = [keys.offered_seats(shard, tag) for shard in range(keys.SHARDS) for tag in tags]
        raise_on_error(self._connection.gather([("DEL", name) for name in stored]))
