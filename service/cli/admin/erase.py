"""`almagest admin erase`: erase a player's name from all games."""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING

from service.cli import Commands
from service.cli.admin import common

if TYPE_CHECKING:
    from service.usecases.admin.erase import Erased
    from service.usecases.context import Context


def register(commands: Commands) -> None:
    parser = common.add_command(
        commands,
        "erase",
        _erase,
        "erase a player's name from all games",
        "Erase a name from the seats and events of all games, running and ended, and from the lists of who left"
        " a game. Without --yes: only count where it is.",
    )
    parser.add_argument("name", help="exactly as it is written")
    parser.add_argument("--yes", action="store_true", help="do it")


def _erase(context: Context, options: argparse.Namespace) -> int:
    from service.usecases.admin.erase import erase, to_builtins

    found = erase(context, options.name, options.yes)
    if options.json:
        common.print_json({"erased": options.yes, **to_builtins(found)})
    else:
        print(_summary(found, options.yes))
    for game_id in found.unread:
        print(f"almagest admin: game {game_id} cannot be read here, and stays as it is.", file=sys.stderr)
    return 1 if found.unread else 0


def _summary(found: Erased, done: bool) -> str:
    where = f"{found.seats} seats and {found.events} events of {found.games} games, {found.left} lists of who left"
    return f"Erased from {where}." if done else f"Found at {where}; nothing is changed without --yes."
