"""A whole server for tests: `almagest serve` in a directory of its own."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import psutil

from service import serving

HOST = "127.0.0.1"
READY_SECONDS = 40.0
QUIET = {"RATELIMIT_ENABLED": "false", "API_WORKERS": "1", "LOG_LEVEL": "error", "LOG_FORMAT": "json"}


def free_port() -> int:
    while serving.is_taken(HOST, port := random.randrange(20_000, 32_000)):
        pass
    return port


class Server:
    """Store, API and worker, each a process."""

    def __init__(self, directory: Path) -> None:
        self.directory = directory
        self.port = free_port()
        self.url = f"http://{HOST}:{self.port}"
        self._process: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> Server:
        command = [sys.executable, "-m", "service", "serve", "--port", str(self.port)]
        with (self.directory / "log").open("ab") as log:
            self._process = subprocess.Popen(
                [*command, "--data-dir", str(self.directory / "data")],
                env={**os.environ, **QUIET},
                stdout=log,
                stderr=log,
            )
        try:
            self.wait_until_ready()
        except AssertionError:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        assert self._process
        self._process.send_signal(signal.SIGTERM)
        self._process.wait(30)

    def wait_until_ready(self) -> None:
        until = time.monotonic() + READY_SECONDS
        while not serving.answers(HOST, self.port):
            assert time.monotonic() < until, (self.directory / "log").read_text()
            time.sleep(0.05)

    def kill_api(self) -> None:
        """At once, as kill -9 does; whoever keeps the house starts it again."""
        assert self._process
        for child in psutil.Process(self._process.pid).children():
            if "gunicorn" in child.cmdline():
                child.kill()
                child.wait(20)
                return
        raise AssertionError("no API is running")
