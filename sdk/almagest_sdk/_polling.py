"""Polls a table for events, as steps that a transport runs. Written by hand.

The server holds its answer back until there is something new. After the server was away, polling continues with the
event after the last one: none is lost, none comes twice.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Generic

from almagest_sdk._core import OVER, PAGE
from almagest_sdk._steps import Steps
from almagest_sdk._type_vars import E
from almagest_sdk.errors import WentBack

WAIT_SECONDS = 25
FINAL_EVENTS = ("game_finished", "game_abandoned")


@dataclass(frozen=True)
class EventSource:
    """The two functions of a table that a poller needs."""

    poll: Callable[[int, int, int, float], Steps[Any]]
    """Takes the number of the last event, the most events, how long to wait, and how long for a server that is away."""
    before_event: Callable[[int], Steps[None]]
    """Called with the number of the next event, so that the table is as new as the event."""


class EventPoller(Generic[E]):
    """Yields events in order and ends with the game. `last` is the number of the newest one."""

    def __init__(self, source: EventSource, after: int, follow: bool, patience: float):
        self._source, self._follow, self._patience = source, follow, patience
        self._waiting: deque[Any] = deque()
        self._ended = False
        self.last = after

    def _next_event(self) -> Steps[Any]:
        """None after the last."""
        while not self._waiting and not self._ended:
            yield from self._fetch()
        if not self._waiting:
            return None
        yield from self._source.before_event(self._waiting[0].id)
        event = self._waiting.popleft()
        self.last = event.id
        self._ended = self._ended or event.type in FINAL_EVENTS
        return event

    def _fetch(self) -> Steps[None]:
        wait = WAIT_SECONDS if self._follow else 0
        try:
            page = yield from self._source.poll(self.last, PAGE, wait, self._patience)
        except WentBack as back:
            self.last = min(self.last, back.last_event)
            raise
        self._waiting.extend(page.events)
        self._ended = self._is_all(page) if self._follow else len(page.events) < PAGE

    def _is_all(self, page: Any) -> bool:
        """Whether the game is over and the page has its last event: it may have ended after the page was read."""
        return page.status in OVER and page.frame is not None and page.frame.last_event <= page.next
