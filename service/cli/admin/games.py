"""`almagest admin games`: all games of a store, those that are stuck, one of them; end one, push one."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from service.cli import Commands
from service.cli.admin import desk

if TYPE_CHECKING:
    from service.usecases.admin.games import Case
    from service.usecases.context import Context

HEAD = ("id", "rulebook", "status", "version", "created (UTC)", "seats", "owed", "trouble")


def register(commands: Commands) -> None:
    parser = commands.add_parser(
        "games", help="list games, or show, abandon or requeue one", description="List games, the newest first."
    )
    desk.prepare(parser, _list)
    parser.add_argument("--status", default="", help="only these: open, running, scoring, finished, abandoned")
    parser.add_argument("--rulebook", default="", help="only of this game")
    parser.add_argument("--stuck", action="store_true", help="only those that something keeps from going on")
    parser.add_argument("--seconds", type=int, help="stuck is what is late by more (30)")
    parser.add_argument("--limit", type=int, default=50, help="how many at most (%(default)s)")
    actions = parser.add_subparsers(metavar="ACTION", required=False)
    _register_actions(actions)


def _register_actions(actions: Commands) -> None:
    show = desk.add(actions, "show", _show, "all about one game, but for its secrets")
    show.add_argument("--secrets", action="store_true", help="its seed, invite code and hidden state as well")
    abandon = desk.add(actions, "abandon", _abandon, "end a game now; those who listen are told")
    requeue = desk.add(actions, "requeue", _requeue, "have workers do now what a game waits for")
    for parser in (show, abandon, requeue):
        parser.add_argument("id", help="of the game")


def _list(context: Context, options: argparse.Namespace) -> int:
    from service.usecases.admin import games

    patience = games.STUCK_SECONDS if options.seconds is None else options.seconds
    wanted = games.Filter(options.status, options.rulebook, options.stuck)
    found = games.listed(context, wanted, options.limit, patience)
    if options.json:
        desk.say_json({"games": games.plain(found)})
    else:
        desk.say_table(HEAD, map(_row, found))
    return 0


def _row(case: Case) -> tuple[Any, ...]:
    seats, troubles = ", ".join(case.seats), "; ".join(case.troubles)
    created = desk.moment(case.created)
    return case.id, case.rulebook or "?", case.status or "?", case.version, created, seats, case.owed or "-", troubles


def _show(context: Context, options: argparse.Namespace) -> int:
    from service.usecases.admin import games

    found = games.shown(context, options.id, options.secrets)
    if options.json:
        desk.say_json(found)
        return 0
    seats = found.pop("seats")
    for name, value in found.items():
        print(f"{name:<18}{_said(name, value)}")
    print()
    desk.say_table(("seat", "kind", "name", "taken", "owes since (UTC)"), map(_seat, seats))
    return 0


def _said(name: str, value: Any) -> str:
    if name in ("created", "deadline", "paused") or name.endswith("_since"):
        return desk.moment(value)
    if isinstance(value, dict):
        return ", ".join(f"{key}: {'-' if each is None else each}" for key, each in value.items())
    return "; ".join(value) or "-" if isinstance(value, list) else "-" if value is None else str(value)


def _seat(seat: dict[str, Any]) -> tuple[Any, ...]:
    taken = "yes" if seat["taken"] else "no"
    return seat["seat"], seat["kind"], seat["name"] or "-", taken, desk.moment(seat["owes_since"])


def _abandon(context: Context, options: argparse.Namespace) -> int:
    from service.usecases.admin import games

    games.abandon(context, options.id)
    if options.json:
        desk.say_json({"id": options.id, "status": "abandoned"})
    else:
        print(f"Game {options.id} is abandoned.")
    return 0


def _requeue(context: Context, options: argparse.Namespace) -> int:
    from service.store.jobs import broker
    from service.usecases.admin import games

    done = games.requeue(context, options.id, broker.send)
    if options.json:
        desk.say_json({"id": options.id, "work": done.work, "hinted": done.hinted})
    else:
        then = "workers were told" if done.hinted else "the broker is away, so workers find it within seconds"
        print(f"Game {options.id}: {done.work} is due now; {then}.")
    return 0
