"""How many requests of a process work at once; those that wait for events do not count.

Python's threads that want to run wake every few milliseconds to ask for their turn. A thousand of them at once spend
all their time asking: behind the turnstile they sleep until it is their turn.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager

WORKING = 16
"""Enough to keep a core busy while others wait for the store's disk."""


class Turnstile:
    """Let in, let out, let in again."""

    def __init__(self, most: int = WORKING) -> None:
        self.working = threading.Semaphore(most)

    @contextmanager
    def resting(self) -> Iterator[None]:
        """Somebody who works waits for something, and gives the place up meanwhile."""
        self.working.release()
        try:
            yield
        finally:
            self.working.acquire()
