"""Keys of one game are in one slot: nothing that we do is refused by a store in cluster mode."""

from __future__ import annotations

from typing import Any

import pytest
import redis
from flask import Flask

from service import config
from service.app import create_app
from service.store import keys
from tests.service.driver import Table, play_out
from tests.service.processes import StoreProcess, until


@pytest.fixture
def cluster_app(clustered: StoreProcess) -> Flask:
    client: Any = redis.Redis.from_url(clustered.url)
    client.execute_command("CLUSTER", "ADDSLOTSRANGE", "0", "16383")
    until(lambda: b"cluster_state:ok" in client.execute_command("CLUSTER", "INFO"))
    return create_app(config.load({"REDIS_URL": clustered.url, "RATELIMIT_ENABLED": "false"}))


def test_a_whole_game_in_cluster_mode(cluster_app: Flask, toy: None) -> None:
    table = Table(cluster_app, "toy", [{"kind": "human"}, {"kind": "human"}, {"kind": "bot"}], options={"rounds": "2"})
    table.post("/seats", None, {"name": "B"}, Idempotency_Key="sit")
    table.tokens[2] = (table.post("/seats", None, {"name": "B"}, Idempotency_Key="sit").json or {})["token"]
    assert play_out(table)["status"] == "finished"
    assert table.get("/events").status_code == 200
    listed = cluster_app.test_client().get("/v1/games").json or {}
    assert [game["id"] for game in listed["games"]] == [table.id]


def test_ids_sort_by_time_and_name_their_shard() -> None:
    ids = [keys.new_game_id(shard, now=1_700_000_000_000 + shard) for shard in range(keys.SHARDS)]
    assert ids == sorted(ids)
    assert [keys.shard_of(game_id) for game_id in ids] == list(range(keys.SHARDS))
    assert keys.game(ids[7]).startswith("{s07}:")
