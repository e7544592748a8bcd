"""`almagest sdk` writes a Python client for the games that are installed here; `almagest play` uses one, too."""

from __future__ import annotations

import argparse
import contextlib
import sys
import tempfile
from collections.abc import Collection, Iterator
from importlib.util import find_spec
from pathlib import Path

from service.cli import Commands

SDK = "almagest_sdk"


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


class SdkNotInstalled(Exception):
    """The SDK is not installed."""


def _sdk_folder() -> Path:
    """Where the SDK is installed; found without importing it."""
    spec = find_spec(SDK)
    if spec is None or spec.origin is None:
        raise SdkNotInstalled
    return Path(spec.origin).parent


def sdk_has_games(rulebooks: Collection[str]) -> bool:
    return all((_sdk_folder() / "_generated" / f"{rulebook}.py").is_file() for rulebook in rulebooks)


@contextlib.contextmanager
def provide_sdk(rulebooks: Collection[str]) -> Iterator[None]:
    """Make an `almagest_sdk` importable that has these games; nothing may have imported one before.

    We generate it from the installed games and not from what a server says, since we run this code.
    """
    if sdk_has_games(rulebooks):
        yield
        return
    from openapi.generate import write
    from service.api.openapi.description import build_document

    with tempfile.TemporaryDirectory(prefix="almagest-sdk-") as folder:
        write(build_document(), Path(folder))
        sys.path.insert(0, folder)
        try:
            yield
        finally:
            sys.path.remove(folder)
