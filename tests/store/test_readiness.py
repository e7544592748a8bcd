"""Ready means that a move can be written now. Why not, is said."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
import redis
from flask import Flask

from service.api.app import create_app
from service.run.settings import load_settings
from service.store import keys
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
