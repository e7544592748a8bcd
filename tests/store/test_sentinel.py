"""A primary, its replica, and Sentinels who find a successor; and what a gap between the two can cost."""

from __future__ import annotations

import dataclasses
import shutil
import subprocess
import tempfile
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
import redis
from flask import Flask
from kombu.connection import Connection

from service.api.app import create_app
from service.run import queue
from service.run.settings import load_settings
from service.run.storing import store_binary
from service.store import keys
from service.store.client import StoreAway
from service.store.games import GameStore
from service.store.webhooks import Webhook
from service.tables.house import House
from service.wire.notices import NOTICE_TYPES
from tests.driver import Table
from tests.persistent import Persistent
from tests.processes import HOST, StoreProcess, free_port, until
from tests.receivers import Receiver
from tests.worker.driver import HUMAN, Sitting
from worker.delivering import deliver

NAME = "games"
WATCHING = """port {port}
dir {home}
sentinel monitor games 127.0.0.1 {primary} 2
sentinel down-after-milliseconds games 2000
sentinel failover-timeout games 6000
"""


class Redis(StoreProcess):
    """A durable store with a port, too."""

    def __init__(self, home: Path, *options: str) -> None:
        home.mkdir()
        self.port = free_port()
        super().__init__(home, "--port", str(self.port), "--repl-diskless-sync-delay", "0", *options)
        self.client: Any = redis.Redis(HOST, self.port)

    @property
    def role(self) -> str:
        return str(self.client.info("replication")["role"])

    def has_replicas(self, count: int) -> bool:
        return bool(self.client.execute_command("WAIT", count, 100) >= count)


class Pair:
    """A primary and its replica."""

    def __init__(self, home: Path) -> None:
        self.primary, self.replica = Redis(home / "primary"), Redis(home / "replica")

    def start(self) -> None:
        self.primary.start()
        self.replica.start()
        self.follow()

    def follow(self) -> None:
        self.replica.client.execute_command("REPLICAOF", HOST, self.primary.port)
        self.primary.client.set("followed", 1)
        until(lambda: self.primary.has_replicas(1))

    def part(self) -> None:
        """The replica hears nothing any more, and does not know better than before."""
        self.replica.client.execute_command("REPLICAOF", HOST, free_port())
        until(lambda: self.primary.client.info("replication")["connected_slaves"] == 0)

    def kill(self) -> None:
        self.primary.kill()
        self.replica.kill()


@pytest.fixture
def home() -> Iterator[Path]:
    path = Path(tempfile.mkdtemp(prefix="alm"))
    yield path
    shutil.rmtree(path)


@pytest.fixture
def pair(home: Path) -> Iterator[Pair]:
    made = Pair(home)
    try:
        made.start()
        yield made
    finally:
        made.kill()


def _app(url: str, **more: str) -> Flask:
    return create_app(load_settings({"REDIS_URL": url, "RATELIMIT_ENABLED": "false", **more}))


def _watch(home: Path, primary: int, number: int) -> tuple[int, subprocess.Popen[bytes]]:
    port, file = free_port(), home / f"sentinel{number}.conf"
    file.write_text(WATCHING.format(port=port, home=home, primary=primary))
    process = subprocess.Popen([store_binary(), str(file), "--sentinel"], stdout=subprocess.DEVNULL)
    return port, process


def _agree(ports: list[int]) -> bool:
    """Every Sentinel knows the two others and the replica."""
    told: list[Any] = [redis.Redis(HOST, port).sentinel_master(NAME) for port in ports]
    return all(each["num-other-sentinels"] == len(ports) - 1 and each["num-slaves"] == 1 for each in told)


@pytest.fixture
def sentinels(pair: Pair, home: Path) -> Iterator[list[int]]:
    watching = [_watch(home, pair.primary.port, number) for number in range(3)]
    ports = [port for port, _ in watching]
    try:
        until(lambda: _agree(ports))
        yield ports
    finally:
        for _, process in watching:
            process.kill()
            process.wait()


@pytest.fixture
def watched(sentinels: list[int]) -> str:
    return f"redis+sentinel://{','.join(f'{HOST}:{port}' for port in sentinels)}/{NAME}/0"


def test_requests_and_hints_go_to_the_primary_too(pair: Pair, watched: str) -> None:
    http = _app(watched, RATELIMIT_ENABLED="true", RATELIMIT_ADDRESS="2 per minute").test_client()
    assert [http.get("/v1/games").status_code for _ in range(3)] == [200, 200, 429]
    assert pair.primary.client.keys("LIMITS*")
    broker = queue.broker(watched)
    options = broker["broker_transport_options"]
    sent: Any = Connection(broker["broker_url"], transport_options=options)  # type: ignore[no-untyped-call]  # there
    with sent as connection:
        connection.SimpleQueue("hints").put("a hint")
    assert pair.primary.client.llen("hints") == 1


def test_a_primary_dies_and_its_replica_goes_on(pair: Pair, watched: str, toy: None) -> None:
    """With `STORE_REPLICAS=1` nothing that was acknowledged is lost, and nothing is played twice."""
    app, stop = _app(watched, STORE_REPLICAS="1"), threading.Event()
    players = [Persistent(app, stop) for _ in range(3)]
    with ThreadPoolExecutor(len(players)) as pool:
        playing = [pool.submit(player.run) for player in players]
        until(lambda: all(player.acknowledged > 5 for player in players))
        pair.primary.kill()
        until(lambda: pair.replica.role == "master")
        pair.primary.start()
        pair.primary.client.execute_command("REPLICAOF", HOST, pair.replica.port)
        before = [player.acknowledged for player in players]
        until(lambda: all(player.acknowledged > moves + 5 for player, moves in zip(players, before, strict=True)))
        stop.set()
    assert [future.result() for future in playing] == [None] * len(players)
    for player in players:
        player.check()


def _move(table: Table, version: int) -> int:
    return table.play(1, {"type": "draw"}, version, f"move-{version}").status_code


def _played(app: Flask) -> Table:
    """A game with one move, which the replica has."""
    table = Table(app, "toy", [{"kind": "human"}])
    assert _move(table, 0) == 200
    return table


def _after_failover(pair: Pair, table: Table) -> Table:
    """The primary is gone for good, and its replica is promoted: the same people at the same table."""
    pair.primary.kill()
    pair.replica.client.execute_command("REPLICAOF", "NO", "ONE")
    table.app.extensions["house"] = dataclasses.replace(table.house, store=GameStore(pair.replica.url))
    return table


def test_what_one_replica_has_to_have_is_not_lost_in_a_gap(pair: Pair, toy: None) -> None:
    """Nothing is acknowledged in the gap, and the same key finds out later that it was not played."""
    table = _played(_app(pair.primary.url, STORE_REPLICAS="1"))
    pair.part()
    assert [_move(table, 1), _move(table, 1)] == [503, 503]
    assert table.http.post("/v1/games", json={"rulebook": "toy", "seats": [{"kind": "bot"}]}).status_code == 503
    table = _after_failover(pair, table)
    assert table.game()["version"] == 1
    assert _move(table, 1) == 200
    assert table.game()["version"] == 2


def test_when_the_gap_closes_the_same_key_finds_the_truth(pair: Pair, toy: None) -> None:
    table = _played(_app(pair.primary.url, STORE_REPLICAS="1"))
    pair.part()
    assert _move(table, 1) == 503
    pair.follow()
    assert _move(table, 1) == 200
    assert table.game()["version"] == 2


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    made = Receiver()
    yield made
    made.close()


def _club(pair: Pair, receiver: Receiver) -> tuple[House, Sitting]:
    """An app's game, on a store whose writes a replica has to have, and a webhook that is told everything."""
    allowed = {"WEBHOOK_HTTP": "true", "WEBHOOK_NETWORKS": "127.0.0.0/8", "STORE_REPLICAS": "1"}
    settings = load_settings({"REDIS_URL": pair.primary.url, **allowed})
    house = House(GameStore(pair.primary.url, replicas=1), settings)
    house.store.webhooks.change(None, Webhook("wh_club", "club", receiver.url, NOTICE_TYPES, "plain:secret", 0))
    return house, Sitting(house, HUMAN, HUMAN, app="club")


def _deliver(house: House) -> None:
    deliver(house, "wh_club", range(keys.SHARDS))


def test_webhooks_are_told_nothing_that_a_successor_would_not_know(pair: Pair, receiver: Receiver) -> None:
    """A move that only the primary has may be undone by a failover, so it leaves the house when a replica has it."""
    house, sitting = _club(pair, receiver)
    _deliver(house)
    assert receiver.told() == ["seat.taken", "game.started", "turn.changed"]
    pair.part()
    with pytest.raises(StoreAway):
        sitting.rest(1)
    with pytest.raises(StoreAway):
        _deliver(house)
    assert len(receiver.received) == 3
    pair.follow()
    _deliver(house)
    assert receiver.told()[3:] == ["turn.changed"]


def test_without_replicas_a_gap_costs_what_was_acknowledged_in_it(pair: Pair, toy: None) -> None:
    """As the documents say; the game goes on from what the replica has."""
    table = _played(_app(pair.primary.url))
    until(lambda: pair.primary.has_replicas(1))
    pair.part()
    assert _move(table, 1) == 200
    table = _after_failover(pair, table)
    assert table.game()["version"] == 1
    assert _move(table, 1) == 200
