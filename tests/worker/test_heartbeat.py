"""A worker touches its heartbeat while both of its threads of life run: the sweeper, and Celery's consumer."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.processes import HUNG, ROOT, StoreProcess, until


@pytest.fixture
def home() -> Iterator[Path]:
    """Short: names of sockets are."""
    with tempfile.TemporaryDirectory(prefix="alm") as folder:
        yield Path(folder)


def _running(home: Path) -> Iterator[StoreProcess]:
    home.mkdir()
    process = StoreProcess(home)
    process.start()
    yield process
    process.kill()


@pytest.fixture
def store(home: Path) -> Iterator[StoreProcess]:
    yield from _running(home / "store")


@pytest.fixture
def broker(home: Path) -> Iterator[StoreProcess]:
    yield from _running(home / "broker")


@pytest.fixture
def beat(home: Path, store: StoreProcess, broker: StoreProcess) -> Iterator[Path]:
    """The heartbeat of a worker that hangs while a file is there."""
    found = home / "beat"
    command = [sys.executable, "-m", "tests.worker.hanging_worker", str(found)]
    urls = {"REDIS_URL": store.url, "BROKER_URL": broker.url}
    with (home / "log").open("w") as log:
        process = subprocess.Popen(command, cwd=ROOT, env={**os.environ, **urls}, stdout=log, stderr=log)
    until(found.exists)
    yield found
    process.terminate()
    assert process.wait(HUNG) == 0


def _comes_again(beat: Path) -> None:
    beat.unlink(missing_ok=True)
    until(beat.exists)


def test_a_consumer_that_hangs_is_missed_only_while_the_broker_answers(beat: Path, broker: StoreProcess) -> None:
    hang, log = beat.with_suffix(".hang"), beat.with_name("log")
    _comes_again(beat)
    hang.touch()
    until(lambda: "consumer_hangs" in log.read_text())
    beat.unlink()
    with pytest.raises(TimeoutError):
        until(beat.exists, 2)
    broker.kill()
    until(beat.exists)
    hang.unlink()
    broker.start()
    _comes_again(beat)
