"""Connections of one process: nobody holds them all by sending nothing, or a head a byte at a time.

A connection waits while its client owes a request, or the rest of its head; else it works. Those that wait yield when
places run out: the oldest first, of the address that holds the most, and of the next one where all of that work.
"""

from __future__ import annotations

import contextlib
from collections import defaultdict
from collections.abc import Iterator
from typing import Any

import gevent
import msgspec
from gevent import socket

KEPT_FREE = 0.1
"""So many of all places are kept for those who come, as long as anybody waits who can yield."""


HEAD_SECONDS = 10
"""The most that a client may take for a head, however patient the host is with bodies: a head is small, and who sends
it holds a connection without having asked for anything."""


class TooManyConnections(Exception):
    """The address holds its share already, and none of it waits."""


class Late(Exception):
    """The client has not sent its head in time."""


class Patience(msgspec.Struct, frozen=True):
    """Seconds for what a client sends, and for its next head to begin; and connections: all, and of one address (0:
    any)."""

    client: float
    idle: float
    all: int
    address: int

    @property
    def head(self) -> float:
        """Seconds for a head."""
        return min(self.client, HEAD_SECONDS)


class Connection(socket.socket):
    """A client's socket that hears the first byte of each head."""

    address = ""
    patience = Patience(0, 0, 0, 0)
    is_waiting = True
    _timer: gevent.Timeout | None = None
    _is_first = True
    _has_asked = False

    def recv(self, *arguments: Any) -> Any:
        data = super().recv(*arguments)
        if self._is_first and self._timer is not None:
            self._is_first = False
            self._watch(self.patience.head)
        return data

    def _watch(self, seconds: float) -> None:
        self._end_watch()
        self._timer = gevent.Timeout.start_new(seconds, Late)

    def _end_watch(self) -> None:
        if self._timer is not None:
            self._timer.close()
            self._timer = None

    @contextlib.contextmanager
    def reading(self) -> Iterator[None]:
        """While a head is read. Who is late is cut off without a word, as who has gone is."""
        self._is_first = self.is_waiting = True
        self._watch(self.patience.idle if self._has_asked else self.patience.head)
        try:
            yield
        except Late:
            pass
        finally:
            self._end_watch()
            self.is_waiting, self._has_asked = False, True

    def hang_up(self) -> None:
        """What has arrived is still answered; nothing more is read."""
        self.is_waiting = False
        with contextlib.suppress(OSError):
            # Not gevent's own: it would raise an error in who reads, who is to find the end instead.
            self._sock.shutdown(socket.SHUT_RD)  # type: ignore[attr-defined]  # its types leave it out


class Connections:
    """All of a process, by address; dictionaries keep the order in which they came."""

    def __init__(self, patience: Patience) -> None:
        self._patience = patience
        self._by_address: defaultdict[str, dict[Connection, None]] = defaultdict(dict)
        self._count = 0

    @contextlib.contextmanager
    def taken(self, client: Any, address: str) -> Iterator[Connection]:
        """The client's socket as one that is watched, while it is handled; or `TooManyConnections`."""
        self._make_room(address)
        connection = Connection(client.family, client.type, client.proto, fileno=client.detach())
        connection.address, connection.patience = address, self._patience
        self._by_address[address][connection] = None
        self._count += 1
        try:
            yield connection
        finally:
            self._count -= 1
            del self._by_address[address][connection]
            if not self._by_address[address]:
                del self._by_address[address]

    def _make_room(self, address: str) -> None:
        own = self._by_address.get(address, {})
        if 0 < self._patience.address <= len(own):
            if not _oldest_yields(own):
                raise TooManyConnections
        elif self._count >= self._patience.all * (1 - KEPT_FREE):
            any(_oldest_yields(held) for held in sorted(self._by_address.values(), key=len, reverse=True))


def _oldest_yields(connections: dict[Connection, None]) -> bool:
    waiting = next((connection for connection in connections if connection.is_waiting), None)
    if waiting:
        waiting.hang_up()
    return waiting is not None
