"""A store per test process, the application on it, and real servers where a test needs one."""

from __future__ import annotations

import contextlib
import functools
import os
import random
import shutil
import subprocess
import tempfile
import types
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import redis
from flask import Flask

from service.api.app import create_app
from service.core import logs
from service.core.settings import load_settings
from service.games.registry import RULEBOOKS
from service.serve.embedded_redis import store_command
from service.store.games import repository
from service.store.jobs.outbox import PendingJob
from service.usecases.accounts import tokens
from service.usecases.context import Context
from tests.processes import Server, StoreProcess, free_port, until
from tests.pushing import PUSH_KEY
from tests.slow import mark, order
from tests.toy import TOY

TESTS = Path(__file__).parent
QUIET = load_settings({"LOG_LEVEL": "warning", "LOG_FORMAT": "console"})


def _stores(path: Path) -> Iterator[str]:
    """The embedded one; a real Redis too for the store's own tests; the one at `REDIS_URL` for every test."""
    yield "embedded"
    if path.is_relative_to(TESTS / "store") and shutil.which("redis-server"):
        yield "redis-server"
    if os.environ.get("REDIS_URL"):
        yield "url"


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "store_url" in metafunc.fixturenames:
        stores = list(_stores(metafunc.definition.path))
        metafunc.parametrize("store_url", stores, indirect=True, scope="session")


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        mark(item)
    items.sort(key=order)


def _as_redis(command: list[str]) -> list[str]:
    return [str(shutil.which("redis-server")), *command[1:]]


def _worker_database(url: str) -> str:
    """Each test process gets a database of its own on a store that they share."""
    worker = os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw")
    return f"{url.rstrip('/').rsplit('/', 1)[0] if url.count('/') > 2 else url.rstrip('/')}/{10 + int(worker) % 5}"


@pytest.fixture(autouse=True)
def quiet_logs() -> None:
    """Warnings and worse alone."""
    logs.configure(QUIET)


@pytest.fixture(autouse=True)
def same_deal(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """The games that a test begins in its own process are dealt alike whenever it runs, lie in the same shards, and are
    played by the same chance; no two of them are the same.

    `DEALS` deals them otherwise, as in `tests/browser/seeded_games.py`.
    """
    chance = random.Random(f"{os.environ.get('DEALS', '')}/{request.node.nodeid}")
    random.seed(chance.random())
    monkeypatch.setattr(tokens, "new_seed", lambda: chance.randbytes(32))
    monkeypatch.setattr(repository, "secrets", types.SimpleNamespace(choice=chance.choice))


@pytest.fixture(scope="session")
def directory() -> Iterator[Path]:
    """Short, since the path of a socket may not be long."""
    path = Path(tempfile.mkdtemp(prefix="alm"))
    yield path
    shutil.rmtree(path)


@contextlib.contextmanager
def _running(kind: str, home: Path) -> Iterator[str]:
    """As `_stores` says."""
    home.mkdir()
    command = store_command(home / "s", home, durable=False)
    command = _as_redis(command) if kind == "redis-server" else command
    process = subprocess.Popen(command, cwd=home, stdout=subprocess.DEVNULL)
    url = f"unix://{home}/s"
    until(lambda: (home / "s").exists() and redis.Redis.from_url(url).ping())
    yield url
    process.terminate()
    process.wait()


@pytest.fixture(scope="session")
def url_of_a_store(directory: Path) -> Iterator[Callable[[str], str]]:
    """Each is started when it is asked for first, and runs until the end."""
    with contextlib.ExitStack() as running:

        @functools.cache
        def url(kind: str) -> str:
            return running.enter_context(_running(kind, directory / kind))

        yield url


@pytest.fixture(scope="session")
def store_url(request: pytest.FixtureRequest, url_of_a_store: Callable[[str], str]) -> str:
    return _worker_database(os.environ["REDIS_URL"]) if request.param == "url" else url_of_a_store(request.param)


def _environment(store_url: str) -> dict[str, str]:
    return {"REDIS_URL": store_url, "RATELIMIT_ENABLED": "false", "LOG_FORMAT": "json"}


@pytest.fixture(scope="session")
def environment(store_url: str) -> dict[str, str]:
    return _environment(store_url)


@pytest.fixture(scope="session")
def shared_wakeups() -> list[PendingJob]:
    return []


@pytest.fixture(scope="session")
def app_on(shared_wakeups: list[PendingJob]) -> Callable[[str], Flask]:
    """One application for each store."""

    @functools.cache
    def app(store_url: str) -> Flask:
        return create_app(load_settings(_environment(store_url)), shared_wakeups.append)

    return app


@pytest.fixture(scope="session")
def shared_app(store_url: str, app_on: Callable[[str], Flask]) -> Flask:
    return app_on(store_url)


@pytest.fixture
def wakeups(shared_wakeups: list[PendingJob]) -> list[PendingJob]:
    """Jobs for which the app woke workers."""
    shared_wakeups.clear()
    return shared_wakeups


@pytest.fixture
def app(shared_app: Flask, wakeups: list[PendingJob], monkeypatch: pytest.MonkeyPatch) -> Flask:
    """The application on an empty store; whatever the test sets of its context is set back afterwards."""
    monkeypatch.setitem(shared_app.extensions, "context", shared_app.extensions["context"])
    shared_app.extensions["context"].store.client.flushdb()
    return shared_app


@pytest.fixture
def make_app(environment: dict[str, str]) -> Callable[..., Flask]:
    """An application with settings of its own."""

    def make(**variables: str) -> Flask:
        made = create_app(load_settings({**environment, **variables}))
        made.extensions["context"].store.client.flushdb()
        return made

    return make


@pytest.fixture
def context(app: Flask) -> Context:
    found: Context = app.extensions["context"]
    return found


@pytest.fixture
def toy(monkeypatch: pytest.MonkeyPatch) -> None:
    """The toy rulebook is known while the test runs."""
    monkeypatch.setitem(RULEBOOKS, "toy", TOY)


@contextlib.contextmanager
def running_store(*options: str) -> Iterator[StoreProcess]:
    home = Path(tempfile.mkdtemp(prefix="alm"))
    store = StoreProcess(home, *options)
    store.start()
    yield store
    store.kill()
    shutil.rmtree(home)


@pytest.fixture
def store_process() -> Iterator[StoreProcess]:
    """A durable store that can be killed and started again."""
    with running_store() as store:
        yield store


@pytest.fixture
def clustered() -> Iterator[StoreProcess]:
    """A store in cluster mode, which refuses whatever reaches over slots. Its bus needs a port."""
    with running_store(
        "--cluster-enabled", "yes", "--port", str(free_port()), "--cluster-port", str(free_port())
    ) as store:
        yield store


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    """The API in processes of its own, on a durable store of its own."""
    with running_store() as store:
        served = Server(store.url, PUSH_KEY=PUSH_KEY)
        served.start()
        yield served
        served.stop()
