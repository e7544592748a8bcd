"""Processes for tests: started, killed, started again. Waiting is for conditions, never for a time."""

from __future__ import annotations

import os
import random
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import psutil
import redis
import requests

from service.serving import store_command

ROOT = Path(__file__).parents[2]
HOST = "127.0.0.1"


def until(condition: Callable[[], Any], seconds: float = 20.0) -> None:
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
    """A free port below those that the system gives to clients."""
    for port in random.sample(range(12_000, 30_000), 100):
        with socket.socket() as probe:
            try:
                probe.bind((HOST, port))
            except OSError:
                continue
            return port
    raise OSError("no free port")


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
        self.environment = {"REDIS_URL": store_url, "RATELIMIT_ENABLED": "false", "LOG_LEVEL": "warning", **variables}
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        command = [sys.executable, "-m", "service", "api", "--port", str(self.port)]
        self._process = subprocess.Popen(
            command, env={**os.environ, **self.environment}, cwd=ROOT, start_new_session=True, stderr=subprocess.PIPE
        )
        until(lambda: requests.get(f"{self.url}/healthz", timeout=5).ok, 60)

    def workers(self) -> list[psutil.Process]:
        """The processes that answer."""
        return psutil.Process(self._process.pid).children() if self._process else []

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
        self._process.wait(20)
        self._process.stderr.close()
        self._process = None
