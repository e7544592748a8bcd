"""The console script `almagest`."""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from service.commands import content, rulebooks, selfplay


def build_parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="almagest",
        description="An open server for online tables of three star games: Astra, Nebula and Distant Suns.",
        epilog="`almagest COMMAND --help` says more about a command.",
    )
    commands = parser.add_subparsers(metavar="COMMAND", required=True)
    for command in (rulebooks, selfplay, content):
        command.register(commands)
    return parser


def main(arguments: Sequence[str] | None = None) -> int:
    options = build_parser().parse_args(arguments)
    code: int = options.run(options)
    return code
