"""What is said to the store word for word, and what is made of its answers: with a line that only remembers."""

from __future__ import annotations

import types
import zlib
from collections.abc import Callable, Sequence
from typing import Any

import msgspec
import pytest

from service.core import metrics
from service.games.registry import RULEBOOKS
from service.store.accounts import players
from service.store.accounts.api_keys import USE_MILLISECONDS, AppStore, KeyRecord
from service.store.accounts.players import PlayerRecord, PlayerStore
from service.store.archive import codec
from service.store.change_messages import ChangeMessage, Entry
from service.store.delivery.push import PendingPush, PushQueue, PushTries
from service.store.delivery.webhooks import Webhook, WebhookStore, _subscriptions
from service.store.errors import RecordIsNewer, StoreUnavailable
from service.store.games import all_games, events
from service.store.games.idempotency import IdempotencyKey
from service.store.games.lists import PlayerGames
from service.store.games.packs import PackStore
from service.store.games.push_changes import _seats_to_unsubscribe
from service.store.games.quick_play import Matching
from service.store.games.records import Clock, JobMeta, SeatRecord
from service.store.games.repository import GameStore
from service.store.health import node_report, stats
from service.store.jobs import analyses
from service.store.jobs.analyses import FOR_GOOD, Analysed
from service.store.jobs.due import DueScanner
from service.store.live import hub, player_channel
from service.store.live.player_channel import ChangedGames, PlayerChannel
from service.store.live.quotas import ListenerId, ListenerQuotas, ListenerSlot
from service.store.maintenance import archiving, list_repair, pruning
from service.store.maintenance.list_repair import ListRepair
from service.store.maintenance.pruning import ListPruning
from service.store.redis import keys
from service.store.redis.client import ONLY_NODE as HERE_ALONE
from service.store.redis.clock import WAKEUP_GRACE
from service.store.redis.nodes import nodes
from service.store.redis.replicas import Replicas

GAME = "0" * 20
HOOK = Webhook("wh_1", "club", "https://a.example", ("turn.changed",), "sealed", 1)
PARKED = msgspec.structs.replace(HOOK, parked=5)


class FakeConnection:
    """Remembers what was said, and answers as it was told to."""

    shards_per_command, is_sharded, has_one_clock, shards = 64, False, True, range(16)

    def __init__(self, *answers: Any) -> None:
        self.said, self.answers = list[Any](), list(answers)

    def __call__(self, *command: Any) -> Any:
        self.said.append(command)
        return self.answers.pop(0)

    def gather(self, commands: Sequence[Any], patience: float = 0) -> list[Any]:
        self.said += commands
        return [self.answers.pop(0) for _ in commands]


def _store(connection: FakeConnection, **more: Any) -> Any:
    return types.SimpleNamespace(connection=connection, **more)


def _row(last: int, version: int = 0) -> list[Any]:
    told = b",".join(b'{"id":%d}' % number for number in (last - 1, last))
    return [b"%d-%d" % (last, version), [b"m", b"", b"e", b"[%b]" % told]]


def test_events_are_asked_for_after_the_last_one_and_the_newest_from_behind() -> None:
    stream = keys.events(GAME)
    connection = FakeConnection([_row(4), _row(6)], None)
    assert [entry.last for entry in events.entries_after(_store(connection), GAME, 2, 9)] == [4, 6]
    assert connection.said == [("XRANGE", stream, "3-0", "+", "COUNT", 9), ("HGET", keys.game(GAME), "archive")]
    connection = FakeConnection([_row(6), _row(4)], None)
    assert [entry.last for entry in events.newest_entries(_store(connection), GAME, 2)] == [4, 6]
    assert connection.said[0] == ("XREVRANGE", stream, "+", "-", "COUNT", 2)
    assert [
        entry.last for entry in events.newest_entries(_store(FakeConnection([_row(6), _row(4)], None)), GAME, 1)
    ] == [6]


def test_what_is_archived_while_it_is_read_is_told_once(monkeypatch: pytest.MonkeyPatch) -> None:
    archived = [Entry(2, 1, b"", b"[]"), Entry(4, 2, b"", b"[]")]
    monkeypatch.setattr(codec, "unpack", lambda kept: kept)
    monkeypatch.setattr(codec, "entries", lambda kept: archived)
    stream = [_row(2, 1), _row(4, 2), _row(6, 2)]
    assert [entry.id for entry in events.all_entries(_store(FakeConnection(stream, b"kept")), GAME)] == [
        "2-1",
        "4-2",
        "6-2",
    ]
    assert [entry.last for entry in events.entries_after(_store(FakeConnection([], b"kept")), GAME, 2, 9)] == [4]


def test_an_entry_is_found_by_its_id_or_not_at_all() -> None:
    found = events.entry(_store(FakeConnection([_row(4, 2)], None)), GAME, "4-2")
    assert found == Entry(4, 2, b"", b'[{"id":3},{"id":4}]')
    assert events.entry(_store(FakeConnection([], None)), GAME, "4-2") is None


def test_an_analysis_is_kept_as_long_as_its_game() -> None:
    key, packed = keys.analysis(GAME), zlib.compress(msgspec.json.encode(Analysed()))
    for left, said in (
        (5000, [("SET", key, packed, "PX", 5000)]),
        (FOR_GOOD, [("SET", key, packed)]),
        (-2, []),
        (0, []),
    ):
        connection = FakeConnection(left, b"OK")
        analyses.save(_store(connection), GAME, Analysed())
        assert connection.said == [("PTTL", keys.game(GAME)), *said]


class Node:
    """A node that is looked through in two steps."""

    def __init__(self) -> None:
        self.asked = list[Any]()

    def scan(self, cursor: int, **asked: Any) -> tuple[int, list[bytes]]:
        self.asked.append((cursor, asked))
        return (7, [b"{s00}:events:a"]) if cursor == 0 else (0, [b"{s00}:events:b", b"{s00}:events:c"])


def test_a_store_is_looked_through_from_its_beginning_to_its_end(monkeypatch: pytest.MonkeyPatch) -> None:
    node = Node()
    for module in (archiving, pruning):
        monkeypatch.setattr(module, "nodes", lambda _: [("store", node)])
    assert list(archiving.games_with_streams(_store(FakeConnection()))) == [["a"], ["b", "c"]]
    assert node.asked == [(at, {"match": keys.EVERY_STREAM, "count": archiving.LOOKED}) for at in (0, 7)]
    node.asked.clear()
    trimmed = ListPruning(_store(FakeConnection()), 0, lambda: 0)
    assert [len(found) for found in trimmed._player_keys()] == [1, 2]
    assert node.asked == [(at, {"match": keys.EVERY_PLAYER, "count": pruning.LOOKED}) for at in (0, 7)]


def test_what_may_have_expired_was_made_before_it_would_have_been_kept() -> None:
    assert ListPruning(_store(FakeConnection()), 60, lambda: 100_000)._bound() == keys.first_id(40_000)
    assert ListPruning(_store(FakeConnection()), 0, lambda: 100_000)._bound() == keys.first_id(0)


def test_games_that_are_gone_are_taken_off_a_list_and_no_others() -> None:
    connection = FakeConnection(1, 0, None)
    assert (
        ListPruning(_store(connection), 0, lambda: 0)._remove_deleted("ZREM", "list", [GAME.encode(), b"1" * 20]) == 1
    )
    assert connection.said[0] == ("EXISTS", keys.game(GAME))
    assert connection.said[2] == ("ZREM", "list", b"1" * 20)
    assert ListPruning(_store(FakeConnection()), 0, lambda: 0)._remove_deleted("ZREM", "list", []) == 0


def test_all_of_a_list_is_looked_at_for_games_that_are_not_as_it_says(monkeypatch: pytest.MonkeyPatch) -> None:
    connection = FakeConnection([b"a", b"b", b"c"], 1)
    running: Any = types.SimpleNamespace(clock=Clock(3, "running"))
    monkeypatch.setattr(
        list_repair,
        "Lobby",
        lambda _: types.SimpleNamespace(summaries=lambda ids: [running, None, running][: len(ids)]),
    )
    assert ListRepair(_store(connection))._remove_wrong("list", "running") == 1
    assert connection.said == [("ZRANGE", "list", 0, -1), ("ZREM", "list", b"b")]


@pytest.mark.parametrize(
    ("clock", "table", "is_put_on"),
    [
        ("running", {}, True),
        ("finished", {}, False),
        ("running", {"rigged": True}, False),
        ("running", {"visibility": "public"}, False),
    ],
)
def test_private_games_that_go_on_are_put_on_their_list(clock: Any, table: dict[str, Any], is_put_on: bool) -> None:
    """All of a list count the same, so that it is in the order of their ids."""
    connection = FakeConnection(1)
    found = types.SimpleNamespace(**{"rulebook": "toy", "rigged": False, "visibility": "private", **table})
    game: Any = types.SimpleNamespace(id=GAME, table=found, clock=Clock(3, clock))
    assert ListRepair(_store(connection))._add_missing(game) == is_put_on
    assert connection.said == [("ZADD", keys.private_games(keys.shard_of(GAME), "toy", "running"), 0, GAME)] * is_put_on


@pytest.mark.parametrize(("meanwhile", "times"), [((), 1), ((PARKED,), 2)])
def test_every_shard_is_told_again_when_somebody_has_changed_a_webhook_meanwhile(
    monkeypatch: pytest.MonkeyPatch, meanwhile: tuple[Webhook, ...], times: int
) -> None:
    told, found = list[bytes](), [[HOOK], *[[each] for each in meanwhile]]
    connection: Any = FakeConnection()
    store = WebhookStore(connection, Replicas(connection, 0))
    monkeypatch.setattr(store, "of_app", lambda app: found.pop(0) if len(found) > 1 else found[0])
    monkeypatch.setattr(store, "_write_copy", lambda shards, app, wanted: told.append(wanted))
    store.copy_to_shards("club")
    assert len(told) == times
    assert told[-1] == _subscriptions(found[0])


def test_a_shard_that_is_away_keeps_no_other_from_being_put_right(monkeypatch: pytest.MonkeyPatch) -> None:
    knows: Any = [b"club", _subscriptions([HOOK])]
    connection: Any = FakeConnection(*[knows, StoreUnavailable("away"), [], *[knows] * (keys.SHARDS - 3)])
    store, told = WebhookStore(connection, Replicas(connection, 0)), list[Any]()
    monkeypatch.setattr(store, "all", lambda: [HOOK])
    monkeypatch.setattr(store, "_write_copy", lambda *command: told.append(command))
    store.resync()
    assert told == [([2], "club", _subscriptions([HOOK]))]


def test_shards_know_what_the_webhooks_of_an_app_want_that_are_not_parked() -> None:
    assert msgspec.msgpack.decode(_subscriptions([HOOK, PARKED])) == {"wh_1": {"turn.changed": True}}
    assert _subscriptions([PARKED]) == b""
    connection: Any = FakeConnection(1, 1)
    store = WebhookStore(connection, Replicas(connection, 0))
    store._write_copy([3], "club", b"wanted")
    store._write_copy([3], "club", b"")
    assert connection.said == [("HSET", keys.hooks(3), "club", b"wanted"), ("HDEL", keys.hooks(3), "club")]


@pytest.mark.parametrize(("after", "forgotten"), [(None, 1), (PARKED, 0)])
def test_how_a_webhook_has_been_is_forgotten_with_it(
    monkeypatch: pytest.MonkeyPatch, after: Webhook | None, forgotten: int
) -> None:
    connection: Any = FakeConnection(1, 1)
    store = WebhookStore(connection, Replicas(connection, 0))
    monkeypatch.setattr(store, "copy_to_shards", lambda app: None)
    assert store.change(HOOK, after)
    assert connection.said[1:] == [("HDEL", keys.RECEIVERS_HEALTH, "wh_1")] * forgotten


def test_a_call_is_settled_by_what_came_of_it() -> None:
    call = PendingPush(f"push:a|{GAME}|d1", PushTries(5))
    shard = keys.shard_of(GAME)
    for after, written in ((None, b""), (PushTries(5, 1, 9), msgspec.json.encode(PushTries(5, 1, 9)))):
        connection: Any = FakeConnection(1)
        PushQueue(connection).settle(call, after)
        said = connection.said[0]
        assert said[2:] == (
            2, keys.pushes(shard), keys.push_tries(shard), call.entry, written, "" if after else 0,
            msgspec.json.encode(PushTries(5)),
        )  # fmt: skip


def test_calls_that_are_due_come_with_their_tries() -> None:
    shard = keys.shard_of(GAME)
    pushes = [PendingPush(f"push:a|{GAME}|one", PushTries(5)), PendingPush(f"push:a|{GAME}|two", PushTries(6, 1, 9))]
    rows = [(each.entry.encode(), msgspec.json.encode(each.tries), b"") for each in pushes]
    connection: Any = FakeConnection([field for row in rows for field in row])
    assert PushQueue(connection).due("push:a", shard, 7, 10) == pushes


def _seated(*tokens: str) -> Any:
    return types.SimpleNamespace(
        table=types.SimpleNamespace(seats=[SeatRecord("human", token=token) for token in tokens]),
        clock=Clock(3, "running"),
    )


def test_devices_are_a_seats_as_long_as_its_token_is() -> None:
    assert _seats_to_unsubscribe(_seated("a", "b", ""), _seated("a", "", "c")) == [2]
    assert _seats_to_unsubscribe(_seated("a"), _seated("b")) == [1]
    assert _seats_to_unsubscribe(None, _seated("a")) == []


def test_a_pack_is_kept_once() -> None:
    astra = RULEBOOKS["astra"]
    packs: Any = astra.packs
    digest = packs.by_name("classic").hash
    key = keys.pack("astra", digest)
    for is_there, said in ((1, []), (0, [("SET", key, packs.source(digest), "NX")])):
        connection: Any = FakeConnection(is_there, 1)
        PackStore(connection, Replicas(connection, 0)).keep(astra, digest)
        assert connection.said == [("EXISTS", key), *said]


def test_a_token_is_believed_for_a_while(monkeypatch: pytest.MonkeyPatch) -> None:
    now = types.SimpleNamespace(at=1000.0)
    monkeypatch.setattr(players, "time", types.SimpleNamespace(monotonic=lambda: now.at))
    connection: Any = FakeConnection([b"club", b"ada", b"500"], [None, None, None])
    store = PlayerStore(connection, Replicas(connection, 0))
    ada = PlayerRecord("club", "ada", "digest", "tag", "tag")
    assert store.find("tag", "digest", 499) == ada
    assert store.find("tag", "digest", 500) is None, "it is over"
    now.at += players.KNOWN_SECONDS
    assert store.find("tag", "digest", 499) == ada
    assert len(connection.said) == 1
    now.at += 0.1
    assert store.find("tag", "digest", 499) is None
    assert connection.said[1] == ("HMGET", keys.player("tag"), "app", "id", "token:digest")


def test_of_many_tokens_those_are_remembered_that_were_read_last(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(players, "KNOWN", 2)
    connection: Any = FakeConnection(*[[b"club", b"ada", b"500"]] * 4)
    store = PlayerStore(connection, Replicas(connection, 0))
    for digest in ("one", "two", "three", "three", "two", "one"):
        assert store.find("tag", digest, 1) == PlayerRecord("club", "ada", digest, "tag", "tag")
    assert [said[-1] for said in connection.said] == ["token:one", "token:two", "token:three", "token:one"]


def test_a_key_is_noted_as_used_once_in_a_while() -> None:
    record = msgspec.json.encode(KeyRecord("k", "club", ("games",), "digest", 1))
    for used, noted in ((None, 1), (b"%d" % (900_000 - USE_MILLISECONDS), 1), (b"880000", 0)):
        connection: Any = FakeConnection(record, used, 1)
        found = AppStore(connection, Replicas(connection, 0)).find("k", 900_000)
        assert found
        assert found.app == "club"
        assert connection.said[2:] == [("HSET", keys.APP_KEYS_USED, "k", 900_000)] * noted


def test_all_games_of_a_player_are_asked_for_bundle_after_bundle(monkeypatch: pytest.MonkeyPatch) -> None:
    asked, left = list[str](), [["d", "c"], ["b"], []]

    def newest(_: Any, below: str, limit: int) -> list[str]:
        asked.append(below)
        return left.pop(0)

    connection: Any = FakeConnection()
    store = _store(connection, players=PlayerStore(connection, Replicas(connection, 0)))
    games = PlayerGames(store, PlayerRecord("club", "ada", tag="tag"))
    monkeypatch.setattr(games, "newest", newest)
    assert list(games.ids()) == ["d", "c", "b"]
    assert asked == ["", "c", "b"]


def test_a_table_that_was_of_no_use_is_not_offered_to_the_same_request_again() -> None:
    connection = FakeConnection(b"g1", b"", b"g2")
    matching = Matching(_store(connection), b"wish")
    assert [matching.place(), matching.place(), matching.place_or_open("g2", 1, 60)] == ["g1", "", "g2"]
    assert [said[-3] for said in connection.said] == ["", "g1", "g1"]


def test_what_a_store_that_loads_says_of_its_queues_is_that_it_is_away() -> None:
    with pytest.raises(StoreUnavailable):
        DueScanner(_store(FakeConnection(StoreUnavailable("loading"))), keys.questions).scan()


def test_a_pack_that_games_were_begun_with_is_remembered() -> None:
    remembered = list[bytes]()
    rulebook: Any = types.SimpleNamespace(id="toy", packs=types.SimpleNamespace(remember=remembered.append))
    for kept in (b"pack", None):
        connection: Any = FakeConnection(kept)
        PackStore(connection, Replicas(connection, 0)).recall(rulebook, "digest")
        assert connection.said == [("GET", keys.pack("toy", "digest"))]
    assert remembered == [b"pack"]


def test_nodes_of_a_cluster_are_called_by_their_address_and_one_store_is_the_store() -> None:
    connection: Any = types.SimpleNamespace(nodes=lambda: [("one", 1), HERE_ALONE], client_for=lambda node: node)
    assert list(nodes(connection)) == [("one:1", ("one", 1)), ("store", HERE_ALONE)]


def test_a_node_that_does_not_answer_says_why() -> None:
    def config_get(_: str) -> Any:
        raise StoreUnavailable("TimeoutError")

    client: Any = types.SimpleNamespace(config_get=config_get)
    assert node_report._report("one:1", client) == node_report.Away("one:1", "TimeoutError")


def test_all_games_of_all_nodes_are_told_the_newest_first(monkeypatch: pytest.MonkeyPatch) -> None:
    held = [["{s00}:game:a", "{s00}:game:c"], ["{s01}:game:b"]]
    found = [types.SimpleNamespace(scan_iter=lambda names=names, **_: map(str.encode, names)) for names in held]
    monkeypatch.setattr(all_games, "nodes", lambda _: enumerate(found))
    assert all_games.game_ids(_store(FakeConnection())) == ["c", "b", "a"]


@pytest.mark.parametrize(
    ("bytes_", "left", "size"),
    [
        ((500, 70), 60, all_games.Size(500, 70, 60)),
        ((500, None), -1, all_games.Size(500, 0, None)),
        ((None, None), -2, all_games.Size(0, 0, None)),
    ],
)
def test_how_large_a_game_is_and_how_long_it_stays(bytes_: tuple[Any, Any], left: int, size: all_games.Size) -> None:
    known = dict(zip((keys.game(GAME), keys.events(GAME)), bytes_, strict=True))
    client = types.SimpleNamespace(memory_usage=lambda key, samples: known[key], ttl=lambda key: left)
    assert all_games.size(_store(FakeConnection(), client=client), GAME) == size


def test_a_node_says_how_far_its_clock_is_ahead(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(node_report, "time", types.SimpleNamespace(time=lambda: 1000.0))
    client: Any = types.SimpleNamespace(time=lambda: (1003, 500_000))
    assert node_report._clock_offset(client) == 3.5


def test_what_waits_for_a_worker_waits_since_before_its_hint_counts_as_lost() -> None:
    asked = list[Any]()

    def zrange(key: str, *range_: int, withscores: bool) -> list[Any]:
        asked.append((key, range_))
        return [(GAME.encode(), 50_000.0)] if key == keys.outbox(0) and withscores else []

    store = _store(FakeConnection(), client=types.SimpleNamespace(zrange=zrange))
    assert all_games.pending_since(store) == {GAME: 50_000 - WAKEUP_GRACE}
    assert asked[0] == (keys.outbox(0), (0, -1))


def _metric(name: str) -> float:
    return float(getattr(metrics, name)._value.get())


@pytest.mark.parametrize(
    ("webhooks", "oldest", "seconds"), [([], 7000, 0), ([HOOK], 0, 0), ([HOOK, PARKED], 7000, 3), ([HOOK], 99_000, 0)]
)
def test_the_age_of_what_waits_for_webhooks_is_told(webhooks: list[Webhook], oldest: int, seconds: float) -> None:
    parked = list[Any]()

    def oldest_but(ids: list[str]) -> int:
        parked.append(ids)
        return oldest

    store = _store(
        FakeConnection(),
        webhooks=types.SimpleNamespace(all=lambda: webhooks),
        deliveries=types.SimpleNamespace(oldest_waiting=oldest_but),
        now=lambda: 10_000,
    )
    stats._look_at_webhooks(store)
    assert _metric("WEBHOOK_OLDEST_SECONDS") == seconds
    told = {status: metrics.WEBHOOKS.labels(status)._value.get() for status in ("active", "parked")}
    assert told == {status: sum(each.status == status for each in webhooks) for status in told}
    assert parked == ([[each.id for each in webhooks if each.parked]] if webhooks else [])


ONLY_NODE = ListenerSlot(ListenerId("here"))


def test_a_player_hears_what_was_told_since_it_looked_last() -> None:
    room = PlayerChannel()
    assert room.wait(0, 0, ONLY_NODE) == ChangedGames(0)
    room.add_change("a")
    room.add_change("b")
    assert room.wait(0, 0, ONLY_NODE) == ChangedGames(2, ("a", "b"))
    assert room.wait(1, 0, ONLY_NODE) == ChangedGames(2, ("b",))
    room.wake()
    assert room.wait(2, 0, ONLY_NODE) == ChangedGames(3, (), True)
    assert room.wait(3, 0, ONLY_NODE) == ChangedGames(3)
    room.add_change("a")
    assert room.wait(3, 0, ONLY_NODE) == ChangedGames(4, ("a",))


def test_who_has_lost_its_place_hears_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    room = PlayerChannel()
    assert room.wait(0, 3600, ListenerSlot(ListenerId("here"), True)) == ChangedGames(0)


class Clockwork:
    """A condition whose time passes while it is waited for."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, module: Any) -> None:
        self.now, self.waited = 1000.0, list[float]()
        monkeypatch.setattr(module, "time", types.SimpleNamespace(monotonic=lambda: self.now))

    def __enter__(self) -> None: ...

    def __exit__(self, *_: object) -> None: ...

    def wait(self, seconds: float = 0.5) -> None:
        """Without a time of its own, somebody else wakes who waits after half a second."""
        self.waited.append(seconds)
        assert len(self.waited) < 9, "it would never end"
        self.now += seconds


def _waits(wait: Callable[[float], Any], condition: Clockwork) -> list[float]:
    wait(0.5)
    return condition.waited


def test_a_player_is_waited_for_as_long_as_was_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    room, condition = PlayerChannel(), Clockwork(monkeypatch, player_channel)
    monkeypatch.setattr(room, "_changed", condition)
    assert _waits(lambda seconds: room.wait(0, seconds, ONLY_NODE), condition) == [0.5]


def test_a_game_is_waited_for_as_long_as_was_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    store: Any = None
    room, condition = hub.GameChannel(store, "g"), Clockwork(monkeypatch, hub)
    monkeypatch.setattr(room, "_changed", condition)
    monkeypatch.setattr(room, "_later_than", lambda after: [])
    assert _waits(lambda seconds: room.wait(0, 10, seconds, ONLY_NODE), condition) == [0.5]


def test_a_hub_counts_who_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hub, "Subscriptions", lambda *_: types.SimpleNamespace(is_subscribed=None))
    store = _store(FakeConnection(), cache=types.SimpleNamespace(listen=lambda _: None))
    found = hub.Hub(store, ListenerQuotas(10, 5, 5))
    monkeypatch.setattr(found, "_listen", lambda _: None)
    with found.game_channel("g", ListenerId("a")) as (room, _), found.game_channel("g", ListenerId("b")):
        assert (found.waiters, room.waiters) == (2, 2)
    assert (found.waiters, room.waiters, found._held) == (0, 0, {})


def test_a_game_that_was_archived_is_whole_unless_something_was_written_since(monkeypatch: pytest.MonkeyPatch) -> None:
    ended = msgspec.json.encode(Clock(3, "finished"))
    kept: Any = types.SimpleNamespace(state=b"kept state", score=b"kept score")
    monkeypatch.setattr(codec, "unpack", lambda _: kept)

    def stored(state: bytes | None, score: bytes | None, record: bytes | None) -> Any:
        connection = FakeConnection([b"7", b"mark", ended, state, score, record])
        found = archiving._load_ended(_store(connection), GAME)
        assert connection.said == [("HMGET", keys.game(GAME), "rev", "mark", "clock", "state", "score", "archive")]
        assert found is not None
        return found.state, found.score, found.is_whole

    assert stored(None, None, b"x") == (b"kept state", b"kept score", True)
    assert stored(b"s", None, b"x") == (b"s", b"kept score", False)
    assert stored(None, b"p", b"x") == (b"kept state", b"p", False)
    assert stored(b"s", b"p", None) == (b"s", b"p", False)
    assert stored(None, None, None) == (None, None, False)
    running = msgspec.json.encode(Clock(3, "running"))
    for fields in (
        [b"7", b"", running, *[None] * 3],
        [None] * 6,
        [None, b"", ended, *[None] * 3],
        [b"7", b"", *[None] * 4],
    ):
        assert archiving._load_ended(_store(FakeConnection(fields)), GAME) is None, "half a game is none"


@pytest.mark.parametrize(
    ("tries", "is_done", "asked"), [((True,), True, 1), ((False, True), True, 2), ((False,) * 50, False, 50)]
)
def test_a_game_is_archived_again_when_somebody_wrote_meanwhile(
    monkeypatch: pytest.MonkeyPatch, tries: tuple[bool, ...], is_done: bool, asked: int
) -> None:
    left = list(tries)
    stored: Any = types.SimpleNamespace(is_whole=False)
    monkeypatch.setattr(archiving, "_load_ended", lambda *_: stored)
    monkeypatch.setattr(archiving, "_try_archiving", lambda *_: left.pop(0))
    assert archiving.archive_game(_store(FakeConnection()), GAME) is is_done
    assert len(tries) - len(left) == asked


def test_a_game_is_told_otherwise_while_it_is_archived(monkeypatch: pytest.MonkeyPatch) -> None:
    stored: Any = types.SimpleNamespace(is_whole=True)
    monkeypatch.setattr(archiving, "_load_ended", lambda *_: stored)
    monkeypatch.setattr(archiving, "_try_archiving", lambda store, game_id, stored, retold: retold is str)
    retold: Any = str
    assert archiving.archive_game(_store(FakeConnection()), GAME, retold) is True


@pytest.mark.parametrize(("stored", "told"), [(None, 1), (types.SimpleNamespace(is_whole=True), 0)])
def test_a_game_that_goes_on_or_was_archived_is_left_as_it_is(
    monkeypatch: pytest.MonkeyPatch, stored: Any, told: int
) -> None:
    monkeypatch.setattr(archiving, "_load_ended", lambda *_: stored)
    assert archiving.archive_game(_store(FakeConnection(told)), GAME) is False


def test_a_game_that_only_a_newer_version_can_read_is_not_archived(monkeypatch: pytest.MonkeyPatch) -> None:
    def stored(*_: Any) -> Any:
        raise RecordIsNewer("clock", 99, 3)

    monkeypatch.setattr(archiving, "_load_ended", stored)
    assert archiving.archive_game(_store(FakeConnection()), GAME) is False


@pytest.mark.parametrize(("found", "are_put_away"), [([], False), (["a"], True), (["a", "b"], True), (["b"], False)])
def test_while_any_game_is_archived_there_may_be_more(
    monkeypatch: pytest.MonkeyPatch, found: list[str], are_put_away: bool
) -> None:
    monkeypatch.setattr(archiving, "Daily", lambda *_: types.SimpleNamespace(step=lambda: found))
    monkeypatch.setattr(archiving, "archive_game", lambda store, game_id: game_id == "a")
    assert archiving.Backlog(_store(FakeConnection())).step() is are_put_away


def test_a_game_that_nobody_knows_yet_is_not_learned_by_halves() -> None:
    """Only news that follow what is known make the next state."""
    known: Any = types.SimpleNamespace(nonce="one")
    forgotten = list[str]()
    cache = types.SimpleNamespace(get=lambda _: known, forget=forgotten.append, keep=lambda _: None)
    store: Any = types.SimpleNamespace(cache=cache, _apply_fields=lambda game, news: (game, news.nonce))

    def learned(before: str, mark: str) -> Any:
        return GameStore.apply_message(store, ChangeMessage(GAME, before, mark, 2, Entry(1, 1, b"", b""), {}))

    assert learned("", "one") is known
    assert learned("one", "two") == (known, "two")
    assert learned("other", "two") is None
    assert learned("", "two") is None
    assert forgotten == [GAME] * 3


def test_new_games_and_wishes_are_spread_over_the_shards() -> None:
    connection = FakeConnection()
    wishes = {Matching(_store(connection), b"%d" % number).shard for number in range(200)}
    keyed = {IdempotencyKey(b"%d" % number, b"").shard(range(16)) for number in range(200)}
    assert wishes == keyed == set(range(16))


def test_a_game_of_old_has_no_creator() -> None:
    assert JobMeta.read("bot nobody ") == JobMeta("bot", "nobody", "")
    assert str(JobMeta.read("bot person abc")) == "bot person abc"
