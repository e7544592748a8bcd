"""Ready means that a move can be written now. Why not, is said."""

from __future__ import annotations

import concurrent.futures
import types
from collections.abc import Iterator
from typing import Any

import pytest
import redis
from flask import Flask

from service.api.app import create_app
from service.core.settings import load_settings
from service.store.errors import StoreUnavailable
from service.store.health import readiness
from service.store.health.readiness import FRESH_SECONDS, Readiness
from service.store.redis import keys
from tests.conftest import running_store
from tests.processes import HOST, StoreProcess, free_port, until


def _app(store: StoreProcess) -> Flask:
    return create_app(load_settings({"REDIS_URL": store.url, "RATELIMIT_ENABLED": "false"}))


def _client(store: StoreProcess) -> Any:
    return redis.Redis.from_url(store.url)


def _says(app: Flask, status: int, word: str = "") -> None:
    """What was found out a moment ago may still be said."""

    def said() -> bool:
        answer = app.test_client().get("/readyz")
        return answer.status_code == status and word in (answer.json or {}).get("detail", "")

    until(said)


def test_a_full_store_is_not_ready(store_process: StoreProcess) -> None:
    app, client = _app(store_process), _client(store_process)
    _says(app, 200)
    client.config_set("maxmemory", "1mb")
    _says(app, 503, "memory")
    refused = app.test_client().get("/readyz")
    assert (refused.json or {})["code"] == "not_ready"
    assert refused.headers["Retry-After"]
    client.config_set("maxmemory", "0")
    _says(app, 200)


def test_a_store_that_is_silent_or_gone_is_not_ready(store_process: StoreProcess) -> None:
    app = _app(store_process)
    _says(app, 200)
    with store_process.asleep():
        _says(app, 503, "answer")
    _says(app, 200)
    store_process.kill()
    _says(app, 503, "answer")


@pytest.fixture
def replica() -> Iterator[StoreProcess]:
    port = free_port()
    with running_store("--port", str(port), "--bind", HOST), running_store("--replicaof", HOST, str(port)) as store:
        yield store


def test_a_replica_is_not_ready(replica: StoreProcess) -> None:
    _says(_app(replica), 503, "replica")


def test_a_part_of_a_cluster_is_not_ready(clustered: StoreProcess) -> None:
    client = _client(clustered)
    client.config_set("cluster-require-full-coverage", "no")
    last = client.execute_command("CLUSTER", "KEYSLOT", keys.ready(keys.TOGETHER[-1]))
    for first, until_slot in ((0, last - 1), (last + 1, 16383)):
        client.execute_command("CLUSTER", "ADDSLOTSRANGE", first, until_slot)
    until(lambda: b"cluster_state:ok" in client.execute_command("CLUSTER", "INFO"))
    app = _app(clustered)
    _says(app, 503, "cluster")
    client.execute_command("CLUSTER", "ADDSLOTS", last)
    _says(app, 200)


def test_asking_writes_nothing(store_process: StoreProcess) -> None:
    app, client = _app(store_process), _client(store_process)
    _says(app, 200)
    before = client.info("persistence")["aof_current_size"]
    app.extensions["readiness"]._at = 0.0
    _says(app, 200)
    assert client.info("persistence")["aof_current_size"] == before
    assert client.dbsize() == 0


@pytest.mark.parametrize(
    ("reach", "found", "cause"),
    [
        (keys.SHARDS, ["", ""], ""),
        (keys.SHARDS, ["", "full"], "full"),
        (2, ["full", ""], "full"),
        (1, ["", ""], ""),
        (1, ["", "full"], ""),
        (1, ["full", "away"], "full"),
    ],
)
def test_one_store_answers_for_all_its_shards_and_of_a_cluster_a_part_is_enough(
    monkeypatch: pytest.MonkeyPatch, reach: int, found: list[str], cause: str
) -> None:
    store: Any = types.SimpleNamespace(connection=types.SimpleNamespace(shards_per_command=reach, shards=range(2)))
    monkeypatch.setattr(readiness, "causes", lambda store, shards: found)
    assert Readiness(store)._look() == cause


class Late:
    """A question that is answered as soon as nobody minds how long it takes."""

    def result(self, seconds: float | None) -> str:
        if seconds is None:
            return ""
        raise concurrent.futures.TimeoutError


def test_a_store_that_takes_too_long_counts_as_away(monkeypatch: pytest.MonkeyPatch) -> None:
    nothing: Any = None
    ready = Readiness(nothing)
    monkeypatch.setattr(ready, "_question", Late)
    assert ready.cause() == "away"


def test_what_was_found_out_a_moment_ago_is_not_asked_again(monkeypatch: pytest.MonkeyPatch) -> None:
    nothing: Any = None
    ready, asked, now = Readiness(nothing), list[Any](), types.SimpleNamespace(at=1000.0)

    def submit(_: Any) -> Any:
        asked.append(concurrent.futures.Future())
        return asked[-1]

    monkeypatch.setattr(readiness, "time", types.SimpleNamespace(monotonic=lambda: now.at))
    monkeypatch.setattr(ready, "_asker", types.SimpleNamespace(submit=submit))
    first = ready._question()
    now.at += 2 * FRESH_SECONDS
    assert ready._question() is first, "who asks while nobody has answered waits for the same answer"
    first.set_result("")
    second = ready._question()
    second.set_result("")
    now.at += FRESH_SECONDS / 2
    assert ready._question() is second
    now.at += FRESH_SECONDS
    assert ready._question() is asked[2]
    assert len(asked) == 3


class Secured:
    """A store of some nodes; of one of them no replica has anything."""

    def __init__(self, nodes: dict[int, str]) -> None:
        self.asked = list[tuple[str, int | None]]()
        self.connection = types.SimpleNamespace(
            node_for=lambda key: next(nodes[s] for s in nodes if keys.ready(s) == key)
        )
        self.replicas = types.SimpleNamespace(count=1, secure=self._secure)

    def _secure(self, key: str, patience: int | None = None) -> None:
        self.asked.append((key, patience))
        if key == keys.ready(9):
            raise StoreUnavailable("replicas")


@pytest.mark.parametrize(
    ("nodes", "patience", "alone"),
    [({3: "one"}, 600, set()), ({3: "one", 4: "one", 9: "two", 10: "two"}, 300, {9, 10}), ({}, 0, set())],
)
def test_replicas_of_each_node_are_waited_for_in_turn_and_all_together_for_no_longer(
    nodes: dict[int, str], patience: int, alone: set[int]
) -> None:
    store: Any = Secured(nodes)
    assert readiness._without_replicas(store, list(nodes)) == alone
    first = {nodes[shard]: shard for shard in reversed(nodes)}
    assert sorted(store.asked) == sorted((keys.ready(shard), patience) for shard in first.values())
