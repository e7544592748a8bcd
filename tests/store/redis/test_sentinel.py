"""A primary, its replica, and Sentinels who find a successor; and what a gap between the two can cost."""

from __future__ import annotations

import dataclasses
import shutil
import subprocess
import tempfile
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
import redis
from flask import Flask
from kombu.connection import Connection

from service.api.app import create_app
from service.core.settings import load_settings
from service.serve.embedded_redis import store_binary
from service.store.delivery.webhooks import Webhook
from service.store.errors import StoreUnavailable
from service.store.games.repository import GameStore
from service.store.jobs import broker as queue
from service.store.redis import keys, replicas
from service.usecases.accounts.api_keys import create_key, revoke_key
from service.usecases.admin.doctor import examine
from service.usecases.admin.erase import erase
from service.usecases.admin.games import open_context
from service.usecases.context import Context
from service.wire.notices import NOTICE_TYPES
from tests.driver import Table, humans
from tests.persistent import Persistent
from tests.processes import HOST, StoreProcess, free_port, until
from tests.pushing import PUSH_KEY, Browser
from tests.receivers import Receiver
from tests.usecases.clubs import ADA, BO, App
from tests.worker.driver import HUMAN, Sitting
from worker.delivery.webhooks import deliver

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
    table.app.extensions["context"] = dataclasses.replace(table.context, store=GameStore(pair.replica.url))
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


def _club(pair: Pair, receiver: Receiver) -> tuple[Context, Sitting]:
    """An app's game, on a store whose writes a replica has to have, and a webhook that is told everything."""
    allowed = {"WEBHOOK_HTTP": "true", "WEBHOOK_NETWORKS": "127.0.0.0/8", "STORE_REPLICAS": "1"}
    settings = load_settings({"REDIS_URL": pair.primary.url, **allowed})
    context = Context(GameStore(pair.primary.url, replicas=1), settings)
    context.store.webhooks.change(None, Webhook("wh_club", "club", receiver.url, NOTICE_TYPES, "plain:secret", 0))
    return context, Sitting(context, HUMAN, HUMAN, app="club")


def _deliver(context: Context) -> None:
    deliver(context, "wh_club", range(keys.SHARDS))


def test_webhooks_are_told_nothing_that_a_successor_would_not_know(pair: Pair, receiver: Receiver) -> None:
    """A move that only the primary has may be undone by a failover, so it leaves the context when a replica has it."""
    context, sitting = _club(pair, receiver)
    _deliver(context)
    assert receiver.told() == ["seat.taken", "game.started", "turn.changed"]
    pair.part()
    with pytest.raises(StoreUnavailable):
        sitting.rest(1)
    with pytest.raises(StoreUnavailable):
        _deliver(context)
    assert len(receiver.received) == 3
    pair.follow()
    _deliver(context)
    assert receiver.told()[3:] == ["turn.changed"]


def _is_ready(app: Flask, status: int, word: str = "") -> bool:
    answer = app.test_client().get("/readyz")
    return answer.status_code == status and word in (answer.json or {}).get("detail", "")


def _examined(app: Flask) -> dict[str, tuple[str, str]]:
    context: Context = app.extensions["context"]
    return {finding.what: (finding.level, finding.found) for finding in examine(context, 1)}


def test_ready_means_that_a_move_could_be_acknowledged(pair: Pair) -> None:
    """While replicas are missing that have to have it every write is a 503, so nobody is sent here."""
    app, careless = _app(pair.primary.url, STORE_REPLICAS="1"), _app(pair.primary.url)
    until(lambda: _is_ready(app, 200))
    assert _examined(app)["writes"][0] == "ok"
    pair.part()
    until(lambda: _is_ready(app, 503, "too few replicas"))
    found = _examined(app)
    assert found["writes"] == ("bad", "replicas")
    assert found["store: replication"] == ("bad", "primary, replicas: 0 of 1")
    assert _is_ready(careless, 200)
    assert _examined(careless)["store: replication"] == ("ok", "primary, replicas: 0")
    pair.follow()
    until(lambda: _is_ready(app, 200))


class Others:
    """What is acknowledged and is no commit: keys, players, webhooks, devices, names that are gone."""

    def __init__(self, app: Flask) -> None:
        self.club = App(app)
        self.desk = open_context(self.club.context.settings)
        self.table = self.club.table(ADA, BO)
        self.old_key = create_key(self.club.context, "old")
        self.webhook = self._made_webhook().json["webhook"]["id"]
        self.browser = Browser("https://push.example.net")
        self._let_somebody_go(Table(app, "toy", humans(3)))

    def _let_somebody_go(self, table: Table) -> None:
        """Only events tell the name then, and they are no commit."""
        assert table.sit("Cyrene").status_code == 201
        assert table.http.delete(f"{table.path}/seats/me", headers=table.headers(2)).status_code == 204

    def _made_webhook(self) -> Any:
        wish = {"url": "https://club.example.net/hook", "events": ["game.started"]}
        return self._as_app("POST", "/v1/webhooks", json=wish)

    def _as_app(self, method: str, path: str, **options: Any) -> Any:
        return self.club.call(method, path, self.club.key, **options)

    def _push(self, method: str, **options: Any) -> Any:
        return self.table.http.open(
            f"{self.table.path}/seats/me/push", method=method, headers=self.table.headers(2), **options
        )

    def all(self) -> list[int]:
        """The status of each answer; an operator's command that cannot be acknowledged is a 503, too."""
        asked: list[Callable[[], Any]] = [
            self._made_webhook,
            lambda: self._as_app("PATCH", f"/v1/webhooks/{self.webhook}", json={"events": ["seat.left"]}),
            lambda: self._as_app("POST", "/v1/players/user-43/token"),
            lambda: self._push("PUT", json=self.browser.subscription),
            lambda: self._push("DELETE"),
            lambda: create_key(self.desk, "new"),
            lambda: erase(self.desk, "Cyrene", really=True),
            lambda: self._as_app("DELETE", "/v1/players/user-42"),
        ]
        return [_status(each) for each in asked]


def _status(ask: Callable[[], Any]) -> int:
    try:
        return getattr(ask(), "status_code", 200)
    except StoreUnavailable:
        return 503


def _stored(store: Redis) -> bytes:
    """Some keys go by themselves meanwhile."""
    return b"".join(key + (store.client.dump(key) or b"") for key in store.client.scan_iter())


def test_nothing_else_is_acknowledged_either_that_a_successor_would_not_know(
    pair: Pair, toy: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A revoked key would come back, and an erased name. Asked for again when the gap is closed all of it is done."""
    others = Others(
        _app(pair.primary.url, STORE_REPLICAS="1", PUSH_KEY=PUSH_KEY, PUSH_SERVICES="https://push.example.net")
    )
    pair.part()
    with monkeypatch.context() as hasty:
        hasty.setattr(replicas, "WAIT_MILLISECONDS", 50)
        assert others.all() == [503] * 8
        with pytest.raises(StoreUnavailable):
            revoke_key(others.desk, others.old_key.record.id)
        # On a cluster tokens lie elsewhere than games.
        hasty.setattr(others.club.context.store.players, "revoke", lambda tag: None)
        assert others.club.call("DELETE", "/v1/players/user-99", others.club.key).status_code == 503
    assert b"Ada" in _stored(pair.replica)
    pair.follow()
    assert others.all() == [201, 200, 201, 200, 204, 200, 200, 204]
    found, held = GameStore(pair.replica.url), _stored(pair.replica)
    assert others.old_key.record.id not in {each.key.id for each in found.apps.all()}
    assert {each.app for each in found.webhooks.all()} == {"chess-club"}
    for trace in (b"Ada", b"user-42", b"Cyrene"):
        assert trace not in held


def test_without_replicas_a_gap_costs_what_was_acknowledged_in_it(pair: Pair, toy: None) -> None:
    """As the documents say; the game goes on from what the replica has."""
    table = _played(_app(pair.primary.url))
    until(lambda: pair.primary.has_replicas(1))
    pair.part()
    assert _move(table, 1) == 200
    table = _after_failover(pair, table)
    assert table.game()["version"] == 1
    assert _move(table, 1) == 200
