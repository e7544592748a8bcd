"""`almagest serve`: everything on one machine."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from service.cli import DATA_DIR, Commands
from service.cli.api import add_address_options, try_load_settings


def register(commands: Commands) -> None:
    parser = commands.add_parser("serve", help="run everything here: store, API and worker")
    add_address_options(parser)
    parser.add_argument("--data-dir", type=Path, default=DATA_DIR, help="where games are kept (%(default)s)")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    from service.serve.errors import FatalError
    from service.serve.supervisor import Supervisor

    settings = try_load_settings()
    if settings is None:
        return 2
    try:
        supervisor = Supervisor(options.data_dir, options.host, options.port, settings)
    except FatalError as error:
        print(error, file=sys.stderr)
        return 2
    return supervisor.run()
