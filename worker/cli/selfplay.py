"""`almagest selfplay`: bots play each other, and what came of it."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping
from typing import Any

import orjson

from service.cli import Commands
from service.games.base import OptionError
from service.games.registry import RULEBOOKS
from worker.bots import BOTS
from worker.selfplay import Match, play_many, report


def register(commands: Commands) -> None:
    parser = commands.add_parser(
        "selfplay",
        help="let bots play each other",
        description="Let bots play each other and say how long games are, who wins and what is chosen.",
    )
    parser.add_argument("--rulebook", required=True, choices=sorted(RULEBOOKS), help="the game")
    parser.add_argument("--players", required=True, type=_positive, help="how many seats")
    parser.add_argument("--games", type=_positive, default=100, help="how many games (default: %(default)s)")
    parser.add_argument("--seed", type=int, default=1, help="the same seed plays the same games (default: %(default)s)")
    parser.add_argument(
        "--policy",
        type=_policies,
        default=("random",),
        metavar="BOT[,BOT...]",
        help=f"{', '.join(BOTS)}; several, one for each seat, with commas (default: random)",
    )
    parser.add_argument("--option", type=_option, action="append", default=[], metavar="NAME=VALUE", help="of the game")
    parser.add_argument("--jobs", type=_positive, default=1, help="processes (default: %(default)s)")
    parser.add_argument("--json", action="store_true", help="print one line of JSON on stdout")
    parser.set_defaults(run=run)


def _positive(text: str) -> int:
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number above 0")
    return int(text)


def _policies(text: str) -> tuple[str, ...]:
    names = tuple(text.split(","))
    unknown = [name for name in names if name not in BOTS]
    if unknown:
        raise argparse.ArgumentTypeError(f"{unknown[0]!r} is not one of {', '.join(BOTS)}")
    return names


def _option(text: str) -> tuple[str, str]:
    name, separator, value = text.partition("=")
    if not separator:
        raise argparse.ArgumentTypeError(f"{text!r} is not NAME=VALUE")
    return name, value


def _refusal(options: argparse.Namespace) -> str | None:
    """What no single argument shows to be wrong."""
    rulebook = RULEBOOKS[options.rulebook]
    if not rulebook.min_players <= options.players <= rulebook.max_players:
        return f"--players: {rulebook.id} is for {rulebook.min_players} to {rulebook.max_players}"
    if len(options.policy) not in (1, options.players):
        return f"--policy: name one bot, or {options.players}"
    try:
        rulebook.complete_options(dict(options.option))
    except OptionError as error:
        return f"--option: {error}"
    return None


def run(options: argparse.Namespace) -> int:
    refused = _refusal(options)
    if refused:
        print(f"almagest selfplay: {refused}", file=sys.stderr)
        return 2
    match = Match(options.rulebook, options.players, options.policy, options.seed, dict(options.option))
    progress = ProgressBar(options.games)
    played = play_many(match, options.games, options.jobs, progress.tick)
    progress.close()
    result = report(match, played)
    print(orjson.dumps(result).decode() if options.json else _table(result))
    return 0


class ProgressBar:
    """Counts the games on a terminal; silent where standard error is none."""

    def __init__(self, total: int) -> None:
        self.total, self.done = total, 0
        self.shown = sys.stderr.isatty()

    def tick(self) -> None:
        self.done += 1
        if self.shown:
            filled = 40 * self.done // self.total
            bar = "█" * filled + "·" * (40 - filled)
            print(f"\r{bar} {self.done}/{self.total} games", end="", file=sys.stderr, flush=True)

    def close(self) -> None:
        if self.shown:
            print(file=sys.stderr)


def _table(result: Mapping[str, Any]) -> str:
    head = f"{result['rulebook']}, {result['players']} players, {result['policy']}, seed {result['seed']}"
    lines = [head, f"{result['games']} games, {result['moves']} moves, {result['moves_per_second']} moves per second"]
    lines += [_cells(key, result[key]) for key in ("length", "score", "win_share", "end_reasons")]
    lines += _rows("choice", "offered taken share", result["choices"])
    lines += _rows("holder", "games seats of_fair_share", result["holders"])
    return "\n".join(lines)


def _cells(title: str, cells: Mapping[str, float]) -> str:
    return f"{title:<14}" + "  ".join(f"{name} {value}" for name, value in cells.items())


def _rows(title: str, columns: str, rows: Mapping[str, Mapping[str, float]]) -> list[str]:
    if not rows:
        return []
    names = columns.split()
    lines = ["", f"{title:<36}" + "".join(f"{name:>15}" for name in names)]
    return lines + [f"{row:<36}" + "".join(f"{cells[name]:>15}" for name in names) for row, cells in rows.items()]
