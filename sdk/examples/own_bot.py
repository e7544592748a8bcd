"""A bot of your own against ours: it looks at a few moves beforehand and takes the one that makes most happen."""

import argparse
import random
from typing import get_args

from almagest_sdk import Almagest, Move, Offer, RulebookId, Table

LOOKED_AT = 5


def choose(table: Table) -> Offer[Move]:
    offers = list(table.moves())
    some = random.sample(offers, min(LOOKED_AT, len(offers)))
    return max(some, key=lambda offer: len(table.preview(offer).events))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("server", nargs="?", default="http://127.0.0.1:8000")
    parser.add_argument("--rulebook", default="astra", choices=get_args(RulebookId))
    parser.add_argument("--level", default="greedy", choices=("random", "greedy", "strong"))
    arguments = parser.parse_args()

    with Almagest(arguments.server) as client:
        table = client.games.create(arguments.rulebook, seats=2, name="My bot", bots=1, level=arguments.level)
        while table.my_turn():
            table.play(choose(table))
        table.replay()
        totals = {seat.seat: seat.total for seat in table.score().score.seats}
        print(f"My bot: {totals.pop(table.seat or 0)} points, the server's: {', '.join(map(str, totals.values()))}")


if __name__ == "__main__":
    main()
