"""`almagest admin`: the operator's commands, a module per subcommand with a function `register`."""

from __future__ import annotations

from service.cli import Commands
from service.cli.admin import doctor, erase, export, games, import_games, keys, webhooks

_SUBCOMMANDS = (games, keys, webhooks, erase, export, import_games, doctor)


def register(commands: Commands) -> None:
    parser = commands.add_parser(
        "admin",
        help="look after games and their store",
        description="Work on the store at REDIS_URL, or on that of the `almagest serve` that runs in this folder, with"
        " the settings of the service. Exit code 2: it failed, and a sentence says why.",
    )
    parser.set_defaults(json=False, data_dir=None)
    subcommands = parser.add_subparsers(metavar="SUBCOMMAND", required=True)
    for subcommand in _SUBCOMMANDS:
        subcommand.register(subcommands)
