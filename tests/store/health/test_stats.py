"""What the metrics say of the store and of the games in it."""

from __future__ import annotations

import types
from typing import Any

import pytest
import redis
from flask import Flask
from prometheus_client import REGISTRY
from redis.cluster import RedisCluster

from service.core import metrics
from service.store.games.repository import GameStore
from service.store.health import stats
from service.store.live.hub import Hub
from service.store.live.quotas import ListenerQuotas
from service.store.redis import keys
from service.store.redis.clock import WAKEUP_GRACE
from service.usecases.context import Context
from tests.driver import Table, humans, play_out
from tests.processes import HOST, StoreProcess, until


def value(name: str, **labels: str) -> float:
    return REGISTRY.get_sample_value(f"almagest_{name}", labels) or 0.0


def test_games_are_counted_by_status(app: Flask, context: Context) -> None:
    before = value("games_reached_total", rulebook="astra", status="finished")
    Table(app, "astra", humans(2))
    Table.full(app, "nebula", 2)
    play_out(Table.full(app, "astra", 2))
    Table(app, "astra", humans(2), visibility="private")
    stats.look(context.store)
    counted = {
        (visibility, rulebook, status): value("games", visibility=visibility, rulebook=rulebook, status=status)
        for visibility in ("public", "private")
        for rulebook in ("astra", "nebula")
        for status in ("open", "running", "finished")
    }
    assert {kind for kind, count in counted.items() if count} == {
        ("public", "astra", "open"),
        ("public", "nebula", "running"),
        ("public", "astra", "finished"),
        ("private", "astra", "open"),
    }
    assert set(counted.values()) == {0, 1}
    assert value("games_reached_total", rulebook="astra", status="finished") == before + 1


def test_what_waits_for_a_worker_is_counted_and_its_age_known(app: Flask, context: Context) -> None:
    stats.look(context.store)
    assert (value("outbox_depth"), value("outbox_oldest_seconds")) == (0, 0)
    Table(app, "astra", [{"kind": "bot"}, {"kind": "bot"}])
    stats.look(context.store)
    assert value("outbox_depth") == 1
    assert 0 <= value("outbox_oldest_seconds") < 60


def test_the_age_of_what_waits_counts_from_when_it_was_left(context: Context, monkeypatch: pytest.MonkeyPatch) -> None:
    for shard, due in ((3, 95_000), (7, 60_000 + WAKEUP_GRACE)):
        context.store.client.zadd(keys.outbox(shard), {keys.new_game_id(shard, 0): due})
    monkeypatch.setattr(context.store, "now", lambda: 95_500)
    stats.look(context.store)
    assert (value("outbox_depth"), value("outbox_oldest_seconds")) == (2, 35.5)


def test_the_store_tells_its_memory(context: Context) -> None:
    before = context.store.client.config_get("maxmemory")["maxmemory"]
    context.store.client.config_set("maxmemory", 500_000_000)
    stats.look(context.store)
    context.store.client.config_set("maxmemory", before)
    assert value("store_up") == 1
    assert value("store_memory_bytes", node="store") > 100_000
    assert value("store_memory_limit_bytes", node="store") == 500_000_000


def test_every_master_of_a_cluster_tells_its_memory(clustered: StoreProcess) -> None:
    only: Any = redis.Redis.from_url(clustered.url, decode_responses=True)
    only.execute_command("CLUSTER", "ADDSLOTSRANGE", 0, 16383)
    until(lambda: only.cluster("info")["cluster_state"] == "ok")
    port = only.config_get("port")["port"]
    client = RedisCluster.from_url(f"redis://{HOST}:{port}")
    ((node, memory),) = stats._memories(client)
    client.close()
    assert node == f"{HOST}:{port}"
    assert memory["used_memory"] > memory["maxmemory"] == 0


class TwoMasters(RedisCluster):
    """Each says of itself what it is asked."""

    def __init__(self) -> None: ...

    def get_primaries(self) -> list[Any]:
        return [types.SimpleNamespace(name=name) for name in ("one:1", "two:2")]

    def info(self, section: str | None = None, *_: str, **asked: Any) -> dict[str, Any]:
        used = {"one:1": 1, "two:2": 2}[asked["target_nodes"].name]
        return {"used_memory": used} if section in (None, "memory", "MEMORY") else {}


def test_each_master_of_a_cluster_is_asked_for_its_own_memory() -> None:
    assert list(stats._memories(TwoMasters())) == [("one:1", {"used_memory": 1}), ("two:2", {"used_memory": 2})]


def test_a_store_that_is_away_is_told_apart() -> None:
    stats.look(GameStore("unix:///nowhere"))
    assert value("store_up") == 0


def test_every_call_of_the_store_is_timed(app: Flask) -> None:
    before = value("store_seconds_count", script="commit")
    Table(app, "astra", humans(2))
    assert value("store_seconds_count", script="commit") == before + 1


def test_a_commit_that_comes_second_is_counted(app: Flask, context: Context, monkeypatch: pytest.MonkeyPatch) -> None:
    """Somebody sits down between a load and its commit."""
    table = Table(app, "astra", humans(3))
    before, load = value("commit_conflicts_total"), context.store.load
    found = [load(table.id)]
    table.sit("P2")
    monkeypatch.setattr(context.store, "load", lambda *asked: found.pop() if found else load(*asked))
    assert table.sit("P3").status_code == 201
    assert value("commit_conflicts_total") == before + 1


def test_places_for_listeners_are_told(context: Context) -> None:
    Hub(context.store, ListenerQuotas(7, 5, 3))
    assert value("event_places") == 7
    assert b"almagest_event_waiters" in metrics.page()
