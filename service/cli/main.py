"""The console script `almagest`."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from importlib.metadata import EntryPoint, entry_points

GROUP = "almagest.commands"
FIRST = ("serve", "api", "worker", "play")
"""Shown before the others, which follow by name."""


def _sort_key(command: EntryPoint) -> tuple[int, str]:
    return (FIRST.index(command.name) if command.name in FIRST else len(FIRST)), command.name


def build_parser(name: str = "") -> argparse.ArgumentParser:
    """Build the parser of all commands; with the name of one, of that alone: the others would have to be imported."""
    parser = argparse.ArgumentParser(
        prog="almagest",
        description="An open server for online tables of three star games: Astra, Nebula and Distant Suns.",
        epilog="`almagest COMMAND --help` says more about a command.",
    )
    commands = parser.add_subparsers(metavar="COMMAND", required=True)
    found = sorted(entry_points(group=GROUP), key=_sort_key)
    for command in [each for each in found if each.name == name] or found:
        command.load().register(commands)
    return parser


def main(arguments: Sequence[str] | None = None) -> int:
    given = sys.argv[1:] if arguments is None else arguments
    options = build_parser(given[0] if given else "").parse_args(given)
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
