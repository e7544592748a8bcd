"""`almagest admin keys`: keys of apps are made, listed, revoked."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from service.cli import Commands
from service.cli.admin import desk

if TYPE_CHECKING:
    from service.usecases.context import Context

HEAD = ("id", "app", "scopes", "limits", "created (UTC)", "last used (UTC)")
USUAL = "games,players,webhooks"


def register(commands: Commands) -> None:
    parser = commands.add_parser(
        "keys", help="make, list or revoke keys of apps", description="Keys with which apps call the API."
    )
    actions = parser.add_subparsers(metavar="ACTION", required=True)
    create = desk.add(
        actions,
        "create",
        _create,
        "make a key for an app, and print it once",
        "Make a key and print it; only its hash is kept. Several keys may be one app's: make the next one, then revoke"
        " the one before.",
    )
    create.add_argument("name", help="of the app; its games, players and webhooks are found by it")
    create.add_argument(
        "--scopes", default=USUAL, help="what the key is for: games, players, webhooks, rig, by commas (%(default)s)"
    )
    create.add_argument(
        "--limits", default="", metavar="TEXT", help="requests by this key, like '100 per minute' (RATELIMIT_KEY)"
    )
    desk.add(actions, "list", _list, "list the keys")
    revoke = desk.add(actions, "revoke", _revoke, "end a key; processes that know it believe it for five seconds more")
    revoke.add_argument("id", help="of the key, as listed")


def _create(context: Context, options: argparse.Namespace) -> int:
    from service.usecases.accounts.api_keys import create_key

    made = create_key(context, options.name, options.scopes.split(","), options.limits)
    if options.json:
        desk.say_json({"id": made.record.id, "app": made.record.app, "key": made.key})
    else:
        print(made.key)
    return 0


def _list(context: Context, options: argparse.Namespace) -> int:
    from service.usecases.accounts.api_keys import all_keys, plain

    found = plain(all_keys(context))
    if options.json:
        desk.say_json({"keys": found})
    else:
        desk.say_table(HEAD, map(_row, found))
    return 0


def _row(key: dict[str, Any]) -> tuple[Any, ...]:
    times = (desk.moment(key["created"]), desk.moment(key["last_used"]))
    return key["id"], key["app"], ",".join(key["scopes"]), key["limits"] or "-", *times


def _revoke(context: Context, options: argparse.Namespace) -> int:
    from service.usecases.accounts.api_keys import revoke_key

    revoke_key(context, options.id)
    if options.json:
        desk.say_json({"id": options.id, "revoked": True})
    else:
        print(f"Key {options.id} is revoked.")
    return 0
