"""When the store is away, loading, full or slow: 503 with Retry-After, never 500; and well again by itself."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
import redis
from flask import Flask
from werkzeug.test import Client, TestResponse

from service.api.app import create_app
from service.api.http.metrics_listener import application
from service.core.settings import load_settings
from service.games.registry import RULEBOOKS
from service.store.accounts.players import PlayerRecord
from service.store.errors import StoreUnavailable
from service.store.games import all_games, events
from service.store.games.lists import PlayerGames
from service.store.games.repository import GameStore
from service.store.health import stats
from service.store.jobs import outbox
from service.store.jobs.due import DueScanner
from service.store.maintenance import archiving
from service.store.redis import keys
from service.store.redis.client import redis_client
from tests.driver import Table
from tests.processes import StoreProcess, until

GAME = "0" * 20


@pytest.fixture
def own_app(store_process: StoreProcess) -> Flask:
    """Limits are on, so that their storage is away too."""
    return create_app(load_settings({"REDIS_URL": store_process.url}))


def _is_away(answer: TestResponse) -> bool:
    return answer.status_code == 503 and bool(answer.headers["Retry-After"]) and answer.is_json is not None


def _calls(table: Table) -> dict[str, TestResponse]:
    newest = 1
    return {
        "game": table.get(),
        "moves": table.get("/moves", 1),
        "events": table.get("/events"),
        "wait": table.get(f"/events?after={newest}&wait=1"),
        "list": table.http.get("/v1/games"),
        "create": table.http.post("/v1/games", json={"rulebook": "toy", "seats": [{"kind": "bot"}]}),
        "sit": table.sit("X"),
        "play": table.play(1, {"type": "draw"}, 0),
        "ready": table.http.get("/readyz"),
    }


def test_a_store_that_is_gone_and_comes_back(own_app: Flask, store_process: StoreProcess, toy: None) -> None:
    table = Table.full(own_app, "toy", 2)
    table.get("/events?after=2&wait=1")
    store_process.kill()
    away = _calls(table)
    assert {name: answer.status_code for name, answer in away.items() if not _is_away(answer)} == {}
    assert table.http.get("/healthz").status_code == 200
    assert "almagest_requests_total" in Client(application(own_app)).get("/metrics").text
    store_process.start()
    until(lambda: table.play(1, {"type": "draw"}, 0, "again").status_code == 200)
    until(lambda: table.get("/events?after=99&wait=1").status_code == 200)
    until(lambda: table.http.get("/readyz").status_code == 200)


def test_a_full_store(own_app: Flask, store_process: StoreProcess, toy: None) -> None:
    table = Table.full(own_app, "toy", 2)
    client: Any = redis.Redis.from_url(store_process.url)
    client.config_set("maxmemory", "1mb")
    assert _is_away(table.play(1, {"type": "draw"}, 0))
    assert table.get().status_code == 200
    client.config_set("maxmemory", "0")
    until(lambda: table.play(1, {"type": "draw"}, 0).status_code == 200)


def test_a_store_that_takes_no_writes(own_app: Flask, store_process: StoreProcess, toy: None) -> None:
    table = Table.full(own_app, "toy", 2)
    client: Any = redis.Redis.from_url(store_process.url)
    client.execute_command("REPLICAOF", "127.0.0.1", "1")
    assert _is_away(table.play(1, {"type": "draw"}, 0))
    client.execute_command("REPLICAOF", "NO", "ONE")
    until(lambda: table.play(1, {"type": "draw"}, 0).status_code == 200)


def test_a_store_that_does_not_answer(own_app: Flask, store_process: StoreProcess, toy: None) -> None:
    """It is given up, since it would never answer; and asked again."""
    table = Table.full(own_app, "toy", 2)
    with store_process.asleep():
        assert _is_away(table.http.get("/readyz"))
    until(lambda: table.http.get("/readyz").status_code == 200)


def test_after_a_restart_the_first_who_asks_is_answered(store_process: StoreProcess) -> None:
    """However many connections were open before: all of them are known to be dead when one is."""
    store = GameStore(store_process.url)
    at_once = threading.Barrier(12)

    def ask() -> None:
        at_once.wait()
        store.load("nothing")

    with ThreadPoolExecutor(at_once.parties) as pool:
        for asked in [pool.submit(ask) for _ in range(at_once.parties)]:
            asked.result()
    store_process.kill()
    store_process.start()
    assert store.load("nothing").game is None


def test_a_store_that_is_away_or_silent_raises_one_error_in_every_module(store_process: StoreProcess) -> None:
    """By a script, a command, several of them, or redis-py's own client."""
    store = GameStore(store_process.url)
    store.connection._pool.connection_kwargs["socket_timeout"] = 0.02  # type: ignore[attr-defined]  # of one store
    quick: list[Callable[[], object]] = [
        lambda: store.load(GAME), lambda: store.origin(GAME), store.now, store.apps.all, store.webhooks.all,
        lambda: store.players.find("club", "player", 0), lambda: store.deliveries.due("wh_1", 0, 0, 1),
        lambda: store.push.subscriptions(GAME), lambda: store.receivers.health("wh_1"),
        lambda: store.packs.recall(RULEBOOKS["astra"], "hash"), lambda: outbox.Outbox(store).claim_late(0, 0),
        lambda: events.entries_after(store, GAME, 0, 1),
        lambda: PlayerGames(store, PlayerRecord("club", "ada", tag="tag")).live(1),
        DueScanner(store, keys.deadlines).scan, lambda: stats._look(store),
    ]  # fmt: skip
    through_redis_py: list[Callable[[], object]] = [
        lambda: all_games.game_ids(store), lambda: all_games.size(store, GAME), lambda: store.keep_state(GAME, 1, b""),
        lambda: next(archiving.games_with_streams(store)), lambda: redis_client(store.url).ping(),
    ]  # fmt: skip
    with store_process.asleep():
        assert [_raises_unavailable(ask) for ask in quick] == [True] * len(quick)
    store_process.kill()
    assert [_raises_unavailable(ask) for ask in (*quick, *through_redis_py)] == [True] * 20


def _raises_unavailable(ask: Callable[[], object]) -> bool:
    try:
        ask()
    except StoreUnavailable:
        return True
    return False
