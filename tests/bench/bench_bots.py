"""How often the better bot wins: two-player Astra on fixed seeds, seats in turn. Prints one JSON object.

Run it as `python -m tests.bench.bench_bots`.
"""

from __future__ import annotations

import argparse
import json

from worker.selfplay import Table, play_many

SEED = 2026
PAIRS = (("greedy", "random"), ("strong", "greedy"))


def share(better: str, worse: str, rulebook: str, games: int, jobs: int) -> float:
    """The part of the games that the first bot wins; a shared victory counts half. It sits first in half of them."""
    halves = [Table(rulebook, 2, pair, SEED) for pair in ((better, worse), (worse, better))]
    won = 0.0
    for seat, table in enumerate(halves, start=1):
        for played in play_many(table, games // 2, jobs, lambda: None):
            won += 1 / len(played.winners) if seat in played.winners else 0.0
    return won / (games // 2 * 2)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--rulebook", default="astra")
    options = parser.parse_args()
    shares = {
        f"{better}_beats_{worse}": round(share(better, worse, options.rulebook, options.games, options.jobs), 3)
        for better, worse in PAIRS
    }
    print(json.dumps({"rulebook": options.rulebook, "games": options.games, **shares}, indent=2))


if __name__ == "__main__":
    main()
