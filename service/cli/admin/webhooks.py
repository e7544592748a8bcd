"""`almagest admin webhooks`: list the webhooks of all apps."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from service.cli import Commands
from service.cli.admin import common

if TYPE_CHECKING:
    from service.usecases.context import Context

HEAD = ("id", "app", "status", "failing since (UTC)", "next try (UTC)", "url")


def register(commands: Commands) -> None:
    common.add_command(commands, "webhooks", _list, "list the webhooks of all apps, and which of them fail")


def _list(context: Context, options: argparse.Namespace) -> int:
    from service.usecases.delivery.webhooks import all_rows

    found = all_rows(context)
    if options.json:
        common.print_json({"webhooks": found})
    else:
        common.print_table(HEAD, map(_row, found))
    return 0


def _row(webhook: dict[str, Any]) -> tuple[Any, ...]:
    times = (common.format_time(webhook["failing_since"]), common.format_time(webhook["next_try"]))
    return webhook["id"], webhook["app"], webhook["status"], *times, webhook["url"]
