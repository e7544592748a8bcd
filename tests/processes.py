"""Processes for tests: started, killed, started again. Waiting is for conditions, never for a time."""

from __future__ import annotations

import contextlib
import os
import random
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import psutil
import redis
import requests

from service.serve.embedded_redis import store_command

ROOT = Path(__file__).parents[1]
HOST = "127.0.0.1"
HUNG = 600.0
"""After so many seconds something hangs. For nothing else: no test passes or fails by how busy the machine is."""
_WORKER = int(os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw"))
_PORTS = iter(random.sample(range(12_000 + _WORKER % 6 * 3_000, 15_000 + _WORKER % 6 * 3_000), 3_000))
"""Below those that the system gives to clients; each process that tests has its own, and gives none out twice."""


def until(condition: Callable[[], Any], seconds: float = HUNG) -> None:
    """Wait until the condition holds; errors count as not yet."""
    end = time.monotonic() + seconds
    while True:
        try:
            if condition():
                return
        except (OSError, redis.RedisError, requests.RequestException):
            pass
        if time.monotonic() > end:
            raise TimeoutError("the condition did not come true")
        time.sleep(0.02)


def free_port() -> int:
    for port in _PORTS:
        with socket.socket() as probe:
            try:
                probe.bind((HOST, port))
            except OSError:
                continue
            return port
    raise OSError("no free port")


def everything(client: redis.Redis) -> bytes:
    """All that a store has, key by key. Nothing is compressed by the store, so that what is looked for is found where
    it is; some keys go by themselves meanwhile."""
    usual = str(client.config_get("rdbcompression")["rdbcompression"])
    client.config_set("rdbcompression", "no")
    try:
        return b"".join(key + (client.dump(key) or b"") for key in client.scan_iter())
    finally:
        client.config_set("rdbcompression", usual)


class StoreProcess:
    """A durable store in a process of its own."""

    def __init__(self, home: Path, *options: str) -> None:
        self.home = home
        self.url = f"unix://{home}/s"
        self._options = options
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        self.start_without_waiting()
        until(lambda: redis.Redis.from_url(self.url).ping())

    def start_without_waiting(self) -> None:
        command = [*store_command(self.home / "s", self.home, durable=True), *self._options]
        self._process = subprocess.Popen(command, cwd=self.home, stdout=subprocess.DEVNULL)

    @contextlib.contextmanager
    def asleep(self) -> Iterator[None]:
        """It takes connections and answers nothing."""
        assert self._process
        self._process.send_signal(signal.SIGSTOP)
        try:
            yield
        finally:
            self._process.send_signal(signal.SIGCONT)

    def kill(self) -> None:
        """As kill -9 does."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()
        (self.home / "s").unlink(missing_ok=True)


class Server:
    """The API, served as `almagest api` serves it."""

    def __init__(self, store_url: str, **variables: str) -> None:
        self.port = free_port()
        self.url = f"http://{HOST}:{self.port}"
        unlimited = {"RATELIMIT_ENABLED": "false", "RUNNING_GAMES_ADDRESS": "0"}
        self.environment = {"REDIS_URL": store_url, **unlimited, "LOG_LEVEL": "warning", **variables}
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def command(self) -> list[str]:
        return [sys.executable, "-m", "service.cli", "api", "--port", str(self.port)]

    def start(self) -> None:
        self._process = subprocess.Popen(
            self.command,
            env={**os.environ, **self.environment},
            cwd=ROOT,
            start_new_session=True,
            stderr=subprocess.PIPE,
        )
        until(lambda: requests.get(f"{self.url}/healthz", timeout=5).ok)

    def workers(self) -> list[psutil.Process]:
        """The processes that answer."""
        return psutil.Process(self._process.pid).children() if self._process else []

    def said(self) -> str:
        """What it has written to the terminal so far."""
        assert self._process
        assert self._process.stderr
        os.set_blocking(self._process.stderr.fileno(), False)
        return (self._process.stderr.read() or b"").decode()

    def kill(self) -> None:
        """All processes of the API at once, as kill -9 does."""
        if self._process is not None:
            os.killpg(self._process.pid, signal.SIGKILL)
            self._end()

    def stop(self) -> None:
        if self._process is not None:
            self._process.terminate()
            self._end()

    def _end(self) -> None:
        assert self._process
        assert self._process.stderr
        self._process.wait(HUNG)
        self._process.stderr.close()
        self._process = None
