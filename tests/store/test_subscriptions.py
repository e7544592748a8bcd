"""One subscription per game that somebody listens to: nobody else is woken, and it ends when the last one has left."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest
import redis
from flask import Flask

from service.store import hub, keys, subscriptions
from service.store.games import GameStore
from service.store.places import Guest, Shares
from tests.driver import Table
from tests.processes import HUNG, StoreProcess, until

HERE = Guest("here")


def _listeners(table: Table) -> int:
    """Processes that are woken by a move of this game."""
    ((_, count),) = table.house.store.client.pubsub_numsub(keys.wake(table.id))
    return int(count)


@pytest.fixture
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    """Rooms are closed as soon as they are empty."""
    monkeypatch.setattr(subscriptions, "TICK_SECONDS", 0.05)
    monkeypatch.setattr(hub, "LINGER_SECONDS", 0)


def test_only_who_listens_is_woken(app: Flask, toy: None, hasty: None) -> None:
    heard, unheard = Table.full(app, "toy", 2), Table.full(app, "toy", 2)
    first, second = hub.Hub(heard.house.store, Shares(10, 10, 10)), hub.Hub(heard.house.store, Shares(10, 10, 10))
    newest = heard.game()["last_event"]
    with ThreadPoolExecutor(1) as pool, first.room(heard.id, HERE) as (room, place):
        with second.room(heard.id, HERE), first.room(heard.id, HERE):
            assert (_listeners(heard), _listeners(unheard)) == (2, 0)
        until(lambda: _listeners(heard) == 1)
        waiting = pool.submit(room.wait, newest, 10, 30, place)
        heard.play(1, {"type": "draw"}, 0)
        assert [number for number, _ in waiting.result(HUNG)] == [newest + 1]
    until(lambda: _listeners(heard) == 0)
    until(lambda: not heard.house.store.client.client_list(_type="pubsub"))


def test_who_comes_back_is_heard_again(app: Flask, toy: None, hasty: None) -> None:
    table = Table.full(app, "toy", 2)
    listening = hub.Hub(table.house.store, Shares(10, 10, 10))
    for _ in range(2):
        with listening.room(table.id, HERE):
            assert _listeners(table) == 1
        until(lambda: _listeners(table) == 0)


def test_a_sign_of_life_does_not_end_a_subscription(
    store_process: StoreProcess, hasty: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As found: the answer to the ear's own ping was read as news, and the ear hung up at every tick."""
    ticks: list[None] = []
    store = GameStore(store_process.url)
    listening = hub.Hub(store, Shares(10, 10, 10))
    monkeypatch.setattr(listening._subscriptions, "on_tick", lambda: ticks.append(None))
    with listening.room(keys.new_game_id(0, 0), HERE):
        (heard,) = store.client.client_list(_type="pubsub")
        until(lambda: len(ticks) > 3)
        (still_heard,) = store.client.client_list(_type="pubsub")
        assert still_heard["id"] == heard["id"]


def test_a_subscription_outlives_the_store(store_process: StoreProcess) -> None:
    """Whoever waits while the store is started anew is woken, and listens on."""
    store = GameStore(store_process.url)
    game_id = keys.new_game_id(0, 0)
    listening = hub.Hub(store, Shares(10, 10, 10))
    with listening.room(game_id, HERE):
        store_process.kill()
        store_process.start()
        client = redis.Redis.from_url(store_process.url)
        until(lambda: client.pubsub_numsub(keys.wake(game_id))[0][1] == 1)
