"""Games played to their end while everything is killed. `make chaos`; a short form is in the suite.

python -m tests.chaos.chaos --games 500
"""

from __future__ import annotations

import argparse
import json
import shutil
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import msgspec

from service.games.registry import RULEBOOKS
from tests.chaos.checker import check
from tests.chaos.clients import Json, Player, Tally
from tests.chaos.house import House, Killer

PATIENCE = 60.0
"""A game that stands still for so long is stuck."""
PEOPLE = ({"kind": "human"}, {"kind": "human"})
GUEST = ({"kind": "human"}, {"kind": "bot", "level": "random"})
BOTS = ({"kind": "bot", "level": "random"}, {"kind": "bot", "level": "random"})
TABLES = (GUEST, BOTS, PEOPLE)


class Plan(msgspec.Struct, frozen=True):
    """How much of a storm, and over how many games."""

    games: int
    kills: int
    pause: float
    """Seconds between kills, on average."""
    players: int
    workers: int
    seed: int
    most_kills: int | None = None
    """The calm after the storm; None: it rages to the end."""
    rulebooks: tuple[str, ...] = tuple(RULEBOOKS)


def _wish(plan: Plan, number: int) -> Json:
    rulebook = plan.rulebooks[number // len(TABLES) % len(plan.rulebooks)]
    return {"rulebook": rulebook, "seats": list(TABLES[number % len(TABLES)])}


def _seated(plan: Plan, house: House, tally: Tally, first: int, games: int) -> list[Player]:
    wishes = [_wish(plan, number) for number in range(first, first + games)]
    shares = [wishes[start :: plan.players] for start in range(plan.players)]
    return [
        Player(house.url, tally, share, plan.seed + first + number, PATIENCE) for number, share in enumerate(shares)
    ]


def _play(plan: Plan, house: House, tally: Tally, killer: Killer) -> None:
    """All games, and more of them while there were not kills enough; until something goes wrong."""
    games = plan.games
    while (len(tally.games) < plan.games or killer.total < plan.kills) and not tally.problems:
        players = _seated(plan, house, tally, len(tally.games), games)
        for player in players:
            player.start()
        for player in players:
            player.join()
        games = plan.players


def storm(plan: Plan) -> dict[str, Any]:
    """Play through it; the counts, and all problems found."""
    home, tally = Path(tempfile.mkdtemp(prefix="chaos")), Tally()
    house = House(home, plan.workers)
    killer = Killer(house, plan.pause, plan.seed, plan.most_kills)
    started = time.monotonic()
    try:
        house.start()
        killer.start()
        _play(plan, house, tally, killer)
        killer.stop()
        moves, problems = check(house.url, house.store_url, tally)
    finally:
        house.kill()
    shutil.rmtree(home)
    return {
        "games": len(tally.games),
        "games_finished": tally.finished,
        "moves": moves,
        "moves_acknowledged": len(tally.acknowledged),
        "kills": killer.kills,
        "retries": tally.retries,
        "duplicates_absorbed": tally.duplicates,
        "longest_stall_seconds": round(tally.longest_stall, 2),
        "seconds": round(time.monotonic() - started, 1),
        "problems": problems,
    }


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=500)
    parser.add_argument("--kills", type=int, default=100)
    parser.add_argument("--pause", type=float, default=2.0, help="seconds between kills (%(default)s)")
    parser.add_argument("--players", type=int, default=8, help="games at a time (%(default)s)")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--seed", type=int, default=1)
    counts = storm(Plan(**vars(parser.parse_args())))
    print(json.dumps(counts, indent=2))
    return 1 if counts["problems"] else 0


if __name__ == "__main__":
    sys.exit(main())
