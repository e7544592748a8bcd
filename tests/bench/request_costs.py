"""Processor time per request, this tree against another commit: one API process of each, on a store of its own.

Both are asked in turn, in short slices; a figure is the median of the ratios of neighbours, below 1 where this tree
takes less. Limits are counted, but never reached. Redis is not in it.
"""

from __future__ import annotations

import contextlib
import itertools
import json
import os
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import psutil
import requests

from tests.bench import load
from tests.processes import HOST, ROOT, StoreProcess, free_port, until

LISTED, MOVES, SLICES, SECONDS, CONNECTIONS = 100, 6, 9, 0.5, 4
MANY = "1000000 per 10 seconds"
VARIABLES = {
    "API_WORKERS": "1",
    "LOG_LEVEL": "warning",
    "RATELIMIT_TOKEN": MANY,
    "RATELIMIT_ADDRESS": MANY,
    "RATELIMIT_CREATE": MANY,
    "RUNNING_GAMES_ADDRESS": "0",
}
GAME = {"rulebook": "astra", "seats": [{"kind": "human", "name": "A"}, {"kind": "human", "name": "B"}]}


class Server(NamedTuple):
    """A running API, its processes, and what it is asked."""

    port: int
    process: psutil.Process
    asked: dict[str, bytes]

    def used(self) -> float:
        family = [self.process, *self.process.children(recursive=True)]
        return float(sum(sum(each.cpu_times()[:2]) for each in family))

    def milliseconds(self, what: str) -> float:
        """What one request takes, over a slice."""
        before = self.used()
        found = load.run(HOST, self.port, [itertools.repeat(self.asked[what])] * CONNECTIONS, SECONDS)
        assert set(found.statuses) <= {200, 201}, found
        return 1000 * (self.used() - before) / sum(found.statuses.values())


def _play(url: str, rulebook: str) -> tuple[str, str]:
    """A game of two in which some moves were played: its path, and the token of who decides."""
    seats = [{"kind": "human"}] * 2
    made = requests.post(f"{url}/v1/games", json={"rulebook": rulebook, "seats": seats}, timeout=60).json()
    path = f"/v1/games/{made['game']['id']}"
    other = requests.post(f"{url}{path}/seats", json={"name": "B"}, timeout=60).json()
    tokens = {1: made["token"], 2: other["token"]}
    for _ in range(MOVES):
        token, legal = _legal(url + path, tokens)
        headers = {"Authorization": f"Bearer {token}", "If-Match": f'"{legal["version"]}"'}
        requests.post(f"{url}{path}/moves", json=legal["moves"][0]["move"], headers=headers, timeout=60)
    return path, _legal(url + path, tokens)[0]


def _legal(url: str, tokens: dict[int, str]) -> tuple[str, Any]:
    seat = requests.get(url, timeout=60).json()["deciders"][0]
    return tokens[seat], requests.get(f"{url}/moves", headers=_shown(tokens[seat]), timeout=60).json()


def _shown(token: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {token}"}


def _prepare(url: str) -> dict[str, bytes]:
    for _ in range(LISTED):
        assert requests.post(f"{url}/v1/games", json=GAME, timeout=60).status_code == 201
    asked = {
        "list of 100 games": load.request("GET", "/v1/games?limit=100"),
        "create": load.request("POST", "/v1/games", json.dumps(GAME).encode()),
    }
    for rulebook in ("astra", "nebula", "distant_suns"):
        path, token = _play(url, rulebook)
        headers = [f"Authorization: Bearer {token}"]
        asked[f"{rulebook} game"] = load.request("GET", path, headers=headers)
        asked[f"{rulebook} moves"] = load.request("GET", f"{path}/moves", headers=headers)
    return asked


@contextlib.contextmanager
def _serving(tree: Path) -> Iterator[Server]:
    with tempfile.TemporaryDirectory(prefix="alm") as home:
        store, port = StoreProcess(Path(home)), free_port()
        store.start()
        environment = {**os.environ, **VARIABLES, "REDIS_URL": store.url, "PYTHONPATH": str(tree)}
        command = [sys.executable, "-m", "service.cli", "api", "--host", HOST, "--port", str(port)]
        process = subprocess.Popen(command, cwd=tree, env=environment, stderr=subprocess.DEVNULL)
        try:
            url = f"http://{HOST}:{port}"
            until(lambda: requests.get(f"{url}/healthz", timeout=5).ok)
            yield Server(port, psutil.Process(process.pid), _prepare(url))
        finally:
            process.terminate()
            process.wait()
            store.kill()


def compare(other: Path) -> dict[str, Any]:
    """A row per request: the median ratio with its spread, and milliseconds of both."""
    with _serving(ROOT) as ours, _serving(other) as theirs:
        return {what: _compare(what, ours, theirs) for what in ours.asked}


def _compare(what: str, ours: Server, theirs: Server) -> dict[str, Any]:
    pairs = [(ours.milliseconds(what), theirs.milliseconds(what)) for _ in range(SLICES)]
    ratios = [one / other for one, other in pairs]
    return {
        "ratio": round(statistics.median(ratios), 2),
        "from": round(min(ratios), 2),
        "to": round(max(ratios), 2),
        "ms": round(statistics.median(one for one, _ in pairs), 3),
        "ms_before": round(statistics.median(other for _, other in pairs), 3),
    }
