"""The ledger of a finished game as CSV: one row per line of the score."""

import argparse
import csv
import sys

from almagest_sdk import Almagest


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", help="the id of a finished public game")
    parser.add_argument("server", nargs="?", default="http://127.0.0.1:8000")
    arguments = parser.parse_args()

    table = Almagest(arguments.server).games.watch(arguments.game)
    names = {seat.seat: seat.name for seat in table.game.seats}
    answer = table.score()
    if not answer.final:
        raise SystemExit(f"The game is {table.status}; its ledger is not closed yet.")
    rows = csv.writer(sys.stdout)
    rows.writerow(["seat", "name", "rule", "source", "amount"])
    for seat in answer.score.seats:
        for line in seat.lines:
            rows.writerow([seat.seat, names[seat.seat], line.rule, line.source, line.amount])


if __name__ == "__main__":
    main()
