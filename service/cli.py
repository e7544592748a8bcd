"""The console script `almagest`."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence

from service import serve
from service.commands import content, play, rulebooks, selfplay
from worker import cli as worker


def build_parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="almagest",
        description="An open server for online tables of three star games: Astra, Nebula and Distant Suns.",
        epilog="`almagest COMMAND --help` says more about a command.",
    )
    commands = parser.add_subparsers(metavar="COMMAND", required=True)
    for command in (serve, worker, play, rulebooks, selfplay, content):
        command.register(commands)
    return parser


def main(arguments: Sequence[str] | None = None) -> int:
    options = build_parser().parse_args(arguments)
    try:
        code: int = options.run(options)
        sys.stdout.flush()
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        # Whoever read our output has seen enough; what is still buffered must not raise again at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 141
    return code
