"""Games in Redis: loading one, and the one commit through which everything about a game is written."""

from __future__ import annotations

import functools
import secrets
from typing import Any

import msgspec
import redis

from service.games.base import Score, State
from service.games.packs import UnknownPack
from service.games.rulebook import AnyRulebook
from service.run import tracing
from service.store import archive, keys, migrations
from service.store.answers import COPY_SECONDS, Answer, Once
from service.store.apps import AppStore
from service.store.calls import CallStore, calling, waiting_since
from service.store.client import Client, Command, Script, StoreAway, all_of, connect, translated_errors
from service.store.cluster import line_to
from service.store.deliveries import Deliveries
from service.store.following import RESUME_SECONDS, following
from service.store.news import Entry, News, unpacked
from service.store.packs import PackStore
from service.store.players import PlayerStore
from service.store.receivers import Receivers
from service.store.recent import Recent
from service.store.records import Game
from service.store.timing import StoreTime, milliseconds
from service.store.webhooks import WebhookStore

HINT_GRACE = 2_000
"""Milliseconds after which a hint to the workers counts as lost."""
ARCHIVE_GRACE = 10_000
"""Milliseconds after which an ended game is put away, if who ended it has not done so."""
REPLICA_MILLISECONDS = 1_000
"""For so long an answer waits for the replicas that are to have the write."""


class Notice(msgspec.Struct, frozen=True):
    """What webhooks of the game's app are told, if they want to know."""

    id: str
    type: str
    body: str


class Change(msgspec.Struct, frozen=True):
    """A game as it was and as it shall be, with what is to be told, answered and remembered.

    `noted`: the answer can be made again from the entry, so a note of that is enough after a while.
    """

    before: Game | None
    after: Game
    now: int
    entry: Entry | None = None
    once: Once | None = None
    answer: Answer | None = None
    expires: int = 0
    notices: tuple[Notice, ...] = ()
    noted: bool = False


class Loaded(msgspec.Struct, frozen=True):
    """A game, and the answer that was already given to the idempotency key, or the entry that the key has made."""

    game: Game | None
    answer: Answer | None = None
    entry_id: str = ""


class Done(msgspec.Struct, frozen=True):
    """The change is stored. `told`: something waits for couriers."""

    told: bool = False


class Again(msgspec.Struct, frozen=True):
    """Somebody else wrote first: load again."""


class AnsweredBefore(msgspec.Struct, frozen=True):
    """The same request was carried out before; this was its answer."""

    answer: Answer


Outcome = Done | Again | AnsweredBefore

_WRITTEN = (b"done", b"told")
_score = msgspec.json.Decoder(Score)


def _fields(change: Change) -> list[bytes | str]:
    before, after = change.before, change.after
    fields: list[bytes | str] = ["clock", msgspec.json.encode(after.clock)]
    if before is None or before.table is not after.table:
        fields += ["table", msgspec.json.encode(after.table)]
    if after.state is not None and (before is None or before.state is not after.state):
        fields += ["state", after.rulebook.encode(after.state)]
    if after.result and (before is None or before.result is not after.result):
        fields += ["score", msgspec.json.encode(after.result)]
    if after.clock.owed:
        fields += ["origin", tracing.origin()]
    return [*fields, *_kept_states(change)]


def _versions_before(game: Game | None) -> set[int]:
    """Whose states are kept, so that moves can be taken back."""
    return {before.version for before in game.clock.takeback} if game else set()


def _state_before(version: int) -> str:
    return f"before:{version}"


def _kept_states(change: Change) -> list[bytes | str]:
    """The state that a move starts from, which can be taken back."""
    before = change.before
    new = _versions_before(change.after) - _versions_before(before)
    if not new or before is None:
        return []
    return [_state_before(before.clock.version), before.rulebook.encode(before.dealt)]


def _forgotten_states(change: Change) -> list[str]:
    return [_state_before(version) for version in _versions_before(change.before) - _versions_before(change.after)]


def _keys(change: Change) -> list[str]:
    was, table, name = change.before or change.after, change.after.table, change.once.name if change.once else ""
    return keys.of_commit(table.id, table.rulebook, was.clock.status, change.after.clock.status, name)


def _with_hooks(change: Change, names: list[str], wire: Wire) -> tuple[list[str], Wire]:
    """Only games of apps look for webhooks, and only where there is something to tell."""
    if not change.notices:
        return names, wire
    first, app = len(names) + 1, change.after.table.app
    told = msgspec.structs.replace(wire, hooks=first, app=app, now=change.now, notices=change.notices)
    return [*names, *keys.of_notices(wire.id)], told


def _with_players(change: Change, names: list[str], wire: Wire) -> tuple[list[str], Wire]:
    """Only games of apps have players; without news there is nothing to tell them."""
    found = following(change.before, change.after, len(names) + 1)
    if not found.channels or not (change.entry or found.changed):
        return names, wire
    told = msgspec.structs.replace(
        wire,
        seated=found.seated,
        parted=found.parted,
        changed=found.changed,
        left=found.left,
        players=found.channels,
        newest=change.after.clock.events,
        now=change.now,
        known=RESUME_SECONDS,
    )
    return [*names, *found.names], told


def _with_devices(change: Change, names: list[str], wire: Wire) -> tuple[list[str], Wire]:
    """Devices are looked for where somebody is to be called, or to be called no more."""
    found = calling(change.before, change.after)
    if not found.called and not found.hushed:
        return names, wire
    told = msgspec.structs.replace(
        wire,
        devices=len(names) + 1,
        called=found.called,
        hushed=found.hushed,
        call=waiting_since(change.now).decode(),
    )
    return [*names, *keys.of_calls(wire.id)], told


class Wire(msgspec.Struct, frozen=True, omit_defaults=True):
    """A change as `commit.lua` reads it. `owed`, `dated`: so far the game is in the outbox, has a deadline. `hooks` is
    the place among the keys from which on those of webhooks stand; `seated` to `left` say which keys are of players,
    and `players` are channels. From `devices` on stand the keys of calls; `called`, `hushed` are seats. `kept`,
    `noted`: seconds for which the answer, and the note, are."""

    id: str
    before: str
    after: str
    marked: str
    mark: str
    channel: str
    entry: str | None = None
    due: int | None = None
    whose: str | None = None
    owed: bool = False
    deadline: int | None = None
    dated: bool = False
    listed: bool = False
    expires: int | None = None
    kept: int | None = None
    note: str | None = None
    noted: int | None = None
    forgotten: list[str] = []
    sharded: bool = False
    hooks: int | None = None
    app: str = ""
    now: int = 0
    notices: tuple[Notice, ...] = ()
    seated: list[int] = []
    parted: list[int] = []
    changed: list[int] = []
    left: dict[int, str] = {}
    players: list[str] = []
    newest: int = 0
    known: int = 0
    devices: int | None = None
    called: list[int] = []
    hushed: list[int] = []
    call: str = ""


def _note(change: Change) -> str | None:
    once, entry = change.once, change.entry
    return once.note(entry.id) if once and entry and change.noted else None


def _wire(change: Change, answer_seconds: int, is_sharded: bool) -> Wire:
    before, after, entry, note = change.before, change.after, change.entry, _note(change)
    return Wire(
        id=after.id,
        before=str(before.rev if before else 0),
        after=str(after.rev),
        marked=before.mark if before else "",
        mark=after.mark,
        channel=keys.wake(after.id),
        entry=entry.id if entry else None,
        due=change.now + HINT_GRACE if after.clock.owed else None,
        whose=str(after.whose) if after.clock.owed else None,
        owed=bool(before and before.clock.owed),
        deadline=change.now + ARCHIVE_GRACE if after.clock.has_ended else after.clock.deadline or None,
        dated=bool(before and before.clock.deadline),
        listed=after.table.visibility == "public" and not after.table.rigged,
        expires=change.expires or None,
        kept=(min(COPY_SECONDS, answer_seconds) if note else answer_seconds) if change.once else None,
        note=note,
        noted=answer_seconds if note else None,
        forgotten=_forgotten_states(change),
        sharded=is_sharded,
    )


def _call(change: Change, answer_seconds: int, is_sharded: bool) -> tuple[list[str], list[bytes | str]]:
    """Keys and arguments of `commit.lua`."""
    names, wire = _with_hooks(change, _keys(change), _wire(change, answer_seconds, is_sharded))
    names, wire = _with_players(change, names, wire)
    names, wire = _with_devices(change, names, wire)
    told = [change.entry.move, change.entry.events] if change.entry else [b"", b""]
    sealed = change.once.seal(change.answer) if change.once and change.answer else b""
    return names, [msgspec.msgpack.encode(wire), *told, sealed, *_fields(change)]


class GameStore:
    """All that the use cases know of Redis. Raises `StoreAway` when it is away."""

    def __init__(self, url: str, answer_seconds: int = 2 * 3600, replicas: int = 0) -> None:
        self.url = url
        self._answer_seconds = answer_seconds
        self._replicas = replicas
        self.line = line_to(url)
        self._load = Script(self.line, "load")
        self._commit = Script(self.line, "commit")
        self.packs = PackStore(self.line)
        self.apps = AppStore(self.line)
        self.players = PlayerStore(self.line)
        self.webhooks = WebhookStore(self.line)
        self.deliveries = Deliveries(self.line)
        self.calls = CallStore(self.line)
        self.receivers = Receivers(self.line)
        self.now = StoreTime(self._time)
        self.recent = Recent()

    @functools.cached_property
    def client(self) -> Client:
        """redis-py's own, for who looks into the store by hand."""
        return connect(self.url)

    def shard_for(self, once: Once | None) -> int:
        """Where a new game goes."""
        return once.shard(self.line.shards) if once else secrets.choice(self.line.shards)

    def load(self, game_id: str, once: Once | None = None) -> Loaded:
        """Read a game. A connection that the store closed while idle is found here, and replaced."""
        with translated_errors():
            try:
                return self._read(game_id, once)
            except redis.ConnectionError:
                return self._read(game_id, once)

    def _read(self, game_id: str, once: Once | None) -> Loaded:
        packed = self._load(keys.of_load(game_id, once.name if once else ""), [])
        *values, sealed, noted, now = unpacked(packed)
        self.now.hear(int(now or 0))
        if sealed or noted:
            self._settle(keys.shard_of(game_id))
        game = self._game(values)
        if game:
            self.recent.keep(game)
        answer = once.unseal(sealed) if once and sealed else None
        return Loaded(game, answer, once.noted(noted.decode()) if once and noted else "")

    def _settle(self, shard: int) -> None:
        """What is answered once more has reached the replicas, too: a write after it tells."""
        if self._replicas:
            written, replicas = self.line.together(("SET", keys.settled(shard), 1), self._wait)
            self._require(all_of([written, replicas])[1])

    @property
    def _wait(self) -> Command:
        return ("WAIT", self._replicas, REPLICA_MILLISECONDS)

    def _require(self, replicas: int) -> None:
        if replicas < self._replicas:
            raise StoreAway("replicas")

    def _game(self, values: list[bytes | None]) -> Game | None:
        rev, table, clock, state, score, mark, kept = values
        if rev is None or table is None or clock is None:
            return None
        if kept:
            state, score = archive.opened(kept).state, archive.opened(kept).score
        result = _score.decode(score) if score else None
        read_table, read_clock = migrations.read_table(table), migrations.read_clock(clock)
        game = Game(read_table, read_clock, None, result, int(rev), (mark or b"").decode())
        return game if state is None else msgspec.structs.replace(game, state=self._state(game.rulebook, state))

    def learn(self, news: News) -> Game | None:
        """The game after a commit of whatever process; None when it has to be loaded."""
        known = self.recent.get(news.game_id)
        if known and known.mark == news.mark:
            return known
        self.recent.forget(news.game_id)
        if known is None or not news.before or known.mark != news.before:
            return None
        try:
            game = self._changed(known, news)
        except (migrations.NewerRecord, UnknownPack):
            return None
        self.recent.keep(game)
        return game

    def _changed(self, game: Game, news: News) -> Game:
        fields = news.fields
        return Game(
            migrations.read_table(fields["table"]) if "table" in fields else game.table,
            migrations.read_clock(fields["clock"]),
            self._state(game.rulebook, fields["state"]) if "state" in fields else game.state,
            _score.decode(fields["score"]) if "score" in fields else game.result,
            news.rev,
            news.mark,
        )

    def _state(self, rulebook: AnyRulebook, data: bytes) -> State:
        """A game goes on with the pack it began with, also where that has been replaced since."""
        try:
            return migrations.read_state(rulebook, data)
        except UnknownPack as unknown:
            self.packs.recall(rulebook, unknown.hash)
            return migrations.read_state(rulebook, data)

    def state_before(self, game: Game, version: int) -> State | None:
        """The state that a move which can be taken back started from; None when it cannot any more."""
        with translated_errors():
            found: Any = self.line("HGET", keys.game(game.id), _state_before(version))
        return self._state(game.rulebook, found) if found else None

    def keep_state(self, game_id: str, version: int, state: bytes) -> None:
        """Of a game that comes from elsewhere: the state that a move which can be taken back started from."""
        with translated_errors():
            self.client.hset(keys.game(game_id), _state_before(version), state)

    def given(self, once: Once) -> Answer | None:
        """The answer that a request for a new game was given before."""
        shard = self.shard_for(once)
        with translated_errors():
            sealed: Any = self.line("GET", keys.answer(shard, once.name))
            if sealed:
                self._settle(shard)
        return once.unseal(sealed) if sealed else None

    def given_anywhere(self, once: Once) -> Answer | None:
        """The same, of a request that can lead to a game of any shard."""
        with translated_errors():
            found = self.line.gather([("GET", keys.answer(shard, once.name)) for shard in self.line.shards])
            sealed: Any = next((each for each in all_of(found) if each), None)
        return once.unseal(sealed) if sealed else None

    def commit(self, change: Change) -> Outcome:
        """Store a change, unless the game was written since it was loaded. Never repeated by itself."""
        with translated_errors():
            names, arguments = _call(change, self._answer_seconds, self.line.is_sharded)
            if change.after.state is not None and (change.before is None or change.before.state is None):
                self.packs.keep(change.after.rulebook, change.after.state.pack_hash)
            answer = self._written(names, arguments)
        if answer in _WRITTEN:
            self.recent.keep(change.after)
            return Done(answer == b"told")
        return Again() if answer == b"again" or change.once is None else AnsweredBefore(change.once.unseal(answer))

    def _written(self, names: list[str], arguments: list[bytes | str]) -> Any:
        """What `commit.lua` says, once replicas enough have it."""
        if not self._replicas:
            return self._commit(names, arguments)
        answer, replicas = self._commit.then(self._wait, names, arguments)
        if answer != b"again":
            self._require(replicas)
        return answer

    def origin(self, game_id: str) -> str:
        """Which request left the work that the game waits for; empty when nobody knows."""
        with translated_errors():
            origin = self.line("HGET", keys.game(game_id), "origin")
        return origin.decode() if origin else ""

    def _time(self) -> int:
        with translated_errors():
            return milliseconds(*map(int, self.line("TIME")))
