"""`almagest admin games`: list games, find stuck ones, show, abandon or requeue one."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from service.cli import Commands
from service.cli.admin import common

if TYPE_CHECKING:
    from service.usecases.admin.games import GameReport
    from service.usecases.context import Context

HEAD = ("id", "rulebook", "status", "version", "created (UTC)", "seats", "owed", "trouble")


def register(commands: Commands) -> None:
    parser = commands.add_parser(
        "games", help="list games, or show, abandon or requeue one", description="List games, the newest first."
    )
    common.add_common_options(parser, _list)
    parser.add_argument("--status", default="", help="open, running, scoring, finished or abandoned")
    parser.add_argument("--rulebook", default="", help="only games of this rulebook")
    parser.add_argument("--stuck", action="store_true", help="only games that cannot continue")
    parser.add_argument("--seconds", type=int, help="how late a game must be to count as stuck (30)")
    parser.add_argument("--limit", type=int, default=50, help="how many at most (%(default)s)")
    actions = parser.add_subparsers(metavar="ACTION", required=False)
    _register_actions(actions)


def _register_actions(actions: Commands) -> None:
    show = common.add_command(actions, "show", _show, "show a game without its secrets")
    show.add_argument("--secrets", action="store_true", help="with its seed, invite code and hidden state")
    abandon = common.add_command(actions, "abandon", _abandon, "end a game now, and tell its listeners")
    requeue = common.add_command(actions, "requeue", _requeue, "make workers do now what a game waits for")
    for parser in (show, abandon, requeue):
        parser.add_argument("id", help="id of the game")


def _list(context: Context, options: argparse.Namespace) -> int:
    from service.usecases.admin import games

    late_seconds = games.STUCK_SECONDS if options.seconds is None else options.seconds
    wanted = games.Filter(options.status, options.rulebook, options.stuck)
    found = games.list_games(context, wanted, options.limit, late_seconds)
    if options.json:
        common.print_json({"games": games.to_builtins(found)})
    else:
        common.print_table(HEAD, map(_row, found))
    return 0


def _row(case: GameReport) -> tuple[Any, ...]:
    seats, troubles = ", ".join(case.seats), "; ".join(case.troubles)
    created = common.format_time(case.created)
    return case.id, case.rulebook or "?", case.status or "?", case.version, created, seats, case.owed or "-", troubles


def _show(context: Context, options: argparse.Namespace) -> int:
    from service.usecases.admin import games

    found = games.describe_game(context, options.id, options.secrets)
    if options.json:
        common.print_json(found)
        return 0
    seats = found.pop("seats")
    for name, value in found.items():
        print(f"{name:<18}{_format_value(name, value)}")
    print()
    common.print_table(("seat", "kind", "name", "taken", "owes since (UTC)"), map(_seat, seats))
    return 0


def _format_value(name: str, value: Any) -> str:
    if name in ("created", "deadline", "paused") or name.endswith("_since"):
        return common.format_time(value)
    if isinstance(value, dict):
        return ", ".join(f"{key}: {'-' if each is None else each}" for key, each in value.items())
    return "; ".join(value) or "-" if isinstance(value, list) else "-" if value is None else str(value)


def _seat(seat: dict[str, Any]) -> tuple[Any, ...]:
    taken = "yes" if seat["taken"] else "no"
    return seat["seat"], seat["kind"], seat["name"] or "-", taken, common.format_time(seat["owes_since"])


def _abandon(context: Context, options: argparse.Namespace) -> int:
    from service.usecases.admin import games

    games.abandon(context, options.id)
    if options.json:
        common.print_json({"id": options.id, "status": "abandoned"})
    else:
        print(f"Game {options.id} is abandoned.")
    return 0


def _requeue(context: Context, options: argparse.Namespace) -> int:
    from service.store.jobs import broker
    from service.usecases.admin import games

    done = games.requeue(context, options.id, broker.send)
    if options.json:
        common.print_json({"id": options.id, "work": done.work, "hinted": done.hinted})
    else:
        then = "a worker was woken" if done.hinted else "the broker does not answer, but workers find it within seconds"
        print(f"Game {options.id}: {done.work} is due now; {then}.")
    return 0
