"""Two people at one private table: Ada creates it, Bo comes with her invite code, both play until it is over."""

import argparse
import random
import threading
from typing import get_args

from almagest_sdk import Almagest, RulebookId, Table


def play(table: Table) -> None:
    while table.my_turn():
        offer = random.choice(table.moves())
        print(f"seat {table.seat}: {offer.label}")
        table.play(offer)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("server", nargs="?", default="http://127.0.0.1:8000")
    parser.add_argument("--rulebook", default="distant_suns", choices=get_args(RulebookId))
    arguments = parser.parse_args()

    client = Almagest(arguments.server)
    ada = client.games.create(arguments.rulebook, seats=2, name="Ada", private=True)
    bo = client.games.join(ada.id, "Bo", invite=ada.invite)
    players = [threading.Thread(target=play, args=[table]) for table in (ada, bo)]
    for player in players:
        player.start()
    for player in players:
        player.join()
    for seat in ada.score().score.seats:
        print(f"seat {seat.seat} has {seat.total} points")


if __name__ == "__main__":
    main()
