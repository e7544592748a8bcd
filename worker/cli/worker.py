"""`almagest worker`."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from service.cli import Commands
from service.core import metric_files
from service.core.settings import SettingsError
from service.serve.errors import FatalError
from service.serve.sockets import check_metrics_port
from service.serve.startup import load_checked_settings
from worker.heartbeat import complaint


def register(commands: Commands) -> None:
    worker = commands.add_parser(
        "worker", help="play for bots and the automa, score games, mind deadlines, deliver to webhooks"
    )
    worker.add_argument("--queues", type=_queues, default=(), help="the queues to serve, with commas (default: all)")
    worker.add_argument("--concurrency", type=int, default=2, help="processes that play for bots (%(default)s)")
    worker.add_argument(
        "--prompt", type=int, default=1, help="processes for the automa, scoring and deadlines alone (%(default)s)"
    )
    worker.add_argument(
        "--couriers", type=int, default=8, help="requests to webhooks and push services at a time (%(default)s)"
    )
    worker.add_argument("--heartbeat", type=Path, metavar="FILE", help="the worker touches it while all is well")
    worker.add_argument("--metrics-port", type=int, help="serve metrics for Prometheus here (METRICS_PORT)")
    worker.add_argument("--check", action="store_true", help="check whether FILE is fresh, and exit")
    worker.set_defaults(run=run)


def _queues(text: str) -> tuple[str, ...]:
    """Celery is imported here, so that no other command waits for it."""
    from service.store.jobs.broker import QUEUES

    names, known = tuple(text.split(",")), tuple(dict.fromkeys(QUEUES.values()))
    if not set(names) <= set(known):
        raise argparse.ArgumentTypeError(f"queues are {', '.join(known)}")
    return names


def _check(heartbeat: Path | None) -> int:
    """For a liveness probe where there is no shell; the chart's looks at the file's age by itself."""
    wrong = complaint(heartbeat) if heartbeat else "There is no heartbeat."
    if wrong:
        print(wrong, file=sys.stderr)
    return int(bool(wrong))


def _work(options: argparse.Namespace) -> int:
    try:
        settings = load_checked_settings()
        port = settings.metrics_port if options.metrics_port is None else options.metrics_port
        check_metrics_port(settings.metrics_host, port)
    except (SettingsError, FatalError) as error:
        print(error, file=sys.stderr)
        return 2
    from worker import main

    concurrency = main.Concurrency(options.concurrency, options.prompt, options.couriers)
    return main.run(options.queues, concurrency, options.heartbeat, port)


def run(options: argparse.Namespace) -> int:
    if options.check:
        return _check(options.heartbeat)
    # Before anything that counts is imported.
    metric_files.create_directory()
    try:
        return _work(options)
    finally:
        metric_files.remove_directory()
