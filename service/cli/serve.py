"""`almagest serve`: everything on one machine."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from service.cli import Commands
from service.cli.api import add_address, checked


def register(commands: Commands) -> None:
    parser = commands.add_parser("serve", help="run everything here: store, API and worker")
    add_address(parser)
    parser.add_argument("--data-dir", type=Path, default=Path(".almagest"), help="where games are kept (%(default)s)")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    from service.serve.errors import CannotGoOn
    from service.serve.supervisor import Keeper

    settings = checked()
    if settings is None:
        return 2
    try:
        keeper = Keeper(options.data_dir, options.host, options.port, settings)
    except CannotGoOn as fault:
        print(fault, file=sys.stderr)
        return 2
    return keeper.keep()
