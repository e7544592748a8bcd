"""`make bench-peers`: what a move costs that both players are shown, on Almagest and on boardgame.io's own server.

Tables of two people with live streams, and one table with many spectators. Both servers keep every move in the same
durable Redis, and take turns in slices, so that both meet the same machine; a ratio is ours by theirs of one turn.
Prints JSON: processor time per move of each server, when the last at a table has seen a move, and the ratios.
"""

from __future__ import annotations

import argparse
import itertools
import json
import os
import platform
import shutil
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import psutil

from service.core.python_build import speed_hint
from tests.bench.bench_table import processor_seconds
from tests.bench.bench_waiting import stolen
from tests.bench.crowd import ROOM_FOR_ALL
from tests.chaos.family import Family
from tests.processes import ROOT

Json = dict[str, Any]
HERE = Path(__file__).parent
THEIRS = "boardgame.io"
RULEBOOKS = ("astra", "nebula", "distant_suns")
PROCESSES = (1, 2)
SPECTATORS = (50, 500)
ANSWER = "?include=moves,score"
"""What the mover's page asks for; the streams have all of it."""
COUNTED = {
    **ROOM_FOR_ALL,
    "RATELIMIT_ENABLED": "true",
    **dict.fromkeys(("RATELIMIT_TOKEN", "RATELIMIT_ADDRESS", "RATELIMIT_CREATE"), "1000000 per minute"),
}
"""Limits are counted as by default; all of these people come from one address, which is allowed more."""
RATIOS = ("server_ms_per_move", "last_hears_ms")
WARM_UP = 1
"""Turns that do not count: until Node has compiled what runs often, its server costs half as much again."""
MISSING = 3
"""The exit code where Node or its packages are missing."""


def what_is_missing() -> str:
    """What has to be installed first; empty if nothing is."""
    if shutil.which("node") is None:
        return "Node is not here: install Node 18 or newer (Debian: `apt-get install nodejs npm`), then its packages."
    if not (HERE / "node_modules" / THEIRS).is_dir():
        return f"Node's packages are not here: run `npm ci --prefix {HERE.relative_to(ROOT)}`."
    return ""


class Slice:
    """How many tables, spectators and seconds."""

    def __init__(self, tables: int, spectators: int, seconds: float) -> None:
        self.tables, self.spectators, self.seconds = tables, spectators, seconds
        self.games = 1 + round(seconds)
        """Made for each table before the clock starts: more than are played."""

    def words(self) -> Json:
        return vars(self)


def _play(command: Sequence[str], pid: int) -> Json:
    """Run people, and measure the server from their first move to their last."""
    node = {**os.environ, "NODE_ENV": "production"}
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=ROOT, env=node
    ) as people:
        assert people.stdin
        assert people.stdout
        assert people.stdout.readline() == "ready\n"
        before = processor_seconds(pid)
        people.stdin.write("go\n")
        people.stdin.flush()
        counted = json.loads(people.stdout.readline())
        spent = processor_seconds(pid) - before
    return {
        "moves_per_second": counted["moves"] / counted["took"],
        "server_ms_per_move": 1000 * spent / counted["moves"],
        "last_hears_ms": 1000 * counted["last"],
    }


def ours(family: Family, rulebook: str, wanted: Slice, seed: int) -> Json:
    command = [sys.executable, "-m", "tests.bench.people", family.url]
    given = {**wanted.words(), "rulebook": rulebook, "answer": ANSWER, "seed": seed}
    return _play([*command, *(f"--{name}={value}" for name, value in given.items())], family.api.pid)


class Peer:
    """boardgame.io's server."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        assert process.stdout
        self._pid, self._ports = process.pid, json.loads(process.stdout.readline())

    def measure(self, wanted: Slice) -> Json:
        return _play(["node", str(HERE / "players.js"), json.dumps({**self._ports, **wanted.words()})], self._pid)


@contextmanager
def serving(processes: int) -> Iterator[tuple[Family, Peer]]:
    """Both servers on one store."""
    with tempfile.TemporaryDirectory(prefix="alm") as home:
        given = {**COUNTED, "API_WORKERS": str(processes), "LIMITS_URL": f"unix://{home}/broker"}
        family = Family(Path(home), 1, (), **given)
        family.start()
        command = ["node", str(HERE / "server.js"), f"{home}/games"]
        node = {**os.environ, "NODE_ENV": "production"}
        try:
            with subprocess.Popen(
                command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=node
            ) as process:
                yield family, Peer(process)
                assert process.stdin
                process.stdin.close()
        finally:
            family.kill()


def _summary(found: Sequence[float]) -> Json:
    return {"median": round(statistics.median(found), 2), "from": round(min(found), 2), "to": round(max(found), 2)}


def _row(name: str, turns: list[Json], theirs: list[Json]) -> Json:
    """The figures of a server, and its ratios to the other's slice of the same turn."""
    cold, warm = turns[0], turns[WARM_UP:]
    row: Json = {figure: _summary([turn[figure] for turn in warm]) for figure in cold}
    row["cold_ms_per_move"] = round(cold["server_ms_per_move"], 2)
    if name != THEIRS:
        pairs = list(zip(warm, theirs[WARM_UP:], strict=True))
        row["ratio"] = {figure: _summary([our[figure] / their[figure] for our, their in pairs]) for figure in RATIOS}
    return row


def compared(
    servers: tuple[Family, Peer], rulebooks: Sequence[str], wanted: Slice, slices: int, seeds: Iterator[int]
) -> Json:
    family, peer = servers
    turns: dict[str, list[Json]] = {name: [] for name in (THEIRS, *rulebooks)}
    for _ in range(WARM_UP + slices):
        for name, found in turns.items():
            found.append(peer.measure(wanted) if name == THEIRS else ours(family, name, wanted, next(seeds)))
            print(name, wanted.words(), found[-1], file=sys.stderr, flush=True)
    return {name: _row(name, found, turns[THEIRS]) for name, found in turns.items()}


def measure(tables: int, seconds: float, slices: int, processes: Sequence[int], spectators: Sequence[int]) -> Json:
    seeds, processor, found = itertools.count(1, 10_000), psutil.cpu_times(), {}
    for number in processes:
        with serving(number) as servers:
            name = f"{tables} tables of two, API processes: {number}"
            found[name] = compared(servers, RULEBOOKS, Slice(tables, 0, seconds), slices, seeds)
    with serving(processes[0]) as servers:
        for number in spectators:
            name = f"one table, spectators: {number}"
            found[name] = compared(servers, RULEBOOKS[:1], Slice(1, number, seconds), slices, seeds)
    return {**found, "python": platform.python_version(), "stolen_percent": stolen(processor, psutil.cpu_times())}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=16)
    parser.add_argument("--seconds", type=float, default=4, help="of a slice")
    parser.add_argument("--slices", type=int, default=5, help="of each server")
    parser.add_argument("--processes", type=int, nargs="*", default=PROCESSES, help="of the API")
    parser.add_argument("--spectators", type=int, nargs="*", default=SPECTATORS)
    options = parser.parse_args()
    for line in filter(None, (speed_hint(), missing := what_is_missing())):
        print(line, file=sys.stderr)
    if missing:
        return MISSING
    found = measure(options.tables, options.seconds, options.slices, options.processes, options.spectators)
    print(json.dumps(found, indent=1))
    return 0


if __name__ == "__main__":
    sys.exit(main())
