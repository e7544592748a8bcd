"""`almagest admin doctor`: is everything as it should be?"""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from service.cli import Commands
from service.cli.admin import desk

if TYPE_CHECKING:
    from service.usecases.context import Context


def register(commands: Commands) -> None:
    parser = desk.add(
        commands,
        "doctor",
        _doctor,
        "check store, clocks, records and queues, and say what to do",
        "Check the store's settings, versions, clocks, records, queues and broker. Exit code 1: something is bad.",
    )
    parser.add_argument("--limit", type=int, default=1000, help="how many games are read, the newest (%(default)s)")


def _doctor(context: Context, options: argparse.Namespace) -> int:
    from service.usecases.admin import doctor

    found = doctor.examine(context, options.limit)
    if options.json:
        desk.say_json({"findings": doctor.plain(found)})
    else:
        desk.say_table(
            ("", "what", "found", "what to do"), ((row.level, row.what, row.found, row.advice) for row in found)
        )
    return 0 if doctor.is_well(found) else 1
