"""A process that ends everything `almagest serve` has started once the supervisor is gone, on any system.

It imports nothing of ours. It reads a pipe whose other end only the supervisor holds: `+123` adds a process group,
`-123` removes one that has ended. When the supervisor ends, however it ends, the pipe closes.
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


class Watchdog:
    """The supervisor's end of the pipe."""

    def __init__(self) -> None:
        command = [sys.executable, "-I", "-S", __file__]
        read_end, self._write_end = os.pipe()
        # Our own file; nothing that a client sends is in the command.
        self._process = subprocess.Popen(command, stdin=read_end, start_new_session=True)  # noqa: S603
        os.close(read_end)

    def _write(self, line: str) -> None:
        with contextlib.suppress(BrokenPipeError):
            os.write(self._write_end, line.encode())

    def add(self, group: int) -> None:
        self._write(f"+{group}\n")

    def remove(self, group: int) -> None:
        self._write(f"-{group}\n")

    def close(self) -> None:
        os.close(self._write_end)
        self._process.wait()


if __name__ == "__main__":
    watch()
