"""`almagest admin doctor`: check the store, clocks, records and queues"""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from service.cli import Commands
from service.cli.admin import common

if TYPE_CHECKING:
    from service.usecases.context import Context


def register(commands: Commands) -> None:
    parser = common.add_command(
        commands,
        "doctor",
        _doctor,
        "check store, clocks, records and queues, and advise what to do",
        "Check the store's settings, versions, clocks, records, queues and broker. Exit code 1: something is bad.",
    )
    parser.add_argument("--limit", type=int, default=1000, help="how many of the newest games to read (%(default)s)")


def _doctor(context: Context, options: argparse.Namespace) -> int:
    from service.usecases.admin import doctor

    found = doctor.examine(context, options.limit)
    if options.json:
        common.print_json({"findings": doctor.to_builtins(found)})
    else:
        common.print_table(
            ("", "what", "found", "what to do"), ((row.level, row.what, row.found, row.advice) for row in found)
        )
    return 0 if doctor.is_well(found) else 1
