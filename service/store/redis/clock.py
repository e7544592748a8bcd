"""The store's time, as a process knows it: all times of a game are the store's, whatever the machine's clock says. And
how long jobs wait before somebody else takes them."""

from __future__ import annotations

import time
from collections.abc import Callable

from service.store.errors import StoreUnavailable

NEVER = float("-inf")
ASK_SECONDS = 1.0
"""How long a process counts on from the store's last answer."""
WAKEUP_GRACE = 2_000
"""Milliseconds after which a wakeup of the workers counts as lost."""
ARCHIVE_GRACE = 10_000
"""Milliseconds after which a worker archives an ended game, if the process that ended it has not."""


def milliseconds(seconds: int, microseconds: int) -> int:
    """The answer to TIME in milliseconds."""
    return 1000 * seconds + microseconds // 1000


class StoreTime:
    """Counts on from the store's last answer, and asks again after `ASK_SECONDS`. Without an answer it goes on
    counting: games of other nodes continue."""

    def __init__(self, ask: Callable[[], int], ask_any_node: Callable[[], int]) -> None:
        self._ask, self._ask_any_node = ask, ask_any_node
        self._time, self._set_at, self._asked_at = 0, NEVER, NEVER

    def set(self, milliseconds: int) -> None:
        """Take over a time that came along with an answer of the store."""
        self._time, self._set_at = milliseconds, time.monotonic()

    def __call__(self) -> int:
        if self._set_at == NEVER or time.monotonic() - max(self._set_at, self._asked_at) > ASK_SECONDS:
            self._renew()
        return self._time + round(1000 * (time.monotonic() - self._set_at))

    def _renew(self) -> None:
        self._asked_at = time.monotonic()
        try:
            self.set(self._ask())
        except StoreUnavailable:
            if self._set_at == NEVER:
                self.set(self._ask_any_node())
