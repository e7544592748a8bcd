"""How often the better bot wins: tables of two on fixed seeds, seats in turn. Prints one JSON object.

Each level is to beat the one below in 75 to 90 % of the games. Run it as `python -m tests.bench.bench_bots`.
"""

from __future__ import annotations

import argparse
import json
from itertools import pairwise

from service.games.registry import RULEBOOKS
from worker.players import BOTS
from worker.selfplay import Match, play_many

SEED = 2026
RUNGS = tuple(pairwise(BOTS))
"""Each level with the one above."""


def share(better: str, worse: str, rulebook: str, games: int, jobs: int) -> float:
    """The part of the games that the first bot wins; a shared victory counts half. It sits first in half of them."""
    halves = [Match(rulebook, 2, pair, SEED) for pair in ((better, worse), (worse, better))]
    won = 0.0
    for seat, match in enumerate(halves, start=1):
        for played in play_many(match, games // 2, jobs, lambda: None):
            won += 1 / len(played.winners) if seat in played.winners else 0.0
    return won / (games // 2 * 2)


def ladder(rulebook: str, games: int, jobs: int, top: str) -> dict[str, float]:
    """The share of each rung, up to the level `top`."""
    rungs = RUNGS[: tuple(BOTS).index(top)]
    return {f"{better}_beats_{worse}": round(share(better, worse, rulebook, games, jobs), 3) for worse, better in rungs}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--rulebook", choices=sorted(RULEBOOKS), action="append", help="default: all")
    parser.add_argument("--top", choices=list(BOTS)[1:], default=list(BOTS)[-1], help="up to this level")
    options = parser.parse_args()
    rulebooks = options.rulebook or sorted(RULEBOOKS)
    found = {rulebook: ladder(rulebook, options.games, options.jobs, options.top) for rulebook in rulebooks}
    print(json.dumps({"games": options.games, **found}, indent=2))


if __name__ == "__main__":
    main()
