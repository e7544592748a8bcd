"""`almagest settings`: print the table of environment variables."""

from __future__ import annotations

import argparse

from service.cli import Commands
from service.core.settings import settings_table


def register(commands: Commands) -> None:
    parser = commands.add_parser("settings", help="print the table of environment variables")
    parser.set_defaults(run=run)


def run(_: argparse.Namespace) -> int:
    print(settings_table())
    return 0
