"""A notifier: watches many games in one thread and says whose decision each of them waits for, until all are over."""

import argparse
import time
from collections.abc import Sequence

from almagest_sdk import Almagest, Table

PAUSE_SECONDS = 1.0


def names(table: Table, seats: Sequence[int]) -> str:
    known = {seat.seat: seat.name or f"seat {seat.seat}" for seat in table.game.seats}
    return ", ".join(known.get(seat, "the automa") for seat in seats)


def look(table: Table, told: dict[str, Sequence[int]]) -> None:
    """One request, whatever has happened: what is new comes with the state that it led to."""
    events = list(table.events(follow=False))
    if table.deciders and told.get(table.id) != table.deciders:
        print(f"{table.id}: {names(table, table.deciders)} to decide", flush=True)
    told[table.id] = table.deciders
    if table.is_over and events:
        print(f"{table.id}: {table.status} after {table.version} moves", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("server", nargs="?", default="http://127.0.0.1:8000")
    parser.add_argument("--game", action="append", default=[], help="the id of a public game; default: all that run")
    arguments = parser.parse_args()

    client = Almagest(arguments.server)
    ids = arguments.game or [game.id for game in client.games.list(status="running")]
    tables = [client.games.watch(each) for each in ids]
    told: dict[str, Sequence[int]] = {}
    while tables:
        for table in tables:
            look(table, told)
        tables = [table for table in tables if not table.is_over]
        time.sleep(PAUSE_SECONDS if tables else 0)


if __name__ == "__main__":
    main()
