"""Child processes of `almagest serve`, and the command that runs the API."""

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
from service.serve.watchdog import Watchdog

STOP_SECONDS = 10.0
MIN_PAUSE, MAX_PAUSE = 0.5, 30.0
"""Seconds before a restart; each is twice as long, until a process has run for longer than the longest."""


def run_api(listener: socket.socket) -> NoReturn:
    """Replace this process by gunicorn in a fresh interpreter: gevent must come before all that opens sockets."""
    metric_files.create_directory()
    raise_open_files_limit()
    listener.set_inheritable(True)
    # The command is our own; nothing that a client sends is in it.
    os.execv(sys.executable, api_command(f"fd://{listener.fileno()}"))  # noqa: S606


def api_command(bind: str) -> list[str]:
    return [sys.executable, "-m", "gunicorn", "--config", "python:service.serve.gunicorn", "--bind", bind]


def raise_open_files_limit() -> None:
    """For this process and its children, to what the system allows; its default is often 1,024."""
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    with contextlib.suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))


class Child(msgspec.Struct):
    """A process that the supervisor starts, restarts and stops."""

    name: str
    command: Sequence[str]
    environment: Mapping[str, str]
    directory: Path
    files: tuple[int, ...]
    watchdog: Watchdog
    process: subprocess.Popen[bytes] | None = None
    started_at: float = 0.0
    pause: float = MIN_PAUSE

    def start(self) -> None:
        # The commands are our own modules and the store's binary, never what a client sends.
        self.process = subprocess.Popen(  # noqa: S603
            self.command,
            env={**os.environ, **self.environment},
            cwd=self.directory,
            # They log to stderr or to files.
            stdout=subprocess.DEVNULL,
            pass_fds=self.files,
            umask=UMASK,
            start_new_session=True,
            preexec_fn=functools.partial(end_with_parent, os.getpid()),
        )
        self.started_at = time.monotonic()
        self.watchdog.add(self.process.pid)

    def has_ended(self) -> bool:
        return self.process is not None and self.process.poll() is not None

    @property
    def has_exited(self) -> bool:
        """Whether it ended by itself; not if somebody killed it."""
        return self.process is not None and (self.process.poll() or 0) >= 0

    @property
    def has_failed(self) -> bool:
        """Whether it ended by itself with an error."""
        return self.process is not None and (self.process.poll() or 0) > 0

    def restart(self) -> bool:
        """Start it again if its pause is over; say whether it was."""
        self.kill_group()
        ran = time.monotonic() - self.started_at
        if ran < self.pause:
            return False
        self.pause = MIN_PAUSE if ran > MAX_PAUSE else min(2 * self.pause, MAX_PAUSE)
        self.start()
        return True

    def stop(self) -> None:
        if self.process is None or self.process.poll() is not None:
            return
        self.process.terminate()
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.process.wait(STOP_SECONDS)
        self.kill_group()

    def kill_group(self) -> None:
        """End what is left of the process and of its own children: it leads a process group."""
        if self.process is not None:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()
            self.watchdog.remove(self.process.pid)
