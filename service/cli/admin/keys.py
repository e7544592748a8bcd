"""`almagest admin keys`: create, list and revoke keys of apps."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from service.cli import Commands
from service.cli.admin import common

if TYPE_CHECKING:
    from service.usecases.context import Context

HEAD = ("id", "app", "scopes", "limits", "created (UTC)", "last used (UTC)")
USUAL = "games,players,webhooks"


def register(commands: Commands) -> None:
    parser = commands.add_parser(
        "keys", help="create, list or revoke keys of apps", description="Keys with which apps call the API."
    )
    actions = parser.add_subparsers(metavar="ACTION", required=True)
    create = common.add_command(
        actions,
        "create",
        _create,
        "create a key for an app and print it once",
        "Create a key and print it; the store keeps only its hash. An app may have several keys: create the new one,"
        " then revoke the old one.",
    )
    create.add_argument("name", help="name of the app, which its games, players and webhooks belong to")
    create.add_argument(
        "--scopes", default=USUAL, help="games, players, webhooks, rig, separated by commas (%(default)s)"
    )
    create.add_argument(
        "--limits", default="", metavar="TEXT", help="rate limit of this key, like '100 per minute' (RATELIMIT_KEY)"
    )
    common.add_command(actions, "list", _list, "list the keys")
    revoke = common.add_command(actions, "revoke", _revoke, "revoke a key; API processes notice within five seconds")
    revoke.add_argument("id", help="id of the key, as listed")


def _create(context: Context, options: argparse.Namespace) -> int:
    from service.usecases.accounts.api_keys import create_key

    made = create_key(context, options.name, options.scopes.split(","), options.limits)
    if options.json:
        common.print_json({"id": made.record.id, "app": made.record.app, "key": made.key})
    else:
        print(made.key)
    return 0


def _list(context: Context, options: argparse.Namespace) -> int:
    from service.usecases.accounts.api_keys import all_keys, to_builtins

    found = to_builtins(all_keys(context))
    if options.json:
        common.print_json({"keys": found})
    else:
        common.print_table(HEAD, map(_row, found))
    return 0


def _row(key: dict[str, Any]) -> tuple[Any, ...]:
    times = (common.format_time(key["created"]), common.format_time(key["last_used"]))
    return key["id"], key["app"], ",".join(key["scopes"]), key["limits"] or "-", *times


def _revoke(context: Context, options: argparse.Namespace) -> int:
    from service.usecases.accounts.api_keys import revoke_key

    revoke_key(context, options.id)
    if options.json:
        common.print_json({"id": options.id, "revoked": True})
    else:
        print(f"Key {options.id} is revoked.")
    return 0
