"""`almagest rulebooks`: the games this server knows."""

from __future__ import annotations

import argparse

import orjson

from service.cli import Commands
from service.games.registry import RULEBOOKS


def register(commands: Commands) -> None:
    parser = commands.add_parser("rulebooks", help="list the games", description="List the games this server knows.")
    parser.add_argument("--json", action="store_true", help="print JSON instead of a table")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    rows = [
        {
            "id": rulebook.id,
            "name": rulebook.names["en"],
            "players": {"min": rulebook.min_players, "max": rulebook.max_players},
            "options": {option.name: list(option.choices) for option in rulebook.options},
        }
        for rulebook in RULEBOOKS.values()
    ]
    if options.json:
        print(orjson.dumps({"rulebooks": rows}).decode())
        return 0
    for rulebook in RULEBOOKS.values():
        choices = "; ".join(f"{option.name}: {' | '.join(option.choices)}" for option in rulebook.options)
        players = f"{rulebook.min_players}-{rulebook.max_players} players"
        print(f"{rulebook.id:<14}{rulebook.names['en']:<14}{players:<14}{choices}")
    return 0
