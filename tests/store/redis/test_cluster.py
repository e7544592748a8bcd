"""A cluster of three masters: games are spread over all of them, and go on while slots move and masters die."""

from __future__ import annotations

import itertools
import shutil
import threading
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
import requests
from flask import Flask
from redis.crc import key_slot

from service.api.app import create_app
from service.core.settings import load_settings
from service.core.urls import Node, StoreUrl
from service.store.errors import StoreUnavailable
from service.store.games.repository import GameStore
from service.store.redis import cluster as cluster_module
from service.store.redis import keys
from service.store.redis.client import node_pool, redis_client
from service.store.redis.cluster import SLOTS, slot_of
from service.usecases.admin import doctor
from service.usecases.context import Context
from tests.clusters import ClusterNode, ClusterProcesses, running_cluster
from tests.driver import Table, play_out
from tests.persistent import Persistent, history
from tests.processes import HOST, HUNG, Server, until

NEEDS_REDIS = pytest.mark.skipif(not shutil.which("redis-server"), reason="no redis-server is installed")
STORES = [(None, 60), pytest.param("redis-server", 15, marks=NEEDS_REDIS)]
"""The embedded store, and Debian's."""


def _app(cluster: ClusterProcesses, **more: str) -> Flask:
    environment = {"REDIS_URL": cluster.url, "BROKER_URL": "redis://127.0.0.1:1", "RATELIMIT_ENABLED": "false", **more}
    return create_app(load_settings(environment))


def _slot(game_id: str) -> int:
    return slot_of(keys.game(game_id))


class Mover(threading.Thread):
    """Moves one shard's slot after the other to the next master, until told to stop."""

    def __init__(self, cluster: ClusterProcesses) -> None:
        super().__init__(daemon=True)
        self._cluster, self._stop_asked, self.moved = cluster, threading.Event(), 0
        self.problem: Exception | None = None

    def run(self) -> None:
        try:
            while not self._stop_asked.is_set():
                shard = keys.SPREAD[self.moved % len(keys.SPREAD)]
                self._cluster.move(key_slot(keys.outbox(shard).encode()))
                self.moved += 1
        except Exception as problem:
            self.problem = problem

    def stop(self) -> None:
        self._stop_asked.set()
        self.join()
        assert self.problem is None


def _listed(app: Flask) -> list[str]:
    found: list[str] = []
    cursor = ""
    while True:
        page = app.test_client().get("/v1/games?limit=25" + (f"&cursor={cursor}" if cursor else "")).json or {}
        found += [game["id"] for game in page["games"]]
        cursor = page["next"]
        if not cursor:
            return found


def _look_while_half_a_game_is_moved(cluster: ClusterProcesses, table: Table) -> None:
    """The game is here, its events are there, if they are not in its archive, and the slot is still here."""
    source, target = cluster.begin_move(_slot(table.id))
    source.carry(target, keys.events(table.id))
    assert table.game()["last_event"] == history(table)[-1]
    source.carry(target, keys.game(table.id))
    assert table.game()["last_event"] == history(table)[-1]
    cluster.finish_move(_slot(table.id), source, target)


def _count_requests(cluster: ClusterProcesses) -> None:
    http = _app(
        cluster, RATELIMIT_ENABLED="true", LIMITS_URL=cluster.url, RATELIMIT_ADDRESS="2 per minute"
    ).test_client()
    assert [http.get("/v1/games").status_code for _ in range(3)] == [200, 200, 429]
    assert any(node.client.keys("LIMITS*") for node in cluster.masters)


@pytest.mark.parametrize(("binary", "games"), STORES)
def test_games_are_played_while_slots_move(
    binary: str | None, games: int, toy: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    with running_cluster(binary=binary) as cluster:
        app = _app(cluster)
        seats = [{"kind": "human"}, {"kind": "human"}, {"kind": "bot"}]
        shards = itertools.cycle([*keys.SPREAD[::3], *keys.SPREAD[1::3], *keys.SPREAD[2::3]])
        monkeypatch.setattr(GameStore, "shard_for", lambda *_: next(shards))
        tables = [Table(app, "toy", seats, options={"rounds": "1"}) for _ in range(games)]
        assert len({_slot(table.id) for table in tables}) == min(games, len(keys.SPREAD))
        assert all(node.client.dbsize() for node in cluster.masters)
        assert all(app.extensions["context"].store.client.exists(keys.game(table.id)) for table in tables)
        monkeypatch.setattr(GameStore, "shard_for", lambda *_: keys.TOGETHER[-1])
        tables.append(Table(app, "toy", seats, options={"rounds": "1"}))
        mover = Mover(cluster)
        mover.start()
        for table in tables:
            assert table.sit("B").status_code == 201
            assert play_out(table)["status"] == "finished"
            assert history(table) == list(range(1, table.game()["last_event"] + 1))
        until(lambda: mover.moved >= len(keys.SPREAD))
        mover.stop()
        assert _listed(app) == sorted((table.id for table in tables), reverse=True)
        assert app.test_client().get("/readyz").status_code == 200
        _look_while_half_a_game_is_moved(cluster, tables[0])
        _look_while_half_a_game_is_moved(cluster, Table.full(app, "toy", 2))
        _count_requests(cluster)


def _channels(cluster: ClusterProcesses) -> dict[int, list[str]]:
    """By the port of the node."""
    told = {node.port: node.client.execute_command("PUBSUB SHARDCHANNELS") for node in cluster.masters}
    return {port: [name.decode() for name in names] for port, names in told.items() if names}


def _play_any(table: Table) -> None:
    game = table.game()
    seat = game["deciders"][0]
    assert table.play(seat, table.moves(seat)["moves"][0]["move"], game["version"]).status_code == 200


def _on(cluster: ClusterProcesses, node: ClusterNode, tables: list[Table]) -> set[str]:
    return {table.id for table in tables if cluster.owner(_slot(table.id)) is node}


def _examine_without(cluster: ClusterProcesses, victim: ClusterNode, context: Context) -> None:
    """The doctor names who is away, and counts the shards that take no moves."""
    found = {finding.what: (finding.level, finding.found) for finding in doctor.examine(context, 1)}
    assert found[f"{HOST}:{victim.port}"] == ("bad", "it is away (ConnectionError)")
    assert {f"{HOST}:{node.port}: disk" for node in cluster.masters} <= found.keys()
    owners = [context.store.connection.node_for(keys.ready(shard)) for shard in range(keys.SHARDS)]
    gone = owners.count((HOST, victim.port))
    assert found["writes"] == ("bad", f"away: {gone} of {keys.SHARDS} shards")
    assert 0 < gone < keys.SHARDS
    assert found["games"][0] == "bad"


def _hasty_pool(address: StoreUrl, node: Node, answer_seconds: float | None = 0.5, **more: Any) -> Any:
    return node_pool(address, node, answer_seconds, **more)


def _play_beside_a_silent_master(cluster: ClusterProcesses, victim: ClusterNode, games: list[str]) -> None:
    """It takes connections and answers nothing. A process of its own, which is less patient than others."""
    with pytest.MonkeyPatch.context() as hasty:
        hasty.setattr(cluster_module, "node_pool", _hasty_pool)
        app = _app(cluster)
        with victim.asleep():
            until(lambda: app.test_client().get("/readyz").status_code == 200)
            until(lambda: all(app.test_client().get(f"/v1/games/{game}").status_code == 200 for game in games))
            assert app.extensions["context"].now()
        until(lambda: app.test_client().get("/v1/games").status_code == 200)


def test_while_a_master_is_away_the_games_of_the_others_are_played(toy: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """If the cluster may go on without it."""
    monkeypatch.setattr(cluster_module, "PATIENCE_SECONDS", 0.3)
    with running_cluster(3, 0, "--cluster-require-full-coverage", "no") as cluster:
        app = _app(cluster)
        tables = [Table.full(app, "toy", 2) for _ in range(12)]
        victim = cluster.owner(_slot(tables[0].id))
        lost = _on(cluster, victim, tables)
        _play_beside_a_silent_master(cluster, victim, [table.id for table in tables if table.id not in lost])
        victim.kill()
        played = {table.id: table.play(1, {"type": "draw"}, 0).status_code for table in tables}
        assert played == {table.id: 503 if table.id in lost else 200 for table in tables}
        http = app.test_client()
        assert [http.get(path).status_code for path in ("/v1/games", "/readyz")] == [503, 200]
        _examine_without(cluster, victim, app.extensions["context"])
        victim.start()
        until(lambda: all(table.get().status_code == 200 for table in tables))


def test_another_process_hears_of_a_game_that_somebody_there_listens_to() -> None:
    with running_cluster() as cluster:
        server = Server(cluster.url, BROKER_URL="redis://127.0.0.1:1", API_WORKERS="1")
        server.start()
        app = _app(cluster)
        heard, unheard = Table.full(app, "distant_suns", 2), Table.full(app, "distant_suns", 2)
        with ThreadPoolExecutor(1) as pool:
            for _ in range(3):
                newest = heard.game()["last_event"]
                address = f"{server.url}{heard.path}/events?after={newest}&wait=30"
                waiting = pool.submit(requests.get, address, timeout=HUNG)
                home = cluster.owner(_slot(heard.id)).port
                until(lambda home=home: _channels(cluster) == {home: [keys.game_channel(heard.id)]})  # type: ignore[misc]  # mypy#4226
                _play_any(unheard)
                _play_any(heard)
                assert next(event["id"] for event in waiting.result().json()["events"]) == newest + 1
                cluster.move(_slot(heard.id))
        server.stop()


def test_a_cluster_without_sharded_channels(toy: None) -> None:
    """As before Redis 7: every node tells the others."""
    without = ("--rename-command", "SPUBLISH", "", "--rename-command", "SSUBSCRIBE", "")
    with running_cluster(2, 0, *without) as cluster:
        table = Table.full(_app(cluster), "toy", 2)
        assert not table.context.store.connection.is_sharded
        newest = table.game()["last_event"]
        with ThreadPoolExecutor(1) as pool:
            waiting = pool.submit(Table.get, table, f"/events?after={newest}&wait=30")
            until(lambda: any(node.client.pubsub_channels() for node in cluster.masters))
            table.play(1, {"type": "draw"}, 0)
            assert [event["id"] for event in (waiting.result().json or {})["events"]] == [newest + 1]


@pytest.fixture
def replicated() -> Iterator[ClusterProcesses]:
    with running_cluster(3, 1) as cluster:
        yield cluster


def test_a_master_dies_and_its_replica_goes_on(replicated: ClusterProcesses, toy: None) -> None:
    """With `STORE_REPLICAS=1` nothing that was acknowledged is lost, and nothing is played twice."""
    app, stop = _app(replicated, STORE_REPLICAS="1"), threading.Event()
    players = [Persistent(app, stop) for _ in range(6)]
    victim = replicated.owner(_slot(players[0].table.id))
    with ThreadPoolExecutor(len(players)) as pool:
        playing = [pool.submit(player.run) for player in players]
        until(lambda: all(player.acknowledged > 5 for player in players))
        victim.kill()
        until(lambda: len(replicated.masters) == 3)
        victim.start()
        before = [player.acknowledged for player in players]
        until(lambda: all(player.acknowledged > moves + 5 for player, moves in zip(players, before, strict=True)))
        stop.set()
    assert [future.result() for future in playing] == [None] * len(players)
    for player in players:
        player.check()


def test_a_process_starts_while_the_cluster_that_counts_is_away() -> None:
    away = {
        "REDIS_URL": "redis+cluster://127.0.0.1:1",
        "BROKER_URL": "amqp://127.0.0.1:1",
        "RATELIMIT_ADDRESS": "1 per day",
    }
    http = create_app(load_settings(away)).test_client()
    assert [http.get("/v1/rulebooks").status_code for _ in range(2)] == [200, 429]
    assert http.get("/readyz").status_code == 503


def test_a_cluster_of_which_nobody_answers_is_away() -> None:
    with pytest.raises(StoreUnavailable):
        redis_client("redis+cluster://127.0.0.1:1")


@pytest.mark.parametrize("masters", [2, 3, 4, 5, 6, 7, 8, 10, 12, 16, 24])
def test_shards_spread_over_any_number_of_masters(masters: int) -> None:
    """By the ranges that `redis-cli --cluster create` gives them: as many on each, or one more where it does not go."""
    bounds = [round(number * SLOTS / masters) for number in range(1, masters + 1)]
    slots = [slot_of(keys.outbox(shard)) for shard in keys.SPREAD]
    counts = Counter(next(number for number, end in enumerate(bounds) if slot < end) for slot in slots)
    rest = len(keys.SPREAD) % masters
    assert max(counts.values()) - min(counts[number] for number in range(masters)) == (1 if rest else 0)


def test_slots_are_those_of_redis() -> None:
    names: list[Any] = [keys.outbox(shard) for shard in range(keys.SHARDS)] + [keys.pack("astra", "abc")]
    assert [slot_of(name) for name in names] == [key_slot(name.encode()) for name in names]
