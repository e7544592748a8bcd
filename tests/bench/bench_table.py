"""Tables of people who see every move: with frames, and in the old way, where every listener asks again.

Each client listens to a stream and draws view, moves and score after every move; the next move is played when all at
the table have drawn. Both ways, and moves to which nobody listens, meet the same server in alternating slices. Run it
as `python -m tests.bench.bench_table`; prints JSON with moves per second, requests and bytes per move and client, and
processor time per move of API, worker, store, and of the clients themselves (`people.py`).
"""

from __future__ import annotations

import argparse
import itertools
import json
import random
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import psutil

from service.core.settings import load_settings
from service.store.games.repository import GameStore
from service.usecases.context import Context
from tests.bench import load
from tests.bench.bench_service import plan
from tests.bench.bench_waiting import stolen
from tests.chaos.family import Family
from tests.processes import ROOT

Json = dict[str, Any]
SEEDS_OF_A_SLICE = 10_000
PREPARED = 100
"""Moves per connection and second, for those to whom nobody listens: more than can be played."""


def processor_seconds(pid: int) -> float:
    process = psutil.Process(pid)
    times = [each.cpu_times() for each in (process, *process.children(recursive=True))]
    return sum(time.user + time.system for time in times)


class Meter:
    """Processor time of the server's parts since it was made."""

    def __init__(self, family: Family) -> None:
        self._parts = {"api": family.api.pid, "worker": family.workers[0].pid, "store": family.store.pid}
        self._before = self._now()

    def _now(self) -> dict[str, float]:
        return {name: processor_seconds(pid) for name, pid in self._parts.items()}

    def per(self, moves: int) -> Json:
        return {f"{name}_ms_per_move": 1000 * (now - self._before[name]) / moves for name, now in self._now().items()}


def watched(family: Family, options: argparse.Namespace, way: str, spectators: int, seed: int) -> Json:
    """A slice with people who listen."""
    wish = {"way": way, "tables": options.tables, "spectators": spectators, "seconds": options.seconds, "seed": seed}
    command = [sys.executable, "-m", "tests.bench.people", family.url]
    command += [word for name, value in wish.items() for word in (f"--{name}", str(value))]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=ROOT) as people:
        assert people.stdin
        assert people.stdout
        assert people.stdout.readline() == "ready\n"
        meter = Meter(family)
        people.stdin.write("go\n")
        people.stdin.flush()
        counted = json.loads(people.stdout.readline())
        moves = max(counted["moves"], 1)
        costs = meter.per(moves)
    return {
        "moves_per_second": moves / counted["took"],
        "requests_per_move_and_client": counted["requests"] / moves / (2 + spectators),
        "kilobytes_per_move": counted["bytes"] / moves / 1000,
        **costs,
        "clients_ms_per_move": 1000 * counted["processor"] / moves,
    }


def alone(family: Family, options: argparse.Namespace, seed: int) -> Json:
    """A slice of moves to which nobody listens."""
    context, chance = Context(GameStore(family.store_url), load_settings({})), random.Random(seed)
    wanted = int(PREPARED * options.seconds)
    plans = [plan(context, "astra", 3, wanted, chance) for _ in range(options.tables)]
    server = urlsplit(family.url)
    meter = Meter(family)
    result = load.run(str(server.hostname), server.port or 0, plans, options.seconds)
    assert set(result.statuses) == {200}, result
    return {"moves_per_second": result.per_second, **meter.per(result.statuses[200])}


def _median(slices: list[Json]) -> Json:
    return {name: round(statistics.median(each[name] for each in slices), 2) for name in slices[0]}


def _ratio(slices: dict[str, list[Json]], figure: str) -> float:
    """Of frames to the old way, by neighbouring slices."""
    pairs = zip(slices["frames"], slices["old"], strict=True)
    ratios: list[float] = [new[figure] / old[figure] for new, old in pairs]
    return round(statistics.median(ratios), 2)


def alternating(measures: dict[str, Callable[[int], Json]], count: int, seeds: Iterator[int]) -> dict[str, list[Json]]:
    found: dict[str, list[Json]] = {name: [] for name in measures}
    for _ in range(count):
        for name, measure in measures.items():
            found[name].append(measure(next(seeds)))
    return found


def compared(family: Family, options: argparse.Namespace, spectators: int, seeds: Iterator[int]) -> Json:
    slices = alternating(
        {
            "frames": lambda seed: watched(family, options, "frames", spectators, seed),
            "old": lambda seed: watched(family, options, "old", spectators, seed),
            "alone": lambda seed: alone(family, options, seed),
        },
        options.slices,
        seeds,
    )
    return {
        **{way: _median(found) for way, found in slices.items()},
        "moves_ratio": _ratio(slices, "moves_per_second"),
        "api_ratio": _ratio(slices, "api_ms_per_move"),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=16)
    parser.add_argument("--seconds", type=float, default=6)
    parser.add_argument("--slices", type=int, default=3)
    parser.add_argument("--processes", type=int, default=2, help="of the API")
    options = parser.parse_args()
    processor, seeds = psutil.cpu_times(), itertools.count(1, SEEDS_OF_A_SLICE)
    with tempfile.TemporaryDirectory(prefix="alm") as home:
        family = Family(Path(home), API_WORKERS=str(options.processes))
        family.start()
        try:
            found = {
                "two_players": compared(family, options, 0, seeds),
                "two_players_three_spectators": compared(family, options, 3, seeds),
            }
        finally:
            family.kill()
    print(json.dumps({**found, "stolen_percent": stolen(processor, psutil.cpu_times())}))


if __name__ == "__main__":
    main()
