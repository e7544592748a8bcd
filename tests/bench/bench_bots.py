"""How often the better bot wins: tables of two on fixed seeds, seats in turn. Prints one JSON object, and on the way
how it stands.

Each level is to beat the one below in 75 to 90 % of the games. Run it as `python -m tests.bench.bench_bots`.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from itertools import pairwise
from typing import NamedTuple

from service.games.registry import RULEBOOKS
from worker.bots import BOTS
from worker.selfplay import Match, play

SEED = 2026
RUNGS = tuple(pairwise(BOTS))
"""Each level with the one above."""


class Fixture(NamedTuple):
    """A game to play, and the seat of the better bot."""

    match: Match
    game: int
    better: int


def fixtures(better: str, worse: str, rulebook: str, games: int) -> list[Fixture]:
    """Each seed twice, so that either bot sits first."""
    halves = [Match(rulebook, 2, pair, SEED) for pair in ((better, worse), (worse, better))]
    return [Fixture(match, game, seat) for game in range(games // 2) for seat, match in enumerate(halves, start=1)]


def won(fixture: Fixture) -> float:
    """A shared victory counts half."""
    played = play(fixture.match, fixture.game)
    return 1 / len(played.winners) if fixture.better in played.winners else 0.0


def results(listed: Sequence[Fixture], jobs: int) -> Iterator[float]:
    if jobs == 1:
        yield from map(won, listed)
        return
    with ProcessPoolExecutor(jobs) as pool:
        yield from pool.map(won, listed)


def share(better: str, worse: str, rulebook: str, games: int, jobs: int) -> float:
    """The part of the games that the first bot wins; how it stands is told on the way."""
    total = 0.0
    for number, result in enumerate(results(fixtures(better, worse, rulebook, games), jobs), start=1):
        total += result
        print(f"{rulebook}: {better} beats {worse} in {total:g} of {number}", file=sys.stderr, flush=True)
    return total / (games // 2 * 2)


def ladder(rulebook: str, games: int, jobs: int, levels: Sequence[str]) -> dict[str, float]:
    """The share of the rungs that lead to these levels."""
    rungs = [(worse, better) for worse, better in RUNGS if better in levels]
    return {f"{better}_beats_{worse}": round(share(better, worse, rulebook, games, jobs), 3) for worse, better in rungs}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--rulebook", choices=sorted(RULEBOOKS), action="append", help="default: all")
    parser.add_argument("--level", choices=list(BOTS)[1:], action="append", help="against the one below; default: all")
    options = parser.parse_args()
    rulebooks, levels = options.rulebook or sorted(RULEBOOKS), options.level or list(BOTS)
    found = {rulebook: ladder(rulebook, options.games, options.jobs, levels) for rulebook in rulebooks}
    print(json.dumps({"games": options.games, **found}, indent=2))


if __name__ == "__main__":
    main()
