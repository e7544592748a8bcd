"""A ladder of bots: eight of them, everybody against everybody in every game, on the SDK. Prints who won how often.

Four are the server's, by level; four are written here, in a line each, and play over HTTP like anybody.
"""

from __future__ import annotations

import argparse
import itertools
import random
from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import get_args

from almagest_sdk import Almagest, Level, Move, Offer, RulebookId, SeatWish, Table

OURS: dict[str, Callable[[Table], Offer[Move]]] = {
    "anything": lambda table: random.choice(table.moves()),
    "first": lambda table: table.moves()[0],
    "last": lambda table: table.moves()[-1],
    "advised": lambda table: table.hints()[0],
}
"""Each chooses among what it may play; the last one asks the server what the strong bot would do."""
LEVELS: dict[str, Level] = {level: level for level in get_args(Level)}
BOTS = (*LEVELS, *OURS)


def _seat(name: str) -> SeatWish:
    return SeatWish(kind="bot", level=LEVELS[name]) if name in LEVELS else SeatWish(kind="human", name=name)


def _play_out(table: Table, name: str) -> None:
    while table.my_turn():
        table.play(OURS[name](table))


def winners(client: Almagest, rulebook: RulebookId, names: Sequence[str]) -> list[str]:
    """Of one game; each bot of ours plays in a thread of its own, as if it were somewhere else."""
    table: Table = client.games.create(rulebook, [_seat(name) for name in names], hints="all")
    ours = [name for name in names if name in OURS]
    tables = [table, *(client.games.join(table.id, name) for name in ours[1:])]
    with ThreadPoolExecutor(max_workers=2) as threads:
        list(threads.map(_play_out, tables, ours))
    for _ in table.events():
        """Where nobody of ours sits, the server's bots are watched to the end."""
    result = table.refresh().result
    return [names[seat - 1] for seat in result.winners] if result else []


def climb(client: Almagest, rulebooks: Sequence[RulebookId], bots: Sequence[str]) -> Counter[str]:
    """How many games each has won; a shared victory counts for both."""
    won = Counter(dict.fromkeys(bots, 0))
    for rulebook, pair in itertools.product(rulebooks, itertools.combinations(bots, 2)):
        found = winners(client, rulebook, pair)
        print(f"{rulebook}: {' against '.join(pair)}: {' and '.join(found)}", flush=True)
        won.update(found)
    return won


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("server", nargs="?", default="http://127.0.0.1:8000")
    parser.add_argument("--rulebook", choices=get_args(RulebookId), action="append", help="default: all")
    parser.add_argument("--bot", choices=BOTS, action="append", help="default: all eight")
    arguments = parser.parse_args()
    with Almagest(arguments.server) as client:
        won = climb(client, arguments.rulebook or get_args(RulebookId), arguments.bot or BOTS)
    for name, games in won.most_common():
        print(f"{games:>4}  {name}")


if __name__ == "__main__":
    main()
