"""`almagest serve`: everything in one command, and everything gone when it ends."""

from __future__ import annotations

import re
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import psutil
import pytest
import requests

from tests.service.processes import HOST, ROOT, free_port, until

WISH = {"rulebook": "astra", "seats": [{"kind": "human"}, {"kind": "human"}]}


class Serving:
    """A running `almagest serve`."""

    def __init__(self, data: Path) -> None:
        self.port = free_port()
        self.url = f"http://{HOST}:{self.port}"
        command = [sys.executable, "-m", "service", "serve", "--port", str(self.port), "--data-dir", str(data)]
        self.process = subprocess.Popen(
            command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, start_new_session=True
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
        said, _ = self.process.communicate(timeout=60)
        return said


@pytest.fixture
def serve() -> Iterator[Callable[[Path], Serving]]:
    """Starts `almagest serve`; what is still running after the test is ended."""
    started: list[Serving] = []

    def start(data: Path) -> Serving:
        started.append(Serving(data))
        return started[-1]

    yield start
    for serving in started:
        if serving.process.poll() is None:
            serving.end(signal.SIGKILL)


@pytest.fixture
def data() -> Iterator[Path]:
    with tempfile.TemporaryDirectory(prefix="alm") as directory:
        yield Path(directory) / "data"


def test_it_says_where_it_is_ends_cleanly_and_finds_its_games_again(
    serve: Callable[[Path], Serving], data: Path
) -> None:
    """In a folder whose path is longer than a socket's may be."""
    far = data / ("long" * 30)
    first = serve(far)
    said = "".join(first.wait())
    assert f"http://{HOST}:{first.port}" in said
    assert str(far.resolve()) in said
    made = requests.post(f"{first.url}/v1/games", json=WISH, timeout=30).json()
    family = first.family()
    assert len(family) >= 4
    last_words = first.end(signal.SIGINT)
    assert "games are kept" in last_words
    assert not re.search("Traceback|ERROR", said + last_words)
    assert first.process.returncode == 0
    assert [process for process in family if process.is_running()] == []
    second = serve(far)
    second.wait()
    found = requests.get(f"{second.url}/v1/games/{made['game']['id']}", timeout=30)
    assert found.status_code == 200
    second.end(signal.SIGTERM)
    assert second.process.returncode == 0


def _complaint(*options: str) -> str:
    command = [sys.executable, "-m", "service", "serve", *options]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 2
    return done.stderr


def test_what_is_killed_is_started_again_and_nothing_outlives_it(serve: Callable[[Path], Serving], data: Path) -> None:
    data = data / "my games #1 %20?"
    serving = serve(data)
    serving.wait()
    assert str(serving.port) in _complaint("--port", str(serving.port), "--data-dir", str(data.parent / "other"))
    assert "in use" in _complaint("--port", str(free_port()), "--data-dir", str(data))
    made = requests.post(f"{serving.url}/v1/games", json=WISH, timeout=30).json()
    path = f"{serving.url}/v1/games/{made['game']['id']}"
    for child in psutil.Process(serving.process.pid).children():
        child.kill()
    until(lambda: requests.get(path, timeout=5).status_code == 200, 60)
    family = serving.family()
    serving.end(signal.SIGKILL)
    until(lambda: not [process for process in family if process.is_running()], 60)
