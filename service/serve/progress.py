"""Wait for processes to start as long as they make progress, and report what we wait for."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from pathlib import Path

from service.serve.errors import FatalError

REPORT_SECONDS = 3.0
"""Shorter waits are not reported."""
STUCK_SECONDS = 60.0
"""Time without progress after which we give up."""
_GROUP, _FIRST_TIME, _LAST_TIME = 2, 11, 15
"""Fields of /proc/PID/stat after the name: the process group, and four CPU times."""


def cpu_time(groups: Iterable[int]) -> int:
    """CPU time that these process groups have used, in ticks. Without /proc the clock itself counts as progress."""
    wanted, proc = set(map(str, groups)), Path("/proc")
    if not (proc / "self" / "stat").exists():
        return time.monotonic_ns()
    processes = [_stat_fields(path) for path in proc.glob("[0-9]*/stat")]
    return sum(sum(map(int, stat[_FIRST_TIME:_LAST_TIME])) for stat in processes if stat and stat[_GROUP] in wanted)


def _stat_fields(path: Path) -> list[str]:
    """Empty for a process that has just ended."""
    try:
        return path.read_text().rpartition(")")[2].split()
    except OSError:
        return []


class StartupProgress:
    """What we wait for, and since when nothing has changed."""

    def __init__(self, report: Callable[[str], None]) -> None:
        self._report = report
        self._last: tuple[str, int] = ("", 0)
        self._changed_at = self._reported_at = time.monotonic()
        self._reported = ""

    def update(self, waiting_for: str, work: int) -> None:
        """Report a long wait; raise `FatalError` when nothing changes any more."""
        now = time.monotonic()
        if (waiting_for, work) != self._last:
            self._last, self._changed_at = (waiting_for, work), now
        if now > self._changed_at + STUCK_SECONDS:
            raise FatalError(
                f"Gave up waiting for {waiting_for}: no progress for {STUCK_SECONDS:.0f} seconds; try again."
            )
        if waiting_for != self._reported and now > self._reported_at + REPORT_SECONDS:
            self._reported, self._reported_at = waiting_for, now
            self._report(f"Waiting for {waiting_for}.")
