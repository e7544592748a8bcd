"""`almagest admin import`: continue games that another installation exported."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from service.cli import Commands
from service.cli.admin import common

if TYPE_CHECKING:
    from service.usecases.admin.export_file import CannotImport
    from service.usecases.context import Context


def register(commands: Commands) -> None:
    parser = common.add_command(
        commands,
        "import",
        _import,
        "import games that another installation exported",
        "Import the games of a file of `almagest admin export`: all of them, or none if one cannot be imported. "
        "Exit code 1: a record is not as Almagest writes it; every line, field and reason is named.",
    )
    parser.add_argument("file", type=Path, help="a file that `almagest admin export` wrote")


def _import(context: Context, options: argparse.Namespace) -> int:
    from service.usecases.admin.export_file import CannotImport
    from service.usecases.admin.import_games import import_file

    try:
        games = import_file(context, _read(options.file))
    except CannotImport as refused:
        return _print_faults(options, refused)
    if options.json:
        common.print_json({"games": [game.id for game in games]})
    for game in () if options.json else games:
        print(
            f"Game {game.id} continues here: {game.table.rulebook}, {game.clock.status}, version {game.clock.version}."
        )
    return 0


def _print_faults(options: argparse.Namespace, refused: CannotImport) -> int:
    if options.json:
        common.print_json({"faults": [fault._asdict() for fault in refused.faults]})
    for fault in () if options.json else refused.faults:
        print(f"{options.file}:{fault.line}: {fault.field}: {fault.reason}", file=sys.stderr)
    return 1


def _read(file: Path) -> bytes:
    from service.usecases.admin.games import CannotDo

    try:
        return file.read_bytes()
    except OSError as error:
        raise CannotDo(f"{file}: {error.strerror}.") from None
