"""What a bot process does: it works on one job after the other, for a batch each."""

from __future__ import annotations

import contextlib
import os
import signal
import time
from collections.abc import Iterator
from multiprocessing.connection import Connection
from typing import Any

import msgspec

from service.core import logs, tracing
from service.core.parent_process import end_with_parent
from service.core.settings import load_settings
from worker import turns
from worker.context import context

SOFT_SECONDS = 20.0
"""A bot that thinks for longer plays anything."""
NICENESS = 5
"""On a full machine the API, the store and the automa go first."""


class Thought(msgspec.Struct, frozen=True):
    """The result of a batch, and the processor seconds that it took."""

    result: str
    seconds: float


class TookTooLong(Exception):
    """Raised wherever the process is when its time is up; the bot's move is then any legal one."""


@contextlib.contextmanager
def _time_limit(seconds: float) -> Iterator[None]:
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)


def _interrupt(*_: object) -> None:
    raise TookTooLong


def _think(name: str) -> Thought:
    began = time.process_time()
    try:
        with _time_limit(SOFT_SECONDS):
            result = turns.run_thinking(context(), name)
    except TookTooLong:
        result = "failed"
    return Thought(result, time.process_time() - began)


def _set_up() -> None:
    """Keep as little as possible of the parent. The worker ends this process, not the terminal."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGALRM, _interrupt)
    end_with_parent(os.getppid())
    os.nice(NICENESS)
    context.cache_clear()
    settings = load_settings()
    logs.configure(settings)
    tracing.configure(settings, "worker")


def serve(pipe: Connection[Any, Any]) -> None:
    """Work until the worker closes the pipe."""
    _set_up()
    with contextlib.suppress(EOFError, ConnectionError):
        while True:
            pipe.send_bytes(msgspec.json.encode(_think(pipe.recv_bytes().decode())))
