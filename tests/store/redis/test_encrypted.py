"""A cluster and a primary behind a Sentinel, with TLS, a certificate of the host's own, and passwords."""

from __future__ import annotations

import shutil
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import redis

from service.api.app import create_app
from service.core.settings import load_settings
from service.store.live.hub import Hub
from service.store.live.quotas import ListenerId, ListenerQuotas
from tests.driver import Table
from tests.processes import HOST, free_port, until

HERE = ListenerId("here")


NEEDED = ("redis-server", "openssl")
pytestmark = pytest.mark.skipif(
    not all(shutil.which(name) for name in NEEDED), reason="no redis-server or no openssl is installed"
)
CERTIFICATE = "req -x509 -newkey rsa:2048 -nodes -days 1 -subj /CN=localhost -keyout key.pem -out certificate.pem"


@pytest.fixture
def home() -> Iterator[Path]:
    path = Path(tempfile.mkdtemp(prefix="alm"))
    named = ("-addext", f"subjectAltName=IP:{HOST}")
    subprocess.run(["openssl", *CERTIFICATE.split(), *named], cwd=path, check=True, capture_output=True)
    yield path
    shutil.rmtree(path)


def _options(home: Path, port: int) -> dict[str, str]:
    return {
        "port": "0",
        "tls-port": str(port),
        "tls-cert-file": str(home / "certificate.pem"),
        "tls-key-file": str(home / "key.pem"),
        "tls-ca-cert-file": str(home / "certificate.pem"),
        "tls-auth-clients": "no",
        "dir": str(home),
    }


class Encrypted:
    """Processes that speak TLS alone; options stand in a file, since a Sentinel insists on one."""

    def __init__(self, home: Path) -> None:
        self.home = home
        self._processes: list[subprocess.Popen[bytes]] = []

    def start(self, *command: str, password: str, **more: str) -> int:
        port = free_port()
        given = {name.replace("_", "-"): value for name, value in more.items()}
        options = {**_options(self.home, port), "requirepass": password, **given}
        file = self.home / f"{port}.conf"
        file.write_text("".join(f"{name} {value}\n" for name, value in options.items()))
        self._processes.append(subprocess.Popen(["redis-server", str(file), *command], stdout=subprocess.DEVNULL))
        until(self.client(port, password).ping)
        return port

    def client(self, port: int, password: str) -> Any:
        return redis.Redis(HOST, port, ssl=True, ssl_ca_certs=str(self.home / "certificate.pem"), password=password)

    def stop(self) -> None:
        for process in self._processes:
            process.kill()
            process.wait()


@pytest.fixture
def encrypted(home: Path) -> Iterator[Encrypted]:
    made = Encrypted(home)
    yield made
    made.stop()


def _cluster(encrypted: Encrypted) -> str:
    more = {"cluster_enabled": "yes", "tls_cluster": "yes", "cluster_port": str(free_port())}
    port = encrypted.start(password="games", **more)
    client = encrypted.client(port, "games")
    client.execute_command("CLUSTER ADDSLOTSRANGE", 0, 16383)
    until(lambda: client.execute_command("CLUSTER INFO")["cluster_state"] == "ok")
    return f"rediss+cluster://:games@{HOST}:{port}?"


def _watched(encrypted: Encrypted) -> str:
    primary = encrypted.start(password="games")
    watching = f"monitor games {HOST} {primary} 1\nsentinel auth-pass games games"
    sentinel = encrypted.start("--sentinel", password="watching", tls_replication="yes", sentinel=watching)
    return f"rediss+sentinel://:games@{HOST}:{sentinel}/games/0?sentinel_password=watching&"


@pytest.mark.parametrize("store", [_cluster, _watched])
def test_games_are_played_and_requests_counted_over_tls(
    store: Callable[[Encrypted], str], encrypted: Encrypted, toy: None
) -> None:
    url = f"{store(encrypted)}ssl_ca_certs={encrypted.home / 'certificate.pem'}"
    given = {"REDIS_URL": url, "BROKER_URL": "amqp://nobody", "RATELIMIT_ADDRESS": "20 per day"}
    table = Table.full(create_app(load_settings(given)), "toy", 2)
    assert table.play(1, {"type": "draw"}, 0).status_code == 200
    with Hub(table.context.store, ListenerQuotas(1, 1, 1)).game_channel(table.id, HERE):
        assert table.game()["version"] == 1
    assert table.context.store.client.keys("LIMITS*")
