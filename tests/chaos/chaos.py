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
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec

from service.games.registry import RULEBOOKS
from service.store.redis import keys
from tests.chaos import busy, told
from tests.chaos.busy import Interval
from tests.chaos.checker import check
from tests.chaos.clients import Json, Player, Tally
from tests.chaos.family import Family, Killer
from tests.chaos.told import Subscriber

PEOPLE = ({"kind": "human"}, {"kind": "human"})
GUEST = ({"kind": "human"}, {"kind": "bot", "level": "random"})
BOTS = ({"kind": "bot", "level": "random"}, {"kind": "bot", "level": "random"})
TABLES = (GUEST, BOTS, PEOPLE)
CLOCKS = ({"bank": 3600}, {"bank": 3600, "increment": 5})
"""Of people, in turn; nobody runs out of time."""


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
    patience: float = 60.0
    """A game that stands still for so many seconds is stuck."""
    rulebooks: tuple[str, ...] = tuple(RULEBOOKS)
    busy: int = 0
    """Processes that only count, beside the storm."""


def _wish(plan: Plan, number: int) -> Json:
    turn, kind = divmod(number, len(TABLES))
    rulebook, seats = plan.rulebooks[turn % len(plan.rulebooks)], TABLES[kind]
    clock = {"clock": CLOCKS[turn // len(plan.rulebooks) % len(CLOCKS)]} if seats is PEOPLE else {}
    return {"rulebook": rulebook, "seats": list(seats), **clock}


def _seated(plan: Plan, family: Family, tally: Tally, first: int, games: int) -> list[Player]:
    wishes = [_wish(plan, number) for number in range(first, first + games)]
    shares = [wishes[start :: plan.players] for start in range(plan.players)]
    return [
        Player(family.url, tally, share, plan.seed + first + number, plan.patience)
        for number, share in enumerate(shares)
    ]


def _play(plan: Plan, family: Family, tally: Tally, killer: Killer) -> None:
    """All games, and more of them while there were not kills enough; until something goes wrong."""
    games = plan.games
    while (len(tally.games) < plan.games or killer.total < plan.kills) and not tally.problems:
        players = _seated(plan, family, tally, len(tally.games), games)
        for player in players:
            player.start()
        for player in players:
            player.join()
        games = plan.players


def storm(plan: Plan, family_of: type[Family] = Family, killer_of: type[Killer] = Killer) -> dict[str, Any]:
    """Play through it; the counts, and all problems found."""
    home, tally = Path(tempfile.mkdtemp(prefix="chaos")), Tally()
    family = family_of(home, plan.workers, **told.SETTINGS)
    subscriber = Subscriber(family.store_url, plan.seed)
    killer = killer_of(family, plan.pause, plan.seed, plan.most_kills)
    started = time.monotonic()
    try:
        family.start()
        tally.key = subscriber.subscribe()
        with busy.load(plan.busy):
            killer.start()
            _play(plan, family, tally, killer)
            killer.stop()
        subscriber.wait()
        moves, problems = check(family.url, family.store_url, tally, subscriber)
    finally:
        family.kill()
    shutil.rmtree(home)
    beyond = busy.longest_beyond(tally.stalls, killer.starts)
    return {
        "games": len(tally.games),
        "shards": sorted({keys.shard_of(game) for game in tally.games}),
        "games_finished": tally.finished,
        "moves": moves,
        "moves_acknowledged": len(tally.acknowledged),
        "kills": killer.kills,
        "retries": tally.retries,
        "duplicates_absorbed": tally.duplicates,
        "streams": tally.streams,
        "streams_cut": tally.streams_cut,
        "events_heard": tally.events_heard,
        "frames_seen": tally.frames_seen,
        "notices_taken": subscriber.deliveries,
        "notices_refused": subscriber.refused,
        "banks": len(tally.banks),
        "longest_stall_seconds": _longest(tally.stalls),
        "longest_start_seconds": _longest(killer.starts),
        "stall_beyond_starts_seconds": beyond.seconds,
        "stall_waited_for": beyond.waited_for,
        "stall_after_kills_of": beyond.kills,
        "seconds": round(time.monotonic() - started, 1),
        "problems": problems,
    }


def _longest(intervals: Sequence[Interval]) -> float:
    return round(max((each.seconds for each in intervals), default=0.0), 2)


def main(family_of: type[Family] = Family, killer_of: type[Killer] = Killer) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=500)
    parser.add_argument("--kills", type=int, default=100)
    parser.add_argument("--pause", type=float, default=2.0, help="seconds between kills (%(default)s)")
    parser.add_argument(
        "--players", type=int, default=50, help="games at a time, each with an open stream (%(default)s)"
    )
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--patience", type=float, default=60.0, help="seconds until a game is stuck (%(default)s)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--busy",
        type=int,
        nargs="?",
        const=busy.LOOPS,
        default=0,
        help="processes that only count, beside it (%(const)s); games may then stand still for "
        f"{busy.AIM_SECONDS:.0f} seconds more than what was killed needs to start",
    )
    plan = Plan(**vars(parser.parse_args()))
    counts = storm(plan, family_of, killer_of)
    print(json.dumps(counts, indent=2))
    is_missed = plan.busy and counts["stall_beyond_starts_seconds"] > busy.AIM_SECONDS
    return 1 if counts["problems"] or is_missed else 0


if __name__ == "__main__":
    sys.exit(main())
