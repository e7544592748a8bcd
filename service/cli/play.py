"""`almagest play`: a game in the terminal, through the SDK."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Mapping
from typing import TYPE_CHECKING

from service.cli import KEY, Commands
from service.cli.sdk import SdkNotInstalled, provide_sdk
from service.games.base import LANGUAGES
from service.games.bot_levels import BOT_LEVELS
from service.games.registry import RULEBOOKS

if TYPE_CHECKING:
    from almagest_sdk import Almagest, Table

SERVER = "http://127.0.0.1:8000"
TOKEN = "ALMAGEST_TOKEN"  # noqa: S105 - the name of the variable, not a token


def register(commands: Commands) -> None:
    parser = commands.add_parser(
        "play",
        help="play in the terminal",
        description="Play in the terminal, against bots or with others. Type the number of a move, or ? for"
        f" a hint. If the server lets only apps create games, set {KEY} to an app's key.",
    )
    parser.add_argument("rulebook", nargs="?", default="astra", help="the game (default: %(default)s)")
    parser.add_argument("--server", default=SERVER, metavar="URL", help="where to play (default: %(default)s)")
    parser.add_argument("--seats", type=int, default=2, help="number of players, with you (default: %(default)s)")
    parser.add_argument("--level", choices=BOT_LEVELS, default="greedy", help="of the bots (default: %(default)s)")
    parser.add_argument("--name", default="Guest", help="your name (default: %(default)s)")
    parser.add_argument(
        "--option", type=_option, action="append", default=[], metavar="NAME=VALUE", help="an option of the game"
    )
    parser.add_argument("--lang", choices=LANGUAGES, default="en", help="language (default: %(default)s)")
    parser.add_argument("--game", metavar="ID", help=f"continue this game; {TOKEN} has the seat's token")
    parser.add_argument("--quick", action="store_true", help="play with people: join a game that waits, or open one")
    parser.add_argument("--again", action="store_true", help="rematch: play --game again with the same players")
    parser.add_argument("--plain", action="store_true", help="no drawings and no colours, for screen readers")
    parser.set_defaults(run=run)


def _option(text: str) -> tuple[str, str]:
    name, separator, value = text.partition("=")
    if not separator:
        raise argparse.ArgumentTypeError(f"{text!r} is not NAME=VALUE")
    return name, value


def _is_coloured(options: argparse.Namespace, environment: Mapping[str, str]) -> bool:
    """As https://no-color.org says, and not on terminals without colours."""
    if options.plain or "NO_COLOR" in environment or environment.get("TERM", "dumb") == "dumb":
        return False
    return sys.stdout.isatty()


def _resume(client: Almagest, options: argparse.Namespace) -> Table:
    table: Table = client.games.resume(options.game, os.environ.get(TOKEN, ""))
    return table.rematch() if options.again else table


def _open_table(client: Almagest, options: argparse.Namespace) -> Table:
    if options.game:
        return _resume(client, options)
    game, chosen = (options.rulebook, options.seats, options.name), dict(options.option)
    table: Table = (
        client.games.quick(*game, options=chosen)
        if options.quick
        else client.games.create(*game, bots=options.seats - 1, level=options.level, options=chosen)
    )
    return table


def _resume_hint(table: Table, server: str) -> str:
    return f"Your seat is kept: {TOKEN}={table.token} almagest play --server {server} --game {table.id}"


def _play(client: Almagest, options: argparse.Namespace) -> None:
    from service.cli.terminal import Terminal

    table = _open_table(client, options)
    name = client.rulebooks.get(table.rulebook).name
    terminal = Terminal(table, name, table.content(lang=options.lang), options.plain, _is_coloured(options, os.environ))
    try:
        terminal.play()
    except (EOFError, KeyboardInterrupt):
        print("\n" + _resume_hint(table, options.server))


def _run(options: argparse.Namespace) -> int:
    from almagest_sdk import Almagest, AlmagestError

    try:
        with Almagest(options.server, key=os.environ.get(KEY), language=options.lang) as client:
            _play(client, options)
    except AlmagestError as error:
        return _report_failure(str(error))
    return 0


def _report_failure(reason: str) -> int:
    print(f"almagest play: {reason}", file=sys.stderr)
    return 1


def _rulebooks_needed(options: argparse.Namespace) -> list[str]:
    """The chosen game; all of them if we continue a game, whose rulebook we do not know yet."""
    return [rulebook for rulebook in RULEBOOKS if options.game or rulebook == options.rulebook]


def run(options: argparse.Namespace) -> int:
    try:
        with provide_sdk(_rulebooks_needed(options)):
            return _run(options)
    except SdkNotInstalled:
        return _report_failure("it needs the SDK, which is not installed: pip install ./sdk")
