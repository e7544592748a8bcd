"""`almagest content check`: check a content pack"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from service.cli import Commands
from service.games.registry import RULEBOOKS


def register(commands: Commands) -> None:
    parser = commands.add_parser("content", help="check content packs", description="Work with content packs.")
    actions = parser.add_subparsers(metavar="ACTION", required=True)
    check = actions.add_parser("check", help="say what is wrong with a pack, if anything")
    check.add_argument("file", type=Path, help="the pack, a JSON file")
    check.add_argument("--rulebook", choices=sorted(RULEBOOKS), default="astra", help="the game (default: %(default)s)")
    check.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    try:
        data = options.file.read_bytes()
    except OSError as error:
        print(f"{options.file}: {error.strerror}", file=sys.stderr)
        return 2
    packs = RULEBOOKS[options.rulebook].packs
    problems = packs.problems(data) if packs else (f"{options.rulebook} has no content packs",)
    for problem in problems:
        print(problem, file=sys.stderr)
    if not problems:
        print(f"{options.file}: can be played with")
    return 1 if problems else 0
