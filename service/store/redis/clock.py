"""The store's time, as a process knows it: all times of a game are the store's, whatever its machine's clock says. And
how long who has left work is waited for."""

from __future__ import annotations

import time
from collections.abc import Callable

from service.store.errors import StoreUnavailable

NEVER = float("-inf")
ASK_SECONDS = 1.0
"""For so long what was heard of the store's time is relied on."""
WAKEUP_GRACE = 2_000
"""Milliseconds after which a hint to the workers counts as lost."""
ARCHIVE_GRACE = 10_000
"""Milliseconds after which an ended game is put away, if who ended it has not done so."""


def milliseconds(seconds: int, microseconds: int) -> int:
    """What the store's command TIME says."""
    return 1000 * seconds + microseconds // 1000


class StoreTime:
    """Counts on from what the store said last; asks it when that was long ago. Where it says nothing it is counted on:
    the time of the games that can be played goes on."""

    def __init__(self, ask: Callable[[], int], ask_anybody: Callable[[], int]) -> None:
        self._ask, self._ask_anybody = ask, ask_anybody
        self._said, self._heard, self._asked = 0, NEVER, NEVER

    def hear(self, said: int) -> None:
        """The store has told its time by the way, with a game."""
        self._said, self._heard = said, time.monotonic()

    def __call__(self) -> int:
        if self._heard == NEVER or time.monotonic() - max(self._heard, self._asked) > ASK_SECONDS:
            self._renew()
        return self._said + round(1000 * (time.monotonic() - self._heard))

    def _renew(self) -> None:
        self._asked = time.monotonic()
        try:
            self.hear(self._ask())
        except StoreUnavailable:
            if self._heard == NEVER:
                self.hear(self._ask_anybody())
