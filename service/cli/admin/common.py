"""What the subcommands of `almagest admin` share: options, the connection to the store, and output."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Iterable, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

import msgspec
import orjson

from service.cli import DATA_DIR, Commands

if TYPE_CHECKING:
    from service.usecases.context import Context

Run = Callable[["Context", argparse.Namespace], int]
"""Each imports what it uses, so that `almagest` starts quickly for all other commands."""


def add_command(
    commands: Commands, name: str, run: Run, help: str, description: str | None = None
) -> argparse.ArgumentParser:
    """Add a subcommand that gets the context."""
    parser = commands.add_parser(name, help=help, description=description or f"{help[0].upper()}{help[1:]}.")
    add_common_options(parser, run)
    return parser


def add_common_options(parser: argparse.ArgumentParser, run: Run) -> None:
    """Add options that may follow any word of the command; `admin` sets their defaults."""
    parser.add_argument("--json", action="store_true", default=argparse.SUPPRESS, help="print JSON, for programs")
    parser.add_argument(
        "--data-dir",
        type=Path,
        metavar="DIR",
        default=argparse.SUPPRESS,
        help="games of the `almagest serve` that keeps them in DIR (without REDIS_URL: .almagest, if one runs there)",
    )
    parser.set_defaults(run=lambda options: _run_command(run, options))


def _run_command(run: Run, options: argparse.Namespace) -> int:
    from service.core.settings import SettingsError
    from service.usecases.admin.games import CannotDo, translate_refusals

    try:
        with translate_refusals():
            return run(_context(options.data_dir), options)
    except (CannotDo, SettingsError) as error:
        print(f"almagest admin: {error}", file=sys.stderr)
        return 2


def _context(data: Path | None) -> Context:
    from service.core.logs import configure
    from service.serve.startup import load_checked_settings
    from service.usecases.admin.games import open_context

    if data is None and "REDIS_URL" not in os.environ and _has_sockets(DATA_DIR):
        data = DATA_DIR
    if data:
        # Celery reads the broker's address from the environment when it first needs it.
        os.environ.update(_store_urls(data))
    settings = load_checked_settings()
    # The command prints what the operator has to know.
    configure(msgspec.structs.replace(settings, log_level="error"))
    return open_context(settings)


def _sockets(data: Path) -> dict[str, Path]:
    from service.serve.embedded_redis import find_socket_directory

    directory = find_socket_directory(data.resolve())
    return {name: directory / f"{name}.sock" for name in ("games", "broker")}


def _has_sockets(data: Path) -> bool:
    return all(socket.exists() for socket in _sockets(data).values())


def _store_urls(data: Path) -> dict[str, str]:
    """URLs of the two stores of the `almagest serve` that runs in this folder."""
    from service.usecases.admin.games import CannotDo

    sockets = _sockets(data)
    if not _has_sockets(data):
        raise CannotDo(f"No almagest serve has its sockets in {data}; start it, or set REDIS_URL and BROKER_URL.")
    return {
        "REDIS_URL": f"unix://{quote(str(sockets['games']))}",
        "BROKER_URL": f"redis+socket://{quote(str(sockets['broker']))}",
    }


def print_json(value: Any) -> None:
    print(orjson.dumps(value).decode())


def format_time(milliseconds: int | None) -> str:
    """In UTC, as people write it."""
    if not milliseconds:
        return "-"
    return datetime.fromtimestamp(milliseconds / 1000, UTC).strftime("%Y-%m-%d %H:%M:%S")


def print_table(head: Sequence[str], rows: Iterable[Sequence[Any]]) -> None:
    cells = [tuple(map(str, row)) for row in (head, *rows)]
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    for row in cells:
        print("  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip())
