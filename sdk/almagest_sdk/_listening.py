"""Listening to a table, step by step; nothing is sent here. Written by hand.

It polls, and waits on the server's side for what is new. When the server goes away and comes back, it goes on with the
event after the last one it gave out: none is lost, none comes twice.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Generic

from almagest_sdk._core import OVER, PAGE
from almagest_sdk._kinds import E
from almagest_sdk._steps import Steps
from almagest_sdk.errors import WentBack

WAIT_SECONDS = 25
LAST_WORDS = ("game_finished", "game_abandoned")


@dataclass(frozen=True)
class Ears:
    """What a table lends to those who listen to it."""

    poll: Callable[[int, int, int, float], Steps[Any]]
    """A page of events after a number, at most so many; how long to wait, and how long for a server that is away."""
    telling: Callable[[int], Steps[None]]
    """The event with this number is about to be told."""


class Listening(Generic[E]):
    """Gives events in order and ends with the game. `last` is the number of the newest one given out."""

    def __init__(self, ears: Ears, after: int, follow: bool, patience: float):
        self._ears, self._follow, self._patience = ears, follow, patience
        self._waiting: deque[Any] = deque()
        self._ended = False
        self.last = after

    def _following(self) -> Steps[Any]:
        """The next event, and the table as new as that; None after the last."""
        while not self._waiting and not self._ended:
            yield from self._fetch()
        if not self._waiting:
            return None
        yield from self._ears.telling(self._waiting[0].id)
        event = self._waiting.popleft()
        self.last = event.id
        self._ended = self._ended or event.type in LAST_WORDS
        return event

    def _fetch(self) -> Steps[None]:
        wait = WAIT_SECONDS if self._follow else 0
        try:
            page = yield from self._ears.poll(self.last, PAGE, wait, self._patience)
        except WentBack as back:
            self.last = min(self.last, back.last_event)
            raise
        self._waiting.extend(page.events)
        self._ended = self._is_all(page) if self._follow else len(page.events) < PAGE

    def _is_all(self, page: Any) -> bool:
        """Over, and everything told: the end may have come since the events were read."""
        return page.status in OVER and page.frame is not None and page.frame.last_event <= page.next
