"""The iterator over what happens at a table. Written by hand.

It polls, and waits on the server's side for what is new. When the server goes away and comes back, it goes on with the
event after the last one it gave out: none is lost, none comes twice.
"""

from __future__ import annotations

import random
import time
from collections import deque
from collections.abc import Callable, Iterator
from typing import TypeVar

from almagest_sdk._generated import calls
from almagest_sdk._generated.models import Event, EventPage
from almagest_sdk._transport import Call, Transport
from almagest_sdk.errors import TooManyRequests, Unavailable, Unreachable

T = TypeVar("T")

WAIT_SECONDS = 25
PATIENCE = 60.0
PAGE = 200
LAST_WORDS = ("game_finished", "game_abandoned")
OVER = ("finished", "abandoned")
_PASSING = (Unreachable, Unavailable, TooManyRequests)


def patiently(transport: Transport, call: Call[T], seconds: float, patience: float) -> T:
    """A server that is restarted is away for a while: try until the patience is used up."""
    until = time.monotonic() + patience
    while True:
        try:
            return transport.send(call, seconds)
        except _PASSING as error:
            if time.monotonic() >= until:
                raise
            time.sleep(error.retry_after or random.uniform(0.2, 0.5))


class EventStream(Iterator[Event]):
    """Gives events in order and ends with the game. `last` is the number of the newest one given out."""

    def __init__(
        self,
        transport: Transport,
        game_id: str,
        token: str | None,
        after: int,
        *,
        follow: bool = True,
        patience: float = PATIENCE,
        told: Callable[[Event], None] | None = None,
    ) -> None:
        self._transport, self._game_id, self._token = transport, game_id, token
        self._follow, self._patience, self._told = follow, patience, told
        self._goes_on = False
        self._waiting: deque[Event] = deque()
        self._ended = False
        self.last = after

    def __next__(self) -> Event:
        while not self._waiting and not self._ended:
            self._fetch()
        if not self._waiting:
            raise StopIteration
        event = self._waiting.popleft()
        self.last = event.id
        self._ended = self._ended or event.type in LAST_WORDS
        if self._told:
            self._told(event)
        return event

    def _fetch(self) -> None:
        """Only where the game is known to go on is there something to wait for."""
        wait = WAIT_SECONDS if self._goes_on and self._follow else 0
        found = self._ask(self._poll(wait), wait).events
        self._waiting.extend(found)
        self._goes_on = bool(found) or (self._follow and not self._is_over())
        self._ended = not self._goes_on

    def _poll(self, wait: int) -> Call[EventPage]:
        return calls.list_events(self._game_id, token=self._token, after=self.last, limit=PAGE, wait=wait)

    def _is_over(self) -> bool:
        """Over, and everything told: the end may have come since the last poll."""
        game = self._ask(calls.get_game(self._game_id, token=self._token))
        return game.status in OVER and game.last_event <= self.last

    def _ask(self, call: Call[T], wait: int = 0) -> T:
        return patiently(self._transport, call, self._transport.timeout + wait, self._patience)
