"""`almagest verify`: check that a finished game is what was promised and published."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from service.cli import Commands


def register(commands: Commands) -> None:
    parser = commands.add_parser(
        "verify",
        help="replay a finished game: is it what was promised and published?",
        description="Exit code 0: as published. 1: not so. 2: no such file. 3: begun under other rules than these.",
    )
    parser.add_argument("file", type=Path, help="a response of GET /v1/games/{id}/replay")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    from service.core.settings import SettingsError, load_settings
    from service.usecases.content_packs import install_packs
    from service.usecases.views.verify import CannotVerify, OtherRules, verify

    try:
        install_packs(load_settings().packs_dir)
        print(verify(options.file.read_bytes()))
    except OSError as error:
        print(f"{options.file}: {error.strerror}", file=sys.stderr)
        return 2
    except SettingsError as error:
        print(error, file=sys.stderr)
        return 2
    except OtherRules as error:
        print(f"{options.file}: {error}", file=sys.stderr)
        return 3
    except CannotVerify as error:
        print(f"{options.file}: {error}", file=sys.stderr)
        return 1
    return 0
