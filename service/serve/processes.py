"""Processes of a running service: how the API is started, and a child that runs as long as we do."""

from __future__ import annotations

import contextlib
import functools
import os
import resource
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NoReturn

import msgspec

from service.core import metric_files
from service.core.parent_process import end_with_parent
from service.serve.data_dir import UMASK
from service.serve.watchdog import Lifeline

STOP_SECONDS = 10.0
FIRST_PAUSE, LONGEST_PAUSE = 0.5, 30.0
"""Seconds before what has ended is started again; longer each time, unless it ran for longer than that."""


def run_api(listener: socket.socket) -> NoReturn:
    """Become gunicorn, in a fresh interpreter: gevent has to come before everything that opens sockets."""
    metric_files.share()
    allow_many_connections()
    listener.set_inheritable(True)
    # The command is our own; nothing that anybody sends is in it.
    os.execv(sys.executable, api_command(f"fd://{listener.fileno()}"))  # noqa: S606


def api_command(bind: str) -> list[str]:
    return [sys.executable, "-m", "gunicorn", "--config", "python:service.serve.gunicorn", "--bind", bind]


def allow_many_connections() -> None:
    """For us and those we start, as many as the system lets us have; its default is often 1,024."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    with contextlib.suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


class Child(msgspec.Struct):
    """A process that is to run as long as we do."""

    name: str
    command: Sequence[str]
    environment: Mapping[str, str]
    directory: Path
    files: tuple[int, ...]
    lifeline: Lifeline
    process: subprocess.Popen[bytes] | None = None
    began: float = 0.0
    pause: float = FIRST_PAUSE

    def start(self) -> None:
        # The commands are our own modules and the store's binary, never what anybody sends.
        self.process = subprocess.Popen(  # noqa: S603
            self.command,
            env={**os.environ, **self.environment},
            cwd=self.directory,
            # What they have to say, they say to stderr or into their logs.
            stdout=subprocess.DEVNULL,
            pass_fds=self.files,
            umask=UMASK,
            start_new_session=True,
            preexec_fn=functools.partial(end_with_parent, os.getpid()),
        )
        self.began = time.monotonic()
        self.lifeline.holds(self.process.pid)

    def has_ended(self) -> bool:
        return self.process is not None and self.process.poll() is not None

    @property
    def ended_itself(self) -> bool:
        """With an exit code, and not because somebody killed it."""
        return self.process is not None and (self.process.poll() or 0) >= 0

    @property
    def has_failed(self) -> bool:
        """Ended by itself, because of an error."""
        return self.process is not None and (self.process.poll() or 0) > 0

    def start_again(self) -> bool:
        """Once its pause is over; what keeps ending has longer ones."""
        self.clear()
        ran = time.monotonic() - self.began
        if ran < self.pause:
            return False
        self.pause = FIRST_PAUSE if ran > LONGEST_PAUSE else min(2 * self.pause, LONGEST_PAUSE)
        self.start()
        return True

    def stop(self) -> None:
        if self.process is None or self.process.poll() is not None:
            return
        self.process.terminate()
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.process.wait(STOP_SECONDS)
        self.clear()

    def clear(self) -> None:
        """End whatever is left of the process and of those it started: it leads a group of its own."""
        if self.process is not None:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()
            self.lifeline.lets_go(self.process.pid)
