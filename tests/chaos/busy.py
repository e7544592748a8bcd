"""A load beside the storm, and how long games stood still for longer than a process needs to start beside it."""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

LOOPS = 5 * (os.cpu_count() or 1)
AIM_SECONDS = 5.0
"""Games may stand still for so long while everything runs."""
_LOOP = """
import os, time
parent, end = os.getppid(), time.monotonic() + 3600
while os.getppid() == parent and time.monotonic() < end:
    sum(range(100_000))
"""


class Interval(NamedTuple):
    """From when to when, by the monotonic clock; `name` says what was killed, or what a game waited for."""

    begin: float
    end: float
    name: str = ""

    @property
    def seconds(self) -> float:
        return self.end - self.begin

    def without(self, others: Iterable[Interval]) -> float:
        """The seconds of it that are in none of the others."""
        left, at = self.seconds, self.begin
        for other in sorted(others):
            begin, end = max(other.begin, at), min(other.end, self.end)
            if begin < end:
                left, at = left - (end - begin), end
        return left


class Stall(NamedTuple):
    """The longest one, without the time in which processes were starting."""

    seconds: float
    waited_for: str
    kills: list[str]


def longest_beyond(stalls: Sequence[Interval], starts: Sequence[Interval]) -> Stall:
    worst = max(stalls, key=lambda stall: stall.without(starts), default=Interval(0.0, 0.0))
    kills = [start.name for start in sorted(starts) if worst.begin - AIM_SECONDS <= start.begin <= worst.end]
    return Stall(round(worst.without(starts), 2), worst.name, kills)


@contextlib.contextmanager
def load(loops: int) -> Iterator[None]:
    """So many processes that only count, and end with this one, or after an hour."""
    command = [sys.executable, "-S", "-c", _LOOP]
    running = [subprocess.Popen(command) for _ in range(loops)]
    try:
        yield
    finally:
        for process in running:
            process.kill()
            process.wait()
