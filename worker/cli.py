"""`almagest worker`."""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

from service import config, counting

if TYPE_CHECKING:
    from service.commands import Commands

QUEUES = ("dreamer", "scoring", "bots")
FRESH_SECONDS = 60.0


def register(commands: Commands) -> None:
    """Add the sub-command."""
    worker = commands.add_parser("worker", help="play for bots and the Dreamer, score games, mind deadlines")
    worker.add_argument("--queues", type=_queues, default=QUEUES, help=f"some of {','.join(QUEUES)} (default: all)")
    worker.add_argument("--concurrency", type=int, default=2, help="processes that play (%(default)s)")
    worker.add_argument("--heartbeat", type=Path, metavar="FILE", help="a file that is touched while all is well")
    worker.add_argument("--metrics-port", type=int, default=0, help="serve metrics for Prometheus here")
    worker.add_argument("--check", action="store_true", help="only say whether the heartbeat is fresh")
    worker.set_defaults(run=run_worker)


def _queues(text: str) -> tuple[str, ...]:
    names = tuple(text.split(","))
    if not set(names) <= set(QUEUES):
        raise argparse.ArgumentTypeError(f"queues are {', '.join(QUEUES)}")
    return names


def _check(heartbeat: Path | None) -> int:
    """For a liveness probe."""
    if heartbeat is None or not heartbeat.exists():
        print("There is no heartbeat.", file=sys.stderr)
        return 1
    age = time.time() - heartbeat.stat().st_mtime
    if age > FRESH_SECONDS:
        print(f"The last heartbeat was {age:.0f} seconds ago.", file=sys.stderr)
        return 1
    return 0


def run_worker(options: argparse.Namespace) -> int:
    if options.check:
        return _check(options.heartbeat)
    try:
        config.checked()
    except config.SettingsError as error:
        print(error, file=sys.stderr)
        return 2
    counting.share()
    try:
        from worker import main

        return main.run(options.queues, options.concurrency, options.heartbeat, options.metrics_port)
    finally:
        counting.clear()
