"""This tree against another commit: moves and views of the rules and some requests (`request_costs.py`) by processor
time, and what is spared (`spared.py`).

The two take turns, each in a process of its own, so that both meet the same machine; a figure is the median of the
ratios of neighbours. What is measured is a program that both can run.
"""

from __future__ import annotations

import json
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tests.bench import request_costs, spared
from tests.processes import ROOT

PAIRS = 7
PROGRAM = """
import json, random, time
from service.games.registry import RULEBOOKS
from service.games.rng import Rng

SECONDS = 0.5

def slice_of(book, looks):
    options, chance, done, games = book.complete_options({}), random.Random(1), 0, 0
    began = time.process_time()
    while (took := time.process_time() - began) < SECONDS:
        games += 1
        state = book.setup(3, options, Rng(games.to_bytes(8, "big")))
        while (deciders := book.deciders(state)) and time.process_time() - began < SECONDS:
            seat = deciders[int(chance.random() * len(deciders))]
            legal = book.legal_moves(state, seat)
            state = book.apply(state, seat, legal[int(chance.random() * len(legal))]).state
            done += 1
            if looks:
                book.view(state, seat)
    return done / took

for book in RULEBOOKS.values():
    slice_of(book, True)
print(json.dumps({f"{name} {what}": slice_of(book, looks)
    for name, book in RULEBOOKS.items() for what, looks in (("moves", False), ("moves with views", True))}))
"""


def _measure(tree: Path) -> dict[str, float]:
    command = [sys.executable, "-c", PROGRAM]
    run = subprocess.run(command, cwd=tree, env={"PYTHONPATH": str(tree)}, stdout=subprocess.PIPE, check=True)
    found: dict[str, float] = json.loads(run.stdout)
    return found


def _ratios(other: Path) -> list[dict[str, float]]:
    pairs = [(_measure(ROOT), _measure(other)) for _ in range(PAIRS)]
    return [{name: ours[name] / theirs[name] for name in ours if name in theirs} for ours, theirs in pairs]


@contextmanager
def extract_commit(commit: str) -> Iterator[Path]:
    with tempfile.TemporaryDirectory(prefix="against") as folder:
        wanted = ["git", "archive", commit, "service", "worker"]
        archive = subprocess.run(wanted, cwd=ROOT, stdout=subprocess.PIPE, check=True)
        subprocess.run(["tar", "-x"], cwd=folder, input=archive.stdout, check=True)
        yield Path(folder)


def compare(commit: str) -> dict[str, Any]:
    """Moves per second of processor time, as multiples of the commit's; what requests cost, as parts of it; what is
    spared, before and after."""
    with extract_commit(commit) as other:
        around = {"before": spared.measured(other), "after": spared.measured(ROOT)}
        costs = request_costs.compare(other)
        return {"rules": _summary(_ratios(other)), "requests": costs, "around the store": around}


def _summary(ratios: list[dict[str, float]]) -> dict[str, Any]:
    return {
        name: {"median": round(statistics.median(found), 2), "from": round(min(found), 2), "to": round(max(found), 2)}
        for name in ratios[0]
        for found in [[each[name] for each in ratios]]
    }
