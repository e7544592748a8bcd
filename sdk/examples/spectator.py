"""A spectator: prints what happens at a table until the game is over, the newest running game unless told which."""

import argparse
import dataclasses

from almagest_sdk import Almagest, Event, Table

COMMON = ("id", "version", "type", "seat")


def newest(client: Almagest) -> Table:
    for game in client.games.list(status="running"):
        return client.games.watch(game.id)
    raise SystemExit("Nobody plays at the moment.")


def details(event: Event) -> str:
    """What is special about an event."""
    names = [field.name for field in dataclasses.fields(event) if field.name not in COMMON]
    return ", ".join(f"{name}={getattr(event, name)}" for name in names)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("server", nargs="?", default="http://127.0.0.1:8000")
    parser.add_argument("--game", help="the id of a public game")
    arguments = parser.parse_args()

    client = Almagest(arguments.server)
    table = client.games.watch(arguments.game) if arguments.game else newest(client)
    names = {seat.seat: seat.name for seat in table.game.seats}
    for event in table.events():
        print(f"{event.id:>5}  {names.get(event.seat, 'table')}: {event.type} {details(event)}", flush=True)


if __name__ == "__main__":
    main()
