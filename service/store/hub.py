"""Waking those who wait for events: one subscription per process, one read of a stream for all who wait for it."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import redis

from service import metrics
from service.store import events, keys
from service.store.client import ANSWER_SECONDS, StoreAway, connect
from service.store.games import GameStore

Numbered = tuple[int, bytes]
"""An event's number and its JSON."""

TAIL = 64
LINGER_SECONDS = 30.0
LISTENING_SECONDS = 10.0
RECONNECT_SECONDS = 0.2
TIDY_SECONDS = 5.0
SILENT_SECONDS = 3 * TIDY_SECONDS
"""A subscription that does not even answer a ping for so long is given up for another."""


class TooManyWaiters(Exception):
    """This process holds as many waiting requests as it may."""


class Room:
    """Those who wait for one game's events, and the newest of these events."""

    def __init__(self, store: GameStore, game_id: str) -> None:
        self._store = store
        self._game_id = game_id
        self._tail: list[Numbered] = []
        self._complete_after = -1
        self._stale = True
        self._told = threading.Condition()
        self.waiters = 0
        self.left_at = 0.0

    def wake(self) -> None:
        """Something was added to the stream, or may have been."""
        with self._told:
            self._stale = True
            self._told.notify_all()

    def expect(self, newest: int) -> None:
        """There is an event with this number, whether or not anybody was told of it."""
        with self._told:
            is_behind = self._newest() < newest
        if is_behind:
            self.wake()

    def _newest(self) -> int:
        return self._tail[-1][0] if self._tail else self._complete_after

    def _refresh(self, after: int) -> None:
        if self._complete_after < 0:
            self._complete_after = after
        self._stale = False
        try:
            while entries := events.entries_after(self._store, self._game_id, self._newest(), TAIL):
                self._tail += [event for entry in entries for event in events.split(entry)]
        except StoreAway:
            self._stale = True
            raise
        if len(self._tail) > TAIL:
            self._complete_after = self._tail[-TAIL - 1][0]
            self._tail = self._tail[-TAIL:]

    def _later_than(self, after: int) -> list[Numbered] | None:
        """None when the room does not reach back that far."""
        if self._stale:
            self._refresh(after)
        return [event for event in self._tail if event[0] > after] if after >= self._complete_after else None

    def wait(self, after: int, limit: int, seconds: float) -> list[Numbered]:
        """Events later than `after`, as soon as there are any; none when the time is up."""
        until = time.monotonic() + seconds
        with self._told:
            later = self._later_than(after)
            while later == [] and (left := until - time.monotonic()) > 0:
                self._told.wait(left)
                later = self._later_than(after)
        return read(self._store, self._game_id, after, limit) if later is None else later[:limit]


def read(store: GameStore, game_id: str, after: int, limit: int) -> list[Numbered]:
    """Events later than `after`, straight from the stream."""
    entries = events.entries_after(store, game_id, after, limit)
    later = [event for entry in entries for event in events.split(entry) if event[0] > after]
    return later[:limit]


class Hub:
    """All rooms of a process. Its thread starts with the first who waits, and hears of every game that has news."""

    def __init__(self, store: GameStore, most_waiters: int) -> None:
        self._store = store
        self._most = most_waiters
        self._lock = threading.Lock()
        self._rooms: dict[str, Room] = {}
        self._listening = threading.Event()
        self._thread: threading.Thread | None = None
        self.waiters = 0

    @contextmanager
    def room(self, game_id: str) -> Iterator[Room]:
        """Be in a game's room: what is told from now on is not missed."""
        room = self._enter(game_id)
        try:
            if not self._listening.wait(LISTENING_SECONDS):
                raise StoreAway("subscription")
            yield room
        finally:
            self._leave(room)

    def _enter(self, game_id: str) -> Room:
        with self._lock:
            if self.waiters >= self._most:
                raise TooManyWaiters
            self._start()
            room = self._rooms.setdefault(game_id, Room(self._store, game_id))
            self.waiters += 1
            metrics.WAITERS.inc()
            room.waiters += 1
            return room

    def _start(self) -> None:
        if self._thread is None:
            self._thread = threading.Thread(target=self._listen, name="hub", daemon=True)
            self._thread.start()

    def _leave(self, room: Room) -> None:
        with self._lock:
            self.waiters -= 1
            metrics.WAITERS.dec()
            room.waiters -= 1
            room.left_at = time.monotonic()

    def _listen(self) -> None:
        while True:
            try:
                self._listen_once()
            except (redis.RedisError, OSError, ValueError):
                self._listening.clear()
                time.sleep(RECONNECT_SECONDS)

    def _listen_once(self) -> None:
        pubsub = connect(self._store.url, answer_seconds=None).pubsub(ignore_subscribe_messages=True)
        pubsub.subscribe(*(keys.wake(shard) for shard in range(keys.SHARDS)))
        for _ in range(keys.SHARDS):
            pubsub.get_message(timeout=ANSWER_SECONDS)
        self._listening.set()
        self._wake_all()
        heard = tidied = time.monotonic()
        while time.monotonic() < heard + SILENT_SECONDS:
            message = pubsub.get_message(timeout=TIDY_SECONDS)
            if message:
                heard = time.monotonic()
                self._tell(message)
            if time.monotonic() > tidied + TIDY_SECONDS:
                self._tidy()
                pubsub.ping()
                tidied = time.monotonic()
        raise redis.ConnectionError("the subscription is silent")

    def _tell(self, message: dict[str, Any]) -> None:
        """A game has news; or the store has answered that it is still there."""
        room = self._rooms.get(message["data"].decode()) if message["type"] == "message" else None
        if room:
            room.wake()

    def _wake_all(self) -> None:
        """While nobody listened, anything may have been told."""
        with self._lock:
            rooms = list(self._rooms.values())
        for room in rooms:
            room.wake()

    def _tidy(self) -> None:
        """Close rooms that have been empty for a while; who asks again soon finds theirs still warm."""
        long_ago = time.monotonic() - LINGER_SECONDS
        with self._lock:
            for name in [name for name, room in self._rooms.items() if not room.waiters and room.left_at < long_ago]:
                del self._rooms[name]
