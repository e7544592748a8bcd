"""Ends what `almagest serve` has started when that is gone, however it ended and on whatever system.

A process of its own, which imports nothing of ours: it reads from a pipe whose other end the keeper alone holds. A line
`+123` names a process that leads a group, `-123` one that has ended. The pipe's end is the keeper's.
"""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys


def watch() -> None:
    groups: set[int] = set()
    for line in sys.stdin:
        change = groups.add if line.startswith("+") else groups.discard
        change(int(line[1:]))
    for group in groups:
        with contextlib.suppress(OSError):
            os.killpg(group, signal.SIGKILL)


class Lifeline:
    """The keeper's end."""

    def __init__(self) -> None:
        command = [sys.executable, "-I", "-S", __file__]
        theirs, self._ours = os.pipe()
        # Our own file; nothing that anybody sends is in the command.
        self._process = subprocess.Popen(command, stdin=theirs, start_new_session=True)  # noqa: S603
        os.close(theirs)

    def _tell(self, line: str) -> None:
        with contextlib.suppress(BrokenPipeError):
            os.write(self._ours, line.encode())

    def holds(self, pid: int) -> None:
        self._tell(f"+{pid}\n")

    def lets_go(self, pid: int) -> None:
        self._tell(f"-{pid}\n")

    def close(self) -> None:
        os.close(self._ours)
        self._process.wait()


if __name__ == "__main__":
    watch()
