"""`almagest sdk`: a Python client for the games that are installed here."""

from __future__ import annotations

import argparse
from pathlib import Path

from service.cli import Commands


def register(commands: Commands) -> None:
    parser = commands.add_parser(
        "sdk",
        help="write a Python client for the installed games",
        description="Write an installable client package, with types for every game that is installed here.",
    )
    parser.add_argument("--out", type=Path, required=True, metavar="DIR", help="folder to write to")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    from openapi.generate import write
    from service.api.openapi.description import build_document

    write(build_document(), options.out)
    print(f"{options.out}: a client for {', '.join(_games())}; pip install {options.out}")
    return 0


def _games() -> list[str]:
    from service.games.registry import RULEBOOKS

    return list(RULEBOOKS)
