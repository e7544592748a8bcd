"""A bot process as the worker sees it: the worker sends it a job, and it answers with the result."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from multiprocessing import Pipe, get_context
from typing import Any, Literal

import msgspec

from worker.thinking import bot_main
from worker.thinking.bot_main import Thought

HARD_SECONDS = 30.0
"""A process that is silent for longer is replaced."""
LEASE_SECONDS = 0.5
LOST = "lost"
"""The result of a process that was killed, or had to be."""

How = Literal["fork", "spawn"]
"""Forking is fast, but only safe while there is one thread."""


class RunningProcess:
    """A process, and the worker's end of the pipe to it."""

    def __init__(self, how: How) -> None:
        self.pipe, theirs = Pipe()
        # What the two contexts have in common is not annotated.
        context: Any = get_context(how)
        self.process = context.Process(target=bot_main.serve, args=(theirs,), name="bot", daemon=True)
        self.process.start()
        theirs.close()

    def stop(self) -> None:
        self.pipe.close()
        self.process.kill()
        self.process.join()


class SpareProcess:
    """A process that waits to take the place of a lost one: on a busy machine Python takes seconds to start."""

    def __init__(self, how: How = "spawn") -> None:
        self._lock, self._spare = threading.Lock(), RunningProcess(how)

    def take(self) -> RunningProcess:
        """The spare process, or a new one if somebody killed that, too; the next spare one starts meanwhile."""
        with self._lock:
            taken, self._spare = self._spare, RunningProcess("spawn")
        if taken.process.is_alive():
            return taken
        taken.stop()
        return RunningProcess("spawn")

    def stop(self) -> None:
        with self._lock:
            self._spare.stop()


class BotProcess:
    """A process, replaced by the spare one whenever it is lost."""

    def __init__(self, how: How, spare: SpareProcess) -> None:
        self._running, self._spare = RunningProcess(how), spare

    def think(self, name: str, extend_lease: Callable[[], None]) -> Thought:
        """Work on a job; `extend_lease` is called again and again meanwhile."""
        began = time.monotonic()
        try:
            return self._think(name, extend_lease, began)
        except (EOFError, OSError):
            self.stop()
            self._running = self._spare.take()
            return Thought(LOST, time.monotonic() - began)

    def _think(self, name: str, extend_lease: Callable[[], None], began: float) -> Thought:
        pipe = self._running.pipe
        pipe.send_bytes(name.encode())
        while not pipe.poll(LEASE_SECONDS):
            if time.monotonic() - began > HARD_SECONDS:
                raise TimeoutError
            extend_lease()
        return msgspec.json.decode(pipe.recv_bytes(), type=Thought)

    def stop(self) -> None:
        self._running.stop()
