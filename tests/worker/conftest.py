"""A context on the store with a clock that tests set, and whole families of processes."""

from __future__ import annotations

import shutil
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
import structlog

from service.core.settings import load_settings
from service.store.games.repository import GameStore
from service.store.jobs.outbox import PendingJob
from service.usecases.context import Context
from tests.chaos.family import Family
from tests.processes import free_port
from worker import turns

METRICS_PORT = free_port()


class Clock:
    """Stands still, however long a busy machine takes, and is moved by tests."""

    def __init__(self) -> None:
        self._now = time.time_ns() // 1_000_000

    def __call__(self) -> int:
        return self._now

    def advance(self, seconds: float) -> None:
        self._now += round(seconds * 1000)


@pytest.fixture
def one_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """A worker's batch is over after one move."""
    monkeypatch.setattr(turns, "BATCH_SECONDS", {"person": 0, "nobody": 0})


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def wakeups() -> list[PendingJob]:
    return []


@pytest.fixture
def context(store_url: str, clock: Clock, wakeups: list[PendingJob]) -> Context:
    store = GameStore(store_url)
    store.client.flushdb()
    return Context(store, load_settings({"REDIS_URL": store_url}), wakeups.append, clock)


@pytest.fixture
def family_settings() -> dict[str, str]:
    """What a test's own family has otherwise."""
    return {}


@pytest.fixture
def family(family_settings: dict[str, str]) -> Iterator[Family]:
    """Store, broker, API and worker; what the worker logs is in `family.workers[0].log`."""
    home = Path(tempfile.mkdtemp(prefix="alm"))
    made = Family(home, 1, ("--metrics-port", str(METRICS_PORT)), LOG_LEVEL="info", **family_settings)
    made.start()
    yield made
    made.kill()
    shutil.rmtree(home)


@pytest.fixture
def lines() -> Iterator[list[structlog.typing.EventDict]]:
    """What is logged meanwhile, whatever an earlier test of this process has configured."""
    before = structlog.get_config()
    structlog.reset_defaults()
    with structlog.testing.capture_logs() as captured:
        yield captured
    structlog.configure(**before)
