"""A bot process as the worker sees it: the worker sends it a job, and it answers with the result."""

from __future__ import annotations

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


class BotProcess:
    """A process, started again whenever it is lost. Forking is fast, but only safe while there is one thread."""

    def __init__(self, how: Literal["fork", "spawn"] = "spawn") -> None:
        self._start(how)

    def _start(self, how: Literal["fork", "spawn"]) -> None:
        self._pipe, theirs = Pipe()
        # What the two contexts have in common is not annotated.
        context: Any = get_context(how)
        self._process = context.Process(target=bot_main.serve, args=(theirs,), name="bot", daemon=True)
        self._process.start()
        theirs.close()

    def think(self, name: str, extend_lease: Callable[[], None]) -> Thought:
        """Work on a job; `extend_lease` is called again and again meanwhile."""
        began = time.monotonic()
        try:
            self._pipe.send_bytes(name.encode())
            while not self._pipe.poll(LEASE_SECONDS):
                if time.monotonic() - began > HARD_SECONDS:
                    raise TimeoutError
                extend_lease()
            return msgspec.json.decode(self._pipe.recv_bytes(), type=Thought)
        except (EOFError, OSError):
            self.stop()
            self._start("spawn")
            return Thought(LOST, time.monotonic() - began)

    def stop(self) -> None:
        self._pipe.close()
        self._process.kill()
        self._process.join()
