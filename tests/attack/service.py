"""What every attack needs: a service as `almagest serve` runs it, clients of several addresses, figures as ratios."""

from __future__ import annotations

import contextlib
import http.client
import json
import os
import shutil
import signal
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from tests.processes import HOST, HUNG, ROOT, free_port, until

Json = dict[str, Any]
ATTACKER, PLAYER = "127.0.0.66", "127.0.0.7"
"""Addresses of this machine: the service tells their clients apart."""


class Service(NamedTuple):
    """A running service: where it is, its first process, and its folder."""

    url: str
    pid: int
    home: Path


@contextlib.contextmanager
def served(**variables: str) -> Iterator[str]:
    """The URL of a service with everything that belongs to it, on this machine."""
    with running(**variables) as service:
        yield service.url


@contextlib.contextmanager
def running(**variables: str) -> Iterator[Service]:
    """A service with everything that belongs to it, on this machine."""
    home, port = Path(tempfile.mkdtemp(prefix="attack")), free_port()
    url = f"http://{HOST}:{port}"
    command = [sys.executable, "-m", "service.cli", "serve", "--port", str(port), "--data-dir", str(home)]
    process = subprocess.Popen(command, env={**os.environ, **variables}, cwd=ROOT, stdout=subprocess.DEVNULL)
    try:
        until(lambda: Client(url, PLAYER).status("GET", "/readyz") == 200)
        yield Service(url, process.pid, home)
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(HUNG)
        shutil.rmtree(home)


class Client:
    """A connection that is kept open, from an address of this machine."""

    def __init__(self, url: str, address: str) -> None:
        place = urlsplit(url)
        self._connection = http.client.HTTPConnection(
            str(place.hostname), place.port, timeout=HUNG, source_address=(address, 0)
        )

    def __del__(self) -> None:
        self._connection.close()

    def answer(self, method: str, path: str, body: Any, headers: dict[str, str]) -> tuple[int, bytes]:
        """The status and the body; bytes are sent as they are."""
        data = body if body is None or isinstance(body, bytes) else json.dumps(body)
        self._connection.request(method, path, data, {"Content-Type": "application/json", **headers})
        answer = self._connection.getresponse()
        return answer.status, answer.read()

    def status(self, method: str, path: str, body: Any = None, **headers: str) -> int:
        return self.answer(method, path, body, headers)[0]

    def __call__(self, method: str, path: str, body: Any = None, **headers: str) -> Json:
        status, data = self.answer(method, path, body, headers)
        found: Json = json.loads(data)
        assert status < 300, found
        return found


def spread(milliseconds: Sequence[float]) -> Json:
    ordered = sorted(milliseconds)
    return {"p50": round(statistics.median(ordered), 1), "max": round(ordered[-1], 1), "count": len(ordered)}


def compared(before: Sequence[float], during: Sequence[float]) -> Json:
    """How many times as long it took during the attack: the median of each."""
    ratio = statistics.median(during) / statistics.median(before)
    return {"before_ms": spread(before), "during_ms": spread(during), "ratio": round(ratio, 2)}
