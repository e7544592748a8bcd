"""The worker as a process: Celery's pool, the sweeper beside it, logs and metrics."""

from __future__ import annotations

import contextlib
import logging
import warnings
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
from celery import bootsteps, signals  # type: ignore[import-untyped]  # it has no annotations
from celery.exceptions import CPendingDeprecationWarning, SecurityWarning  # type: ignore[import-untyped]  # likewise
from prometheus_client import start_http_server

from service.core import logs, tracing
from service.core.metrics import registry
from service.core.settings import load_settings
from service.store.jobs import broker
from worker import tasks
from worker.context import context
from worker.delivery.deliverers import Deliverers
from worker.heartbeat import Heartbeat
from worker.sweeper import Sweeper
from worker.thinking.bot_process import BotProcess, SpareProcess
from worker.thinking.pool import BotProcesses

Start = Callable[[], None]


class LogRelay(logging.Handler):
    """Writes Celery's own log lines as ours are written."""

    def emit(self, record: logging.LogRecord) -> None:
        fields: dict[str, Any] = {"logger": record.name}
        if record.exc_info:
            fields["exc_info"] = record.exc_info
        logs.log().log(record.levelno, record.getMessage(), **fields)


def _set_up_logging(**_: Any) -> None:
    settings = load_settings()
    logs.configure(settings)
    logging.basicConfig(handlers=[LogRelay()], level=max(logging.WARNING, getattr(logging, settings.log_level.upper())))


def _set_up_forked_process(**_: Any) -> None:
    """Give a forked process connections and traces of its own."""
    context.cache_clear()
    tracing.configure(load_settings(), "worker")


def _start_after_pool(starts: Sequence[Start]) -> None:
    """Start threads when the pool has forked, before its consumer looks for a broker: the worker works without one."""

    class StartAfterPool(bootsteps.StartStopStep):  # type: ignore[misc]  # likewise
        requires = ("celery.worker.components:Pool",)

        def start(self, _: Any) -> None:
            for start in starts:
                start()

    broker.celery.steps["worker"].add(StartAfterPool)


def _start_sweeper(sweeper: Sweeper) -> None:
    tracing.configure(load_settings(), "worker")
    sweeper.start()


def _connect_signals(sweeper: Sweeper) -> None:
    """Tie the sweeper to the life of the worker. Celery keeps weak references to receivers by default."""
    signals.setup_logging.connect(_set_up_logging, weak=False)
    signals.worker_process_init.connect(_set_up_forked_process, weak=False)
    signals.worker_process_shutdown.connect(lambda **_: tracing.flush(), weak=False)
    signals.worker_shutting_down.connect(lambda **_: sweeper.stop(), weak=False)


def _serve_metrics(port: int) -> None:
    if port:
        start_http_server(port, load_settings().metrics_host, registry=registry())


@contextlib.contextmanager
def _run_bot_processes(processes: Sequence[BotProcess], spare: SpareProcess | None) -> Iterator[None]:
    """Run bot processes beside the pool; every message for bots wakes them."""
    bots = BotProcesses(context(), processes)

    def wake(request: Any, **_: Any) -> None:
        if request.name == broker.NAME.format(tasks.THINKING):
            bots.wake()

    signals.task_received.connect(wake, weak=False)
    signals.worker_shutting_down.connect(lambda **_: bots.stop(), weak=False)
    bots.start()
    yield
    bots.stop()
    bots.join()
    if spare:
        spare.stop()


@contextlib.contextmanager
def _run_deliverers(threads: int, starts: list[Start]) -> Iterator[None]:
    """Run deliverers beside the pool; every message about a delivery wakes them."""
    if not threads:
        yield
        return
    deliverers = Deliverers(context(), threads)

    def wake(request: Any, **_: Any) -> None:
        if request.name == broker.NAME.format(tasks.DELIVERING):
            deliverers.wake(request.args[0])

    signals.task_received.connect(wake, weak=False)
    starts.append(deliverers.start)
    signals.worker_shutting_down.connect(lambda **_: deliverers.stop(), weak=False)
    yield
    deliverers.stop()
    deliverers.join()


def _serves(kind: str, queues: Sequence[str]) -> bool:
    return not queues or broker.QUEUES[kind] in queues


class Concurrency(msgspec.Struct, frozen=True):
    """How many processes play for bots, how many do what is prompt, and how many threads deliver."""

    bots: int
    prompt: int
    deliverers: int


def run(queues: Sequence[str], concurrency: Concurrency, heartbeat_file: Path | None, metrics_port: int) -> int:
    """Work until a signal comes; SIGTERM lets what is under way end."""
    # Before anything else starts a thread.
    spare = SpareProcess("fork") if concurrency.bots and _serves(tasks.THINKING, queues) else None
    bots = [BotProcess("fork", spare) for _ in range(concurrency.bots)] if spare else []
    deliverers = concurrency.deliverers if _serves(tasks.DELIVERING, queues) else 0
    # Celery warns of unpickling as root: here only JSON is read. It announces a setting's new default: it is set here.
    warnings.simplefilter("ignore", SecurityWarning)
    warnings.simplefilter("ignore", CPendingDeprecationWarning)
    tasks.add_all()
    heartbeat = Heartbeat(heartbeat_file) if heartbeat_file else None
    sweeper = Sweeper(context(), broker.send, heartbeat)
    starts: list[Start] = [partial(_start_sweeper, sweeper)]
    _connect_signals(sweeper)
    _start_after_pool(starts)
    _serve_metrics(metrics_port)
    if heartbeat:
        heartbeat.watch(broker.celery)
        starts.append(heartbeat.start)
    worker = broker.celery.Worker(
        pool="prefork",
        concurrency=concurrency.prompt,
        queues=list(queues),
        loglevel=logging.WARNING,
        quiet=True,
        without_gossip=True,
        without_mingle=True,
        without_heartbeat=True,
    )
    with _run_bot_processes(bots, spare), _run_deliverers(deliverers, starts):
        worker.start()
    return int(worker.exitcode or 0)
