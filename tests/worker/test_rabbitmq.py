"""Hints go over any broker that Celery knows: here RabbitMQ, with a node, ports and files of its own."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import requests
from kombu.connection import Connection

from tests.chaos.family import Family
from tests.processes import HOST, HUNG, free_port, until

INSTALLED = shutil.which("rabbitmq-server")
BOTS = [{"kind": "bot", "level": "random"}] * 2

pytestmark = pytest.mark.skipif(not INSTALLED, reason="no RabbitMQ is installed")


def _environment(home: Path, port: int, register: int) -> dict[str, str]:
    """Nothing is shared with a RabbitMQ that runs on this machine, not even the register of nodes."""
    return {
        **os.environ,
        "HOME": str(home),
        "ERL_EPMD_PORT": str(register),
        "RABBITMQ_NODENAME": f"almagest{port}@localhost",
        "RABBITMQ_NODE_IP_ADDRESS": HOST,
        "RABBITMQ_NODE_PORT": str(port),
        "RABBITMQ_DIST_PORT": str(free_port()),
        "RABBITMQ_MNESIA_BASE": str(home / "data"),
        "RABBITMQ_LOG_BASE": str(home / "log"),
        "RABBITMQ_ENABLED_PLUGINS_FILE": str(home / "plugins"),
        "RABBITMQ_CONFIG_FILE": str(home / "config"),
        "RABBITMQ_SERVER_ADDITIONAL_ERL_ARGS": "+S 1:1 +sbwt none",
    }


def _is_up(url: str) -> bool:
    with Connection(url, connect_timeout=5) as connection:  # type: ignore[no-untyped-call]  # it has no annotations
        connection.connect()
    return True


@pytest.fixture
def rabbitmq() -> Iterator[str]:
    home, port, register = Path(tempfile.mkdtemp(prefix="alm")), free_port(), free_port()
    # Debian's command changes to a user of its own; the script beside it does not.
    command = Path(str(INSTALLED)).resolve().with_name("rabbitmq-server")
    names = subprocess.Popen(["epmd", "-port", str(register), "-address", HOST])
    server = subprocess.Popen(
        [str(command)], env=_environment(home, port, register), stdout=subprocess.DEVNULL, cwd=home
    )
    url = f"amqp://guest:guest@{HOST}:{port}//"
    try:
        until(lambda: _is_up(url))
        yield url
    finally:
        for process in (server, names):
            process.terminate()
            process.wait()
        shutil.rmtree(home)


def _waiting(url: str) -> int:
    """Hints that nobody has taken."""
    with Connection(url) as connection:  # type: ignore[no-untyped-call]  # likewise
        channel: Any = connection.default_channel
        return int(channel.queue_declare("bots", passive=True).message_count)


@pytest.fixture
def family(rabbitmq: str) -> Iterator[Family]:
    home = Path(tempfile.mkdtemp(prefix="alm"))
    made = Family(home, BROKER_URL=rabbitmq)
    yield made
    made.kill()
    shutil.rmtree(home)


def test_a_game_is_played_over_rabbitmq(family: Family, rabbitmq: str) -> None:
    """The hint waits in a queue there until the worker comes; requests are counted in the store meanwhile."""
    for process in (family.store, family.api):
        process.start()
        process.wait_until_up()
    wish = {"rulebook": "distant_suns", "seats": BOTS}
    made = requests.post(f"{family.url}/v1/games", json=wish, timeout=HUNG).json()
    until(lambda: _waiting(rabbitmq) == 1)
    (worker,) = family.workers
    worker.start()
    path = f"{family.url}/v1/games/{made['game']['id']}"
    until(lambda: requests.get(path, timeout=HUNG).json()["status"] == "finished")
    until(lambda: _waiting(rabbitmq) == 0)
    assert worker.stop() == 0
    assert "broker_away" not in family.api.log.read_text() + worker.log.read_text()
