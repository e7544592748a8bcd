"""One subscription per game that somebody listens to: nobody else is woken, and it ends when the last one has left."""

from __future__ import annotations

import itertools
import time
import types
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
import redis
from flask import Flask

from service.core.urls import Node
from service.store.errors import StoreUnavailable
from service.store.games.repository import GameStore
from service.store.live import hub, pubsub
from service.store.live.pubsub import ChannelSubscription, Subscriber, Subscriptions
from service.store.live.quotas import ListenerId, ListenerQuotas
from service.store.redis import keys
from service.store.redis.client import SingleNode, pack_command, redis_client
from service.usecases.context import Context
from tests.driver import Table
from tests.processes import HUNG, StoreProcess, until

HERE = ListenerId("here")


def _listeners(table: Table) -> int:
    """Processes that are woken by a move of this game."""
    ((_, count),) = table.context.store.client.pubsub_numsub(keys.game_channel(table.id))
    return int(count)


@pytest.fixture
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    """Rooms are closed as soon as they are empty."""
    monkeypatch.setattr(pubsub, "TICK_SECONDS", 0.05)
    monkeypatch.setattr(hub, "LINGER_SECONDS", 0)


def test_only_who_listens_is_woken(app: Flask, toy: None, hasty: None) -> None:
    heard, unheard = Table.full(app, "toy", 2), Table.full(app, "toy", 2)
    first, second = (
        hub.Hub(heard.context.store, ListenerQuotas(10, 10, 10)),
        hub.Hub(heard.context.store, ListenerQuotas(10, 10, 10)),
    )
    newest = heard.game()["last_event"]
    with ThreadPoolExecutor(1) as pool, first.game_channel(heard.id, HERE) as (channel, slot):
        with second.game_channel(heard.id, HERE), first.game_channel(heard.id, HERE):
            assert (_listeners(heard), _listeners(unheard)) == (2, 0)
        until(lambda: _listeners(heard) == 1)
        waiting = pool.submit(channel.wait, newest, 10, 30, slot)
        heard.play(1, {"type": "draw"}, 0)
        assert [number for number, _ in waiting.result(HUNG)] == [newest + 1]
    until(lambda: _listeners(heard) == 0)
    until(lambda: not heard.context.store.client.client_list(_type="pubsub"))


def test_who_comes_back_is_heard_again(app: Flask, toy: None, hasty: None) -> None:
    table = Table.full(app, "toy", 2)
    listening = hub.Hub(table.context.store, ListenerQuotas(10, 10, 10))
    for _ in range(2):
        with listening.game_channel(table.id, HERE):
            assert _listeners(table) == 1
        until(lambda: _listeners(table) == 0)


def test_a_sign_of_life_does_not_end_a_subscription(
    store_process: StoreProcess, hasty: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As found: the answer to the subscriber's own ping was read as news, and the subscriber hung up at every tick."""
    ticks: list[None] = []
    store = GameStore(store_process.url)
    listening = hub.Hub(store, ListenerQuotas(10, 10, 10))
    monkeypatch.setattr(listening._subscriptions, "on_tick", lambda: ticks.append(None))
    with listening.game_channel(keys.new_game_id(0, 0), HERE):
        (heard,) = store.client.client_list(_type="pubsub")
        until(lambda: len(ticks) > 3)
        (still_heard,) = store.client.client_list(_type="pubsub")
        assert still_heard["id"] == heard["id"]


def test_a_subscription_outlives_the_store(store_process: StoreProcess) -> None:
    """Whoever waits while the store is started anew is woken, and listens on."""
    store = GameStore(store_process.url)
    game_id = keys.new_game_id(0, 0)
    listening = hub.Hub(store, ListenerQuotas(10, 10, 10))
    with listening.game_channel(game_id, HERE):
        store_process.kill()
        store_process.start()
        client = redis.Redis.from_url(store_process.url)
        until(lambda: client.pubsub_numsub(keys.game_channel(game_id))[0][1] == 1)


class Told:
    """What a subscription says of its games, one after the other, and a store that can have two homes for them."""

    def __init__(self, url: str) -> None:
        self.news: list[tuple[str, bytes]] = []
        self.connection = Homes(url)
        self.subscriptions = Subscriptions(self.connection, lambda *news: self.news.append(news), lambda: None)

    def add(self, game_id: str) -> None:
        self.subscriptions.add(game_id)
        assert self.subscriptions.wait(game_id, HUNG)
        until(lambda: (game_id, b"") in self.news)

    def lose(self) -> None:
        """The store hangs up on all who listen."""
        self.news.clear()
        self.connection.kill_subscribers()

    @property
    def ears(self) -> set[Node]:
        return set(self.subscriptions._subscribers)

    def end(self) -> None:
        for game_id in list(self.subscriptions._subscriptions):
            self.subscriptions.remove(game_id)
        until(self._has_ended)

    def _has_ended(self) -> bool:
        self.connection.kill_subscribers()
        return not self.ears


class Homes(SingleNode):
    """Two names for one store."""

    where: Node = ("one", 1)
    doubts = 0

    def node_for_channel(self, key: str) -> Node:
        if key == keys.channel("nowhere"):
            raise StoreUnavailable("nobody has this slot")
        return self.where

    def invalidate(self) -> None:
        self.doubts += 1

    def subscriber_connection(self, node: Node) -> Any:
        return redis_client(self.url, None, protocol=2, client_name="test-subscriber").connection_pool.make_connection()

    def kill_subscribers(self) -> None:
        client = self.client_for(self.where)
        for each in client.client_list():
            if each["name"] == "test-subscriber":
                client.client_kill_filter(_id=each["id"])


@pytest.fixture
def told(context: Context, monkeypatch: pytest.MonkeyPatch) -> Iterator[Told]:
    monkeypatch.setattr(pubsub, "RECONNECT_SECONDS", 0.001)
    made = Told(context.store.url)
    yield made
    made.end()


GAMES = [keys.new_game_id(shard, 0) for shard in (0, 1)]


def _publish(told: Told, game_id: str, word: bytes, command: str = "PUBLISH") -> int:
    return int(told.connection(command, keys.channel(game_id), word))


def test_who_is_hung_up_on_listens_again_and_says_that_something_may_be_missed(told: Told) -> None:
    for game_id in GAMES:
        told.add(game_id)
        told.add(game_id)
    assert told.ears == {("one", 1)}
    told.lose()
    until(lambda: set(told.news) == {(game_id, b"") for game_id in GAMES})
    assert told.connection.doubts >= 1
    assert all(told.subscriptions.is_subscribed(game_id) for game_id in GAMES)
    told.news.clear()
    assert [_publish(told, game_id, b"news") for game_id in GAMES] == [1, 1]
    until(lambda: told.news == [(game_id, b"news") for game_id in GAMES])


def test_a_game_that_went_elsewhere_is_listened_to_there_and_who_has_nothing_to_hear_ends(told: Told) -> None:
    for game_id in GAMES:
        told.add(game_id)
    told.connection.where = ("two", 2)
    told.lose()
    until(lambda: set(told.news) == {(game_id, b"") for game_id in GAMES} and told.ears == {("two", 2)})
    assert [_publish(told, game_id, b"news") for game_id in GAMES] == [1, 1]


def test_a_node_that_hears_of_a_game_no_more_is_left_for_another(told: Told) -> None:
    """As a node says when a slot has gone: of one game, while the others stay."""
    for game_id in GAMES:
        told.add(game_id)
    told.connection.where, subscriber = ("two", 2), told.subscriptions._subscribers["one", 1]
    told.news.clear()
    subscriber._receive(b"sunsubscribe", GAMES[0], 1)
    subscriber._receive(b"unsubscribe", "nobody's", 1)
    until(lambda: told.news == [(GAMES[0], b"")])
    assert told.ears == {("one", 1), ("two", 2)}
    assert (subscriber._asked, subscriber._confirmed) == ({GAMES[1]}, {GAMES[1]})
    assert [_publish(told, game_id, b"news") for game_id in GAMES] == [1, 1]


def test_an_error_in_place_of_messages_has_those_looked_for_again_who_are_not_heard(told: Told) -> None:
    told.add(GAMES[0])
    subscriber = told.subscriptions._subscribers["one", 1]
    subscriber._asked.add(GAMES[1])
    told.subscriptions._subscriptions[GAMES[1]] = ChannelSubscription(subscriber)
    assert subscriber._connection is not None
    subscriber._connection.send_packed_command([pack_command(("GET",))])
    assert told.subscriptions.wait(GAMES[1], HUNG)
    assert told.news == [(GAMES[0], b""), (GAMES[1], b"")], "who is heard is not asked for again"


def test_where_nobody_can_say_where_a_game_is_the_others_are_placed(told: Told) -> None:
    told.add(GAMES[0])
    subscriber = told.subscriptions._subscribers["one", 1]
    told.subscriptions._subscriptions["nowhere"] = ChannelSubscription(subscriber)
    told.news.clear()
    told.subscriptions.resubscribe(subscriber, ["nowhere", "unknown", *GAMES])
    until(lambda: told.news == [(GAMES[0], b"")])
    assert not told.subscriptions.is_subscribed("nowhere")
    assert not told.subscriptions.wait("unknown", 0)
    assert not told.subscriptions.is_subscribed("unknown")
    del told.subscriptions._subscriptions["nowhere"]


def test_channels_of_games_have_slots_and_those_of_players_have_none(told: Told) -> None:
    told.connection.is_sharded = True
    player = keys.player_channel("tag")
    for name in (GAMES[0], player):
        told.add(name)
    told.news.clear()
    assert _publish(told, GAMES[0], b"to a slot", "SPUBLISH") == 1
    assert _publish(told, player, b"to all") == 1
    until(lambda: sorted(told.news) == sorted([(GAMES[0], b"to a slot"), (player, b"to all")]))
    told.subscriptions.remove(GAMES[0])
    told.subscriptions.remove(GAMES[0])
    until(lambda: _publish(told, GAMES[0], b"unheard", "SPUBLISH") == 0)
    assert _publish(told, player, b"to all") == 1


class Silent:
    """A connection on which nothing is heard, and what is sent there."""

    def __init__(self) -> None:
        self.sent: list[bytes] = []
        self.asked: list[float] = []

    def connect(self) -> None: ...

    def can_read(self, timeout: float) -> bool:
        self.asked.append(timeout)
        return False

    def send_packed_command(self, command: list[bytes]) -> None:
        self.sent += command


def test_a_connection_that_does_not_even_answer_a_ping_is_given_up(
    context: Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    connection, clock, ticks = Silent(), itertools.count(1000.0), list[int]()
    monkeypatch.setattr(pubsub, "time", types.SimpleNamespace(monotonic=clock.__next__, sleep=time.sleep))
    monkeypatch.setattr(Homes, "subscriber_connection", lambda _, node: connection)
    subscribed = Subscriptions(Homes(context.store.url), lambda *news: None, lambda: ticks.append(1))
    subscriber = Subscriber(subscribed, subscribed._store_connection, ("one", 1))
    subscriber._asked.add("game")
    assert subscriber.daemon, "no process waits for it at its end"
    with pytest.raises(StoreUnavailable, match="silent"):
        subscriber._listen()
    ping, subscribe = pack_command(("PING",)), pack_command(("SUBSCRIBE", keys.channel("game")))
    assert connection.sent == [subscribe, *[ping] * len(ticks)]
    assert set(connection.asked) == {pubsub.TICK_SECONDS}
    assert (len(connection.asked), len(ticks)) == (6, 2)


class Heard:
    """In place of subscriptions: what an subscriber says of its games."""

    def __init__(self, turns: int = 0) -> None:
        self.turns, self.again, self.ticks = turns, list[list[str]](), 0
        self.news, self.confirmed = list[tuple[str, Any]](), list[str]()

    def on_message(self, game_id: str, told: Any) -> None:
        self.news.append((game_id, told))

    def on_tick(self) -> None:
        self.ticks += 1

    def confirm(self, game_id: str) -> None:
        self.confirmed.append(game_id)

    def resubscribe(self, _: Subscriber, games: Iterable[str]) -> None:
        self.again.append(sorted(games))

    def retire_if_unused(self, _: Subscriber) -> bool:
        self.turns -= 1
        return self.turns < 0


def _subscriber_for(heard: Heard) -> Subscriber:
    subscribed: Any = heard
    connection: Any = types.SimpleNamespace(is_sharded=False)
    return Subscriber(subscribed, connection, ("one", 1))


def test_a_game_counts_as_heard_from_when_the_node_says_so_until_it_does_not_any_more() -> None:
    heard = Heard()
    subscriber = _subscriber_for(heard)
    for game_id in "ab":
        subscriber.add(game_id)
    assert subscriber._unconfirmed_games() == {"a", "b"}
    subscriber._receive(b"subscribe", "a", 1)
    assert subscriber._unconfirmed_games() == {"b"}
    subscriber._receive(b"ssubscribe", "b", 2)
    assert subscriber._unconfirmed_games() == set()
    subscriber._receive(b"unsubscribe", "a", 1)
    assert (subscriber._unconfirmed_games(), heard.again) == ({"a"}, [["a"]])
    subscriber.remove("b")
    subscriber.add("b")
    assert subscriber._unconfirmed_games() == {"a", "b"}, "who comes back is asked for anew"


@pytest.mark.parametrize("problem", [redis.ConnectionError("gone"), OSError("gone")])
def test_a_broken_connection_is_found_by_who_reads_from_it(problem: Exception) -> None:
    def send(_: Any) -> None:
        raise problem

    subscriber = _subscriber_for(Heard())
    subscriber._connection = types.SimpleNamespace(send_packed_command=send)
    subscriber.add("a")
    subscriber.remove("a")


@pytest.mark.parametrize("problem", [redis.ConnectionError("gone"), OSError("gone"), ValueError("closed")])
def test_a_subscriber_whose_connection_breaks_has_its_games_placed_again(
    monkeypatch: pytest.MonkeyPatch, problem: Exception
) -> None:
    def listen() -> None:
        raise problem

    heard = Heard(turns=2)
    subscriber = _subscriber_for(heard)
    subscriber.add("a")
    monkeypatch.setattr(pubsub, "RECONNECT_SECONDS", 0)
    monkeypatch.setattr(subscriber, "_listen", listen)
    subscriber.run()
    assert heard.again == [["a"], ["a"]]
    assert heard.ticks == 2, "who left meanwhile is forgotten also while the node is away"


def test_a_subscriber_ends_when_the_last_one_leaves_while_the_store_is_away(
    store_process: StoreProcess, hasty: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As found: it called a store that was gone for as long as the process lived."""
    monkeypatch.setattr(pubsub, "RECONNECT_SECONDS", 0.01)
    listening = hub.Hub(GameStore(store_process.url), ListenerQuotas(10, 10, 10))
    with listening.game_channel(keys.new_game_id(0, 0), HERE):
        (subscriber,) = listening._subscriptions._subscribers.values()
        store_process.kill()
    subscriber.join(HUNG)
    assert not subscriber.is_alive()


@pytest.mark.parametrize("answer", [[b"pong", b""], b"PONG", b"OK"])
def test_an_answer_to_a_ping_is_no_message(answer: Any) -> None:
    heard = Heard()
    subscriber = _subscriber_for(heard)
    connection = types.SimpleNamespace(read_response=lambda: answer)
    subscriber._read_message(connection)
    assert (heard.news, heard.confirmed, heard.again) == ([], [], [])
    answer = [b"message", keys.channel("a").encode(), b"told"]
    subscriber._read_message(connection)
    assert heard.news == [("a", b"told")]


class Nowhere(Homes):
    """No store: channels have a home, or nobody says where that of one game is."""

    problem: Exception | None = None

    def node_for_channel(self, key: str) -> Node:
        if self.problem and key == keys.channel("a"):
            raise self.problem
        return self.where


@pytest.mark.parametrize("problem", [StoreUnavailable("away"), redis.ResponseError("away")])
def test_who_cannot_be_placed_keeps_nobody_from_being_placed(problem: Exception) -> None:
    connection = Nowhere("unix:///nowhere")
    connection.problem = problem
    made = Subscriptions(connection, lambda *news: None, lambda: None)
    subscriber = Subscriber(made, connection, connection.where)
    made._subscriptions = {name: ChannelSubscription(subscriber) for name in "ab"}
    made.resubscribe(subscriber, ["a", "b"])
    assert subscriber._asked == {"b"}


def test_a_subscriber_ends_when_nobody_needs_it() -> None:
    connection = Nowhere("unix:///nowhere")
    made = Subscriptions(connection, lambda *news: None, lambda: None)
    subscriber = made._subscribers[connection.where] = Subscriber(made, connection, connection.where)
    subscriber.add("a")
    assert (made.retire_if_unused(subscriber), made._subscribers) == (False, {connection.where: subscriber})
    subscriber.remove("a")
    assert (made.retire_if_unused(subscriber), made._subscribers) == (True, {})


def test_a_game_is_waited_for_no_longer_than_was_asked() -> None:
    made = Subscriptions(Nowhere("unix:///nowhere"), lambda *news: None, lambda: None)
    slot: Any = types.SimpleNamespace(confirmed=types.SimpleNamespace(wait=lambda seconds: ("waited", seconds)))
    made._subscriptions["a"] = slot
    waited: Any = made.wait("a", 0.5)
    assert waited == ("waited", 0.5)
