"""Processes that end with the process that started them, however that one ended."""

from __future__ import annotations

import ctypes
import signal
import sys

_PR_SET_PDEATHSIG = 1


def end_with_parent(how: signal.Signals = signal.SIGTERM) -> None:
    """Ask Linux for a signal when the parent is gone; elsewhere nothing is promised."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, how)
