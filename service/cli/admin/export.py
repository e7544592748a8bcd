"""`almagest admin export`: write games to a file that another installation can import."""

from __future__ import annotations

import argparse
import os
import sys
from typing import TYPE_CHECKING

from service.cli import Commands
from service.cli.admin import common

if TYPE_CHECKING:
    from service.usecases.context import Context


def register(commands: Commands) -> None:
    parser = common.add_command(
        commands,
        "export",
        _export,
        "write games to standard output, to continue them elsewhere",
        "Write games to standard output, for `almagest admin import`. The file holds seeds and hidden cards.",
    )
    parser.add_argument("ids", nargs="+", metavar="ID", help="id of a game")
    parser.add_argument("--end", action="store_true", help="abandon them here once they are written")


def _export(context: Context, options: argparse.Namespace) -> int:
    from service.usecases.admin.export import Export

    games = Export(context, options.ids)
    for line in games.lines():
        sys.stdout.buffer.write(line)
    _sync_output()
    if options.end:
        games.abandon_games()
    return 0


def _sync_output() -> None:
    """Write the output to disk, if it goes to one, before we end the games here."""
    sys.stdout.buffer.flush()
    try:
        os.fsync(sys.stdout.fileno())
    except OSError:
        return
