"""`almagest admin`: what who operates the service does, a module per subcommand with a function `register`."""

from __future__ import annotations

from service.cli import Commands
from service.cli.admin import bring, doctor, erase, export, games, keys, webhooks

_SUBCOMMANDS = (games, keys, webhooks, erase, export, bring, doctor)


def register(commands: Commands) -> None:
    parser = commands.add_parser(
        "admin",
        help="look after games and their store",
        description="Works on the store that REDIS_URL names, with the settings of the service. Exit code 2: not done,"
        " and why in one sentence.",
    )
    parser.set_defaults(json=False, data_dir=None)
    subcommands = parser.add_subparsers(metavar="SUBCOMMAND", required=True)
    for subcommand in _SUBCOMMANDS:
        subcommand.register(subcommands)
