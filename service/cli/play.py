"""`almagest play`: a game in the terminal, through the SDK."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Mapping
from typing import TYPE_CHECKING

from service.cli import KEY, Commands
from service.cli.client import NoSdk, knowing
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
        description="Play in the terminal, against bots or with others. Moves are numbered; whatever is typed is"
        f" answered in lines. Where only apps create games, {KEY} has the key of one.",
    )
    parser.add_argument("rulebook", nargs="?", default="astra", help="the game (default: %(default)s)")
    parser.add_argument("--server", default=SERVER, metavar="URL", help="where to play (default: %(default)s)")
    parser.add_argument("--seats", type=int, default=2, help="how many, you included (default: %(default)s)")
    parser.add_argument("--level", choices=BOT_LEVELS, default="greedy", help="of the bots")
    parser.add_argument("--name", default="Guest", help="your name (default: %(default)s)")
    parser.add_argument("--option", type=_option, action="append", default=[], metavar="NAME=VALUE", help="of the game")
    parser.add_argument("--lang", choices=LANGUAGES, default="en", help="of cards and moves (default: %(default)s)")
    parser.add_argument("--game", metavar="ID", help=f"go on with this game; the seat's token is in {TOKEN}")
    parser.add_argument("--quick", action="store_true", help="with people: sit down where somebody waits, or wait")
    parser.add_argument("--again", action="store_true", help="play the game that is over once more, with who was there")
    parser.add_argument("--plain", action="store_true", help="no drawings and no colours: for reading aloud")
    parser.set_defaults(run=run)


def _option(text: str) -> tuple[str, str]:
    name, separator, value = text.partition("=")
    if not separator:
        raise argparse.ArgumentTypeError(f"{text!r} is not NAME=VALUE")
    return name, value


def _is_coloured(options: argparse.Namespace, environment: Mapping[str, str]) -> bool:
    """https://no-color.org, and terminals that cannot."""
    if options.plain or "NO_COLOR" in environment or environment.get("TERM", "dumb") == "dumb":
        return False
    return sys.stdout.isatty()


def _held(client: Almagest, options: argparse.Namespace) -> Table:
    table: Table = client.games.resume(options.game, os.environ.get(TOKEN, ""))
    return table.rematch() if options.again else table


def _seat(client: Almagest, options: argparse.Namespace) -> Table:
    if options.game:
        return _held(client, options)
    what, wanted = (options.rulebook, options.seats, options.name), dict(options.option)
    table: Table = (
        client.games.quick(*what, options=wanted)
        if options.quick
        else client.games.create(*what, bots=options.seats - 1, level=options.level, options=wanted)
    )
    return table


def _farewell(table: Table, server: str) -> str:
    return f"Your seat is kept: {TOKEN}={table.token} almagest play --server {server} --game {table.id}"


def _play(client: Almagest, options: argparse.Namespace) -> None:
    from service.cli.terminal import Terminal

    table = _seat(client, options)
    name = client.rulebooks.get(table.rulebook).name
    terminal = Terminal(table, name, table.content(lang=options.lang), options.plain, _is_coloured(options, os.environ))
    try:
        terminal.play()
    except (EOFError, KeyboardInterrupt):
        print("\n" + _farewell(table, options.server))


def _run(options: argparse.Namespace) -> int:
    from almagest_sdk import Almagest, AlmagestError

    with Almagest(options.server, key=os.environ.get(KEY), language=options.lang) as client:
        try:
            _play(client, options)
        except AlmagestError as error:
            return _failed(str(error))
    return 0


def _failed(why: str) -> int:
    print(f"almagest play: {why}", file=sys.stderr)
    return 1


def _asked_for(options: argparse.Namespace) -> list[str]:
    """The installed games that it may be about: when it goes on with a game, any of them."""
    return [rulebook for rulebook in RULEBOOKS if options.game or rulebook == options.rulebook]


def run(options: argparse.Namespace) -> int:
    try:
        with knowing(_asked_for(options)):
            return _run(options)
    except NoSdk:
        return _failed("it plays through the SDK, which is not installed: pip install ./sdk")
