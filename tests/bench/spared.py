"""What is spared around the store, this tree against another commit: real processes of both, one after the other.

A worker that has nothing to do is counted by the store's commands; a process that is told of a move to which nobody
there listens, by its processor time.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import psutil
import redis
import requests

from tests.processes import HOST, StoreProcess, free_port, until

LOBBIES = 100
IDLE_SECONDS = 20.0
SETTLED_SECONDS = 10.0
"""After so long a worker has done what it does at its start."""
TOLD = 20_000
GAME = {"rulebook": "astra", "seats": [{"kind": "human", "name": "A"}, {"kind": "human", "name": "B"}]}


def _command(tree: Path, *words: str) -> list[str]:
    """The first version had its commands elsewhere."""
    module = "service.cli" if (tree / "service/cli/__main__.py").exists() else "service"
    return [sys.executable, "-m", module, *words]


@contextmanager
def _running(tree: Path, store: StoreProcess, *words: str) -> Iterator[psutil.Process]:
    variables = {"REDIS_URL": store.url, "RATELIMIT_ENABLED": "false", "LOG_LEVEL": "error", "API_WORKERS": "1"}
    environment = {**os.environ, **variables, "PYTHONPATH": str(tree)}
    process = subprocess.Popen(_command(tree, *words), cwd=tree, env=environment, stderr=subprocess.DEVNULL)
    try:
        yield psutil.Process(process.pid)
    finally:
        process.terminate()
        process.wait()


@contextmanager
def _serving(tree: Path, store: StoreProcess) -> Iterator[tuple[str, psutil.Process]]:
    port = free_port()
    url = f"http://{HOST}:{port}"
    with _running(tree, store, "api", "--port", str(port)) as process:
        until(lambda: requests.get(f"{url}/healthz", timeout=5).ok)
        yield url, process


@contextmanager
def _stored() -> Iterator[tuple[StoreProcess, Any]]:
    with tempfile.TemporaryDirectory(prefix="alm") as home:
        store = StoreProcess(Path(home))
        store.start()
        try:
            yield store, redis.Redis.from_url(store.url)
        finally:
            store.kill()


def _create(url: str) -> str:
    made = requests.post(f"{url}/v1/games", json=GAME, timeout=60)
    assert made.status_code == 201, made.text
    return f"{url}/v1/games/{made.json()['game']['id']}"


def _commands(client: Any) -> int:
    """Those inside of scripts included."""
    return int(client.info("stats")["total_commands_processed"])


def idle_commands(tree: Path) -> float:
    """In a second, of a worker to which nobody gives anything to do; lobbies are in every shard."""
    with _stored() as (store, client):
        with _serving(tree, store) as (url, _):
            for _ in range(LOBBIES):
                _create(url)
        with _running(tree, store, "worker"):
            before = _commands(client)
            until(lambda: _commands(client) > before + LOBBIES)
            time.sleep(SETTLED_SECONDS)
            before, began = _commands(client), time.monotonic()
            time.sleep(IDLE_SECONDS)
            return round((_commands(client) - before - 1) / (time.monotonic() - began), 1)


def _told_of(client: Any, game: str) -> tuple[bytes, bytes]:
    """What everybody is told when somebody sits down: channel and message."""
    ear = client.pubsub()
    ear.psubscribe("*")
    assert requests.post(f"{game}/seats", json={"name": "B"}, timeout=60).status_code == 201
    while True:
        message = ear.get_message(timeout=60)
        if message and message["type"] == "pmessage":
            ear.close()
            return message["channel"], message["data"]


def _tell(client: Any, channel: bytes, message: bytes) -> None:
    with client.pipeline(transaction=False) as pipe:
        for _ in range(1000):
            pipe.publish(channel, message)
        pipe.execute()


def unheard_microseconds(tree: Path) -> float:
    """What a process spends on a change of a game to which nobody there listens, while somebody listens to another."""
    with _stored() as (store, client), _serving(tree, store) as (url, api), ThreadPoolExecutor(1) as pool:
        heard, unheard = _create(url), _create(url)
        waiting = pool.submit(requests.get, f"{heard}/events?after=0&wait=25", timeout=600)
        until(lambda: client.execute_command("PUBSUB", "CHANNELS") or client.pubsub_numpat())
        channel, message = _told_of(client, unheard)
        (worker,) = api.children()
        before = sum(worker.cpu_times()[:2])
        for _ in range(TOLD // 1000):
            _tell(client, channel, message)
        waiting.result()
        return round(1e6 * (sum(worker.cpu_times()[:2]) - before) / TOLD, 1)


def measured(tree: Path) -> dict[str, float]:
    return {
        "commands of an idle worker in a second": idle_commands(tree),
        "µs of a process per move that nobody there listens to": unheard_microseconds(tree),
    }
