"""The worker as a process: Celery's pool, the sweeper beside it, logs and metrics."""

from __future__ import annotations

import logging
import warnings
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from celery import signals  # type: ignore[import-untyped]  # it has no annotations
from celery.exceptions import CPendingDeprecationWarning, SecurityWarning  # type: ignore[import-untyped]  # likewise
from prometheus_client import start_http_server

from service import config, logs
from service.metrics import registry
from worker import app, context
from worker.sweeper import Sweeper


class Relay(logging.Handler):
    """Celery's own log lines, worded like ours."""

    def emit(self, record: logging.LogRecord) -> None:
        fields: dict[str, Any] = {"logger": record.name}
        if record.exc_info:
            fields["exc_info"] = record.exc_info
        logs.log().log(record.levelno, record.getMessage(), **fields)


def _set_up_logging(**_: Any) -> None:
    settings = config.load()
    logs.configure(settings)
    logging.basicConfig(handlers=[Relay()], level=max(logging.WARNING, getattr(logging, settings.log_level.upper())))


def _forget_connections(**_: Any) -> None:
    """A forked process makes its own."""
    context.tables.cache_clear()


def _listen(heartbeat: Path | None) -> None:
    """Tie the sweeper to the life of the worker. Celery keeps weak references to receivers unless told otherwise."""
    sweeper = Sweeper(context.tables(), app.send, heartbeat)
    signals.setup_logging.connect(_set_up_logging, weak=False)
    signals.worker_process_init.connect(_forget_connections, weak=False)
    signals.worker_ready.connect(lambda **_: sweeper.start(), weak=False)
    signals.worker_shutting_down.connect(lambda **_: sweeper.stop(), weak=False)


def run(queues: Sequence[str], concurrency: int, heartbeat: Path | None, metrics_port: int) -> int:
    """Work until a signal comes; SIGTERM lets running tasks end."""
    # Celery warns of unpickling as root: here only JSON is read. It announces a setting's new default: it is set here.
    warnings.simplefilter("ignore", SecurityWarning)
    warnings.simplefilter("ignore", CPendingDeprecationWarning)
    _listen(heartbeat)
    if metrics_port:
        start_http_server(metrics_port, registry=registry())
    worker = app.celery.Worker(
        pool="prefork",
        concurrency=concurrency,
        queues=list(queues),
        loglevel=logging.WARNING,
        quiet=True,
        without_gossip=True,
        without_mingle=True,
        without_heartbeat=True,
    )
    worker.start()
    return int(worker.exitcode or 0)
