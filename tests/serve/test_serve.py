"""`almagest serve`: everything in one command, and everything gone when it ends."""

from __future__ import annotations

import contextlib
import os
import re
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import psutil
import pytest
import redis
import requests

from service.cli.admin import common
from service.serve import embedded_redis
from service.serve.embedded_redis import memory_for_games
from tests.processes import HOST, HUNG, ROOT, free_port, until


def _runs(process: psutil.Process) -> bool:
    """What has ended may still be listed, where nobody asks how it ended."""
    with contextlib.suppress(psutil.NoSuchProcess):
        return process.is_running() and process.status() != psutil.STATUS_ZOMBIE
    return False


METRICS_PORT = free_port()
WISH = {"rulebook": "astra", "seats": [{"kind": "human"}, {"kind": "human"}]}


class Serving:
    """A running `almagest serve`."""

    def __init__(self, data: Path, port: int = 0) -> None:
        self.port = port or free_port()
        self.url = f"http://{HOST}:{self.port}"
        command = [sys.executable, "-m", "service.cli", "serve", "--port", str(self.port), "--data-dir", str(data)]
        self.process = subprocess.Popen(
            command,
            cwd=ROOT,
            env={**os.environ, "METRICS_PORT": str(METRICS_PORT)},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            start_new_session=True,
        )

    def wait(self) -> list[str]:
        """What it says until it is ready."""
        assert self.process.stdout
        said = []
        for line in self.process.stdout:
            said.append(line)
            if "Ctrl-C" in line:
                return said
        raise AssertionError("".join(said))

    def family(self) -> list[psutil.Process]:
        return psutil.Process(self.process.pid).children(recursive=True)

    def end(self, how: signal.Signals) -> str:
        self.process.send_signal(how)
        said, _ = self.process.communicate(timeout=HUNG)
        return said


@pytest.fixture
def serve() -> Iterator[Callable[..., Serving]]:
    """Starts `almagest serve`; what is still running after the test is ended."""
    started: list[Serving] = []

    def start(data: Path, port: int = 0) -> Serving:
        started.append(Serving(data, port))
        return started[-1]

    yield start
    for serving in started:
        if serving.process.poll() is None:
            serving.end(signal.SIGKILL)


@pytest.fixture
def data() -> Iterator[Path]:
    with tempfile.TemporaryDirectory(prefix="alm") as directory:
        yield Path(directory) / "data"


def test_it_says_where_it_is_ends_cleanly_and_finds_its_games_again(serve: Callable[..., Serving], data: Path) -> None:
    """In a folder whose path is longer than a socket's may be."""
    far = data / ("long" * 30)
    first = serve(far)
    said = "".join(first.wait())
    assert f"http://{HOST}:{first.port}" in said
    assert str(far.resolve()) in said
    assert f"Metrics for Prometheus are at port {METRICS_PORT}" in said
    assert "almagest_requests_total" in requests.get(f"http://{HOST}:{METRICS_PORT}/metrics", timeout=HUNG).text
    assert requests.get(f"{first.url}/metrics", timeout=HUNG).status_code == 404
    made = requests.post(f"{first.url}/v1/games", json=WISH, timeout=HUNG).json()
    push_key = requests.get(f"{first.url}/v1/push", timeout=HUNG).json()
    assert {(far / name).stat().st_mode & 0o777 for name in ("push.key", "sockets", "games.log")} == {0o600}
    assert redis.Redis.from_url(common._store_urls(far)["REDIS_URL"]).ping()
    family = first.family()
    assert len(family) >= 4
    last_words = first.end(signal.SIGINT)
    assert "games are kept" in last_words
    assert not re.search("Traceback|ERROR", said + last_words)
    assert first.process.returncode == 0
    assert [process for process in family if _runs(process)] == []
    second = serve(far)
    second.wait()
    found = requests.get(f"{second.url}/v1/games/{made['game']['id']}", timeout=HUNG)
    assert found.status_code == 200
    assert requests.get(f"{second.url}/v1/push", timeout=HUNG).json() == push_key, "browsers have subscribed with it"
    second.end(signal.SIGTERM)
    assert second.process.returncode == 0


def _complaint(*options: str) -> str:
    command = [sys.executable, "-m", "service.cli", "serve", *options]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=HUNG, check=False)
    assert done.returncode == 2
    return done.stderr


def test_what_is_killed_is_started_again_and_nothing_outlives_it(serve: Callable[..., Serving], data: Path) -> None:
    data = data / "my games #1 %20?"
    serving = serve(data)
    serving.wait()
    assert str(serving.port) in _complaint("--port", str(serving.port), "--data-dir", str(data.parent / "other"))
    assert "in use" in _complaint("--port", str(free_port()), "--data-dir", str(data))
    store: Any = redis.Redis(unix_socket_path=str(data / "games.sock"))
    assert store.config_get("maxmemory") == {"maxmemory": str(memory_for_games())}
    made = requests.post(f"{serving.url}/v1/games", json=WISH, timeout=HUNG).json()
    path = f"{serving.url}/v1/games/{made['game']['id']}"
    for child in psutil.Process(serving.process.pid).children():
        child.kill()
    until(lambda: requests.get(path, timeout=5).status_code == 200)
    family = serving.family()
    serving.end(signal.SIGKILL)
    again = serve(data, serving.port)
    assert not re.search("Traceback|in use", "".join(again.wait()))
    assert [process for process in family if _runs(process)] == [], "the new one was not answered by the old"
    assert requests.get(path, timeout=HUNG).status_code == 200
    again.end(signal.SIGTERM)
    assert again.process.returncode == 0


def test_games_take_half_of_the_memory_of_the_machine_or_of_its_container(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A full store refuses what is new; without a limit the system would kill it, again after every start."""
    limit = tmp_path / "memory.max"
    monkeypatch.setattr(embedded_redis, "_CONTAINER_MEMORY", limit)
    whole = psutil.virtual_memory().total // 2
    assert memory_for_games() == whole
    limit.write_text("max\n")
    assert memory_for_games() == whole
    limit.write_text("1000000\n")
    assert memory_for_games() == 500_000
