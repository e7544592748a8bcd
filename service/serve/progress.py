"""Waiting for others to start: for as long as they get on, and saying for what."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from pathlib import Path

from service.serve.errors import CannotGoOn

SAY_SECONDS = 3.0
"""Nobody is told of what takes less."""
STUCK_SECONDS = 60.0
"""Without any progress nothing is waited for longer."""
_GROUP, _FIRST_TIME, _LAST_TIME = 2, 11, 15
"""Of the fields of /proc/PID/stat that follow the name: the process group; four times of computing."""


def worked(groups: Iterable[int]) -> int:
    """How much these groups of processes have computed. Where the system has no /proc, time itself counts as work."""
    wanted, proc = set(groups), Path("/proc")
    if not (proc / "self" / "stat").exists():
        return time.monotonic_ns()
    return sum(_worked(path) for path in proc.glob("[0-9]*/stat") if _group(path) in wanted)


def _fields(path: Path) -> list[str]:
    """None of a process that has just ended."""
    try:
        return path.read_text().rpartition(")")[2].split()
    except OSError:
        return []


def _group(path: Path) -> int:
    fields = _fields(path)
    return int(fields[_GROUP]) if fields else 0


def _worked(path: Path) -> int:
    return sum(map(int, _fields(path)[_FIRST_TIME:_LAST_TIME]))


class Progress:
    """What is waited for, and since when nothing has changed."""

    def __init__(self, say: Callable[[str], None]) -> None:
        self._say = say
        self._last: tuple[str, int] = ("", 0)
        self._changed = self._said_at = time.monotonic()
        self._said = ""

    def note(self, what: str, work: int) -> None:
        now = time.monotonic()
        if (what, work) != self._last:
            self._last, self._changed = (what, work), now
        if now > self._changed + STUCK_SECONDS:
            raise CannotGoOn(
                f"Waited for {what} in vain: nothing has moved for {STUCK_SECONDS:.0f} seconds; try again."
            )
        if what != self._said and now > self._said_at + SAY_SECONDS:
            self._said, self._said_at = what, now
            self._say(f"Waiting for {what}.")
