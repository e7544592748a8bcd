"""Games in Redis: loading one, and the one commit through which everything about a game is written."""

from __future__ import annotations

import functools
import secrets
from collections.abc import Sequence
from typing import Any

import msgspec
import redis

from service.games.base import Score, State
from service.games.packs import UnknownPack
from service.games.registry import RULEBOOKS
from service.games.rulebook import AnyRulebook
from service.store import damaged
from service.store.accounts.api_keys import AppStore
from service.store.accounts.players import PlayerStore
from service.store.archive import codec
from service.store.change_messages import ChangeMessage, unpack_values
from service.store.delivery.push import PushQueue
from service.store.delivery.queue import WebhookQueue
from service.store.delivery.receivers import Receivers
from service.store.delivery.webhooks import WebhookStore
from service.store.errors import ConnectionLost, NoSuchRulebook, RecordError, RecordIsDamaged
from service.store.games import migrations
from service.store.games.cache import GameCache, SummaryCache
from service.store.games.changes import Change, call, field_before
from service.store.games.idempotency import Answer, IdempotencyKey
from service.store.games.packs import PackStore
from service.store.games.records import GameRecord
from service.store.redis import keys
from service.store.redis.client import Client, raise_on_error, redis_client
from service.store.redis.clock import StoreTime, milliseconds
from service.store.redis.cluster import open_connection
from service.store.redis.replicas import Replicas
from service.store.redis.scripts import Script


class Loaded(msgspec.Struct, frozen=True):
    """A game, and the answer that the idempotency key already got, or the entry that it has written."""

    game: GameRecord | None
    answer: Answer | None = None
    entry_id: str = ""


class Done(msgspec.Struct, frozen=True):
    """The change is stored; `has_deliveries`: deliverers have something to send."""

    has_deliveries: bool = False


class Conflict(msgspec.Struct, frozen=True):
    """Somebody else wrote first: load the game again."""


class AnsweredBefore(msgspec.Struct, frozen=True):
    """The request was executed before; this was its answer."""

    answer: Answer


Outcome = Done | Conflict | AnsweredBefore

_WRITTEN = (b"done", b"told")
_score = msgspec.json.Decoder(Score)
_decode_score = damaged.reader_of("score")(_score.decode)


@damaged.reader_of("revision")
def _count_of(revision: bytes) -> int:
    return int(revision)


def _require_nothing(values: list[bytes | None]) -> None:
    """Raise `RecordIsDamaged` if something is stored of a game of which a part is missing."""
    if any(value is not None for value in values):
        raise RecordIsDamaged("game", "revision, table or clock is missing")


def _rulebook_of(game: GameRecord) -> AnyRulebook:
    if game.table.rulebook not in RULEBOOKS:
        raise NoSuchRulebook(game.table.rulebook)
    return game.rulebook


class GameStore:
    """Loads and commits games, and gives access to the other stores. Raises `StoreUnavailable` when Redis is away."""

    def __init__(self, url: str, answer_seconds: int = 2 * 3600, replicas: int = 0) -> None:
        self.url = url
        self._answer_seconds = answer_seconds
        self.connection = open_connection(url)
        self.replicas = Replicas(self.connection, replicas)
        self._load = Script(self.connection, "games/load")
        self._commit = Script(self.connection, "games/commit")
        self.packs = PackStore(self.connection, self.replicas)
        self.apps = AppStore(self.connection, self.replicas)
        self.players = PlayerStore(self.connection, self.replicas)
        self.webhooks = WebhookStore(self.connection, self.replicas)
        self.deliveries = WebhookQueue(self.connection)
        self.push = PushQueue(self.connection)
        self.receivers = Receivers(self.connection)
        self.now = StoreTime(self._time, self._time_of_any_node)
        self.cache = GameCache()
        self.summaries = SummaryCache()

    @functools.cached_property
    def client(self) -> Client:
        """A client of redis-py, for the admin CLI."""
        return redis_client(self.url)

    def shard_for(self, key: IdempotencyKey | None) -> int:
        """The shard of a new game."""
        return key.shard(self.connection.shards) if key else secrets.choice(self.connection.shards)

    def load(self, game_id: str, key: IdempotencyKey | None = None) -> Loaded:
        """Load a game; once more where Redis had closed the idle connection."""
        try:
            return self._read(game_id, key)
        except ConnectionLost:
            return self._read(game_id, key)

    def _read(self, game_id: str, key: IdempotencyKey | None) -> Loaded:
        """Read a game and what is stored of a key; report the game if it is damaged."""
        try:
            return self._read_undamaged(game_id, key)
        except RecordIsDamaged as found:
            damaged.report(game_id, found)
            raise

    def _read_undamaged(self, game_id: str, key: IdempotencyKey | None) -> Loaded:
        packed = self._load_packed(game_id, key)
        *values, encrypted, receipt, now = unpack_values(packed)
        if self.connection.has_one_clock:
            self.now.set(int(now or 0))
        if encrypted or receipt:
            self.secure(keys.shard_of(game_id))
        game = self._game(values)
        if game:
            self.cache.keep(game)
        answer = key.decrypt(encrypted) if key and encrypted else None
        return Loaded(game, answer, key.read_receipt(receipt.decode()) if key and receipt else "")

    def _load_packed(self, game_id: str, key: IdempotencyKey | None) -> bytes:
        try:
            packed: bytes = self._load(keys.load_keys(game_id, key.name if key else ""), [])
        except redis.ResponseError as error:
            raise damaged.of_another_type(error) from error
        return packed

    def secure(self, shard: int) -> None:
        """Wait until the replicas have what was read or written in this shard. Called before an answer that no
        commit has just written."""
        self.replicas.secure(keys.outbox(shard))

    def secure_all(self) -> None:
        """The same for all shards."""
        for shards in keys.shard_groups(self.connection.shards_per_command):
            self.secure(shards[0])

    def _game(self, values: list[bytes | None]) -> GameRecord | None:
        revision, table, clock, state, score, nonce, archive = values
        if revision is None or table is None or clock is None:
            _require_nothing(values)
            return None
        if archive:
            state, score = codec.unpack(archive).state, codec.unpack(archive).score
        result = _decode_score(score) if score else None
        read_table, read_clock = migrations.read_table(table), migrations.read_clock(clock)
        drawn = (nonce or b"").decode(errors="replace")
        game = GameRecord(read_table, read_clock, None, result, _count_of(revision), drawn)
        if state is None:
            return game
        return msgspec.structs.replace(game, state=self._state(_rulebook_of(game), state))

    def apply_message(self, message: ChangeMessage) -> GameRecord | None:
        """Apply a commit of any process to the cached game; None when the game has to be loaded."""
        known = self.cache.get(message.game_id)
        if known and known.nonce == message.nonce:
            return known
        self.cache.forget(message.game_id)
        if known is None or not message.before or known.nonce != message.before:
            return None
        try:
            game = self._apply_fields(known, message)
        except (RecordError, UnknownPack):
            return None
        self.cache.keep(game)
        return game

    def _apply_fields(self, game: GameRecord, message: ChangeMessage) -> GameRecord:
        fields = message.fields
        return GameRecord(
            migrations.read_table(fields["table"]) if "table" in fields else game.table,
            migrations.read_clock(fields["clock"]),
            self._state(game.rulebook, fields["state"]) if "state" in fields else game.state,
            _decode_score(fields["score"]) if "score" in fields else game.result,
            message.revision,
            message.nonce,
        )

    def _state(self, rulebook: AnyRulebook, data: bytes) -> State:
        """Decode a state with the pack that its game began with, even if that has been replaced since."""
        try:
            return migrations.read_state(rulebook, data)
        except UnknownPack as unknown:
            self.packs.recall(rulebook, unknown.hash)
            return migrations.read_state(rulebook, data)

    def state_before(self, game: GameRecord, version: int) -> State | None:
        """The state before a move that can be taken back; None when it cannot any more."""
        found: Any = self.connection("HGET", keys.game(game.id), field_before(version))
        try:
            return self._state(game.rulebook, found) if found else None
        except RecordIsDamaged as error:
            damaged.report(game.id, error)
            raise

    def keep_state(self, game_id: str, version: int, state: bytes) -> None:
        """Store the state before a move that can be taken back, for a game that is imported."""
        self.client.hset(keys.game(game_id), field_before(version), state)

    def find_answer(self, key: IdempotencyKey) -> Answer | None:
        """The answer that a request for a new game got before."""
        shard = self.shard_for(key)
        encrypted: Any = self.connection("GET", keys.answer(shard, key.name))
        if encrypted:
            self.secure(shard)
        return key.decrypt(encrypted) if encrypted else None

    def find_answers(self, idempotency_keys: Sequence[IdempotencyKey]) -> list[Answer | None]:
        """The answers that requests for new games got before, each or None."""
        shards = [self.shard_for(key) for key in idempotency_keys]
        names = [keys.answer(shard, key.name) for shard, key in zip(shards, idempotency_keys, strict=True)]
        found = raise_on_error(self.connection.gather([("GET", name) for name in names])) if names else []
        for shard in {shard for shard, encrypted in zip(shards, found, strict=True) if encrypted}:
            self.secure(shard)
        return [key.decrypt(each) if each else None for key, each in zip(idempotency_keys, found, strict=True)]

    def find_answer_anywhere(self, key: IdempotencyKey) -> Answer | None:
        """The same for a request that can lead to a game of any shard."""
        found = self.connection.gather([("GET", keys.answer(shard, key.name)) for shard in self.connection.shards])
        for shard, encrypted in zip(self.connection.shards, raise_on_error(found), strict=True):
            if encrypted:
                self.secure(shard)
                return key.decrypt(encrypted)
        return None

    def mark_erased(self, game_id: str) -> None:
        """Somebody was erased from a game: answers that are stored by now may name the person."""
        self.connection("SET", keys.erasure_marker(game_id), 1, "EX", self._answer_seconds)

    def is_erased(self, game_id: str) -> bool:
        return bool(self.connection("EXISTS", keys.erasure_marker(game_id)))

    def commit(self, change: Change) -> Outcome:
        """Store a change, unless the game was written since it was loaded. It is never sent twice."""
        names, arguments = call(change, self._answer_seconds, self.connection.is_sharded, self.players.known_tag_of)
        if change.after.state is not None and (change.before is None or change.before.state is None):
            self.packs.keep(change.after.rulebook, change.after.state.pack_hash)
        answer = self._run_commit(names, arguments)
        if answer in _WRITTEN:
            self.cache.keep(change.after)
            return Done(answer == b"told")
        return Conflict() if answer == b"again" or change.key is None else AnsweredBefore(change.key.decrypt(answer))

    def _run_commit(self, names: list[str], arguments: list[bytes | str]) -> Any:
        """Run `commit.lua`, and wait until enough replicas have the change."""
        if not self.replicas.count:
            return self._commit(names, arguments)
        answer, found = self._commit.then(self.replicas.wait(), names, arguments)
        if answer != b"again":
            self.replicas.require(found)
        return answer

    def origin(self, game_id: str) -> str:
        """The trace of the request that left the job which the game waits for; empty when nobody knows."""
        origin = self.connection("HGET", keys.game(game_id), "origin")
        return origin.decode() if origin else ""

    def _time(self) -> int:
        return milliseconds(*map(int, self.connection.time()))

    def _time_of_any_node(self) -> int:
        return milliseconds(*map(int, self.connection("TIME")))
