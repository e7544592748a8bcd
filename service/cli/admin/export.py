"""`almagest admin export`: games as a file that another installation goes on with."""

from __future__ import annotations

import argparse
import os
import sys
from typing import TYPE_CHECKING

from service.cli import Commands
from service.cli.admin import desk

if TYPE_CHECKING:
    from service.usecases.context import Context


def register(commands: Commands) -> None:
    parser = desk.add(
        commands,
        "export",
        _export,
        "write games to standard output, to go on elsewhere",
        "Write games to standard output, for `almagest admin import`. The file holds seeds and hidden cards.",
    )
    parser.add_argument("ids", nargs="+", metavar="ID", help="of a game")
    parser.add_argument("--end", action="store_true", help="abandon them here as soon as they are written")


def _export(context: Context, options: argparse.Namespace) -> int:
    from service.usecases.admin.export import Departure

    games = Departure(context, options.ids)
    for line in games.lines():
        sys.stdout.buffer.write(line)
    _keep()
    if options.end:
        games.end()
    return 0


def _keep() -> None:
    """On the disk, if it goes to one, before anything ends here."""
    sys.stdout.buffer.flush()
    try:
        os.fsync(sys.stdout.fileno())
    except OSError:
        return
