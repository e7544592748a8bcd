"""Client connections of one API process, limited in time and number, so that slow clients cannot use them all up.

A connection is idle while its client has still to send a request's headers; else it is busy. When connections run out,
idle ones are closed: the oldest one of the address that holds the most, or of the next address if all of its are busy.
"""

from __future__ import annotations

import contextlib
from collections import defaultdict
from collections.abc import Iterator
from typing import Any

import gevent
import msgspec
from gevent import socket

RESERVED_SHARE = 0.1
"""The share of connections that stays free for new clients as long as there are idle ones to close."""

MAX_HEADER_SECONDS = 10
"""Time for the headers even if `CLIENT_SECONDS` allows more for a body: headers are small, and a client that is still
sending them holds a connection without having asked for anything."""


class ConnectionLimitReached(Exception):
    """The address holds as many connections as it may, and all of them are busy."""


class HeaderTimeout(Exception):
    """The client has not sent its headers in time."""


class ConnectionLimits(msgspec.Struct, frozen=True):
    """Time to send something, time until the next request begins, and the number of connections: in total, and per
    address (0: no limit)."""

    client_seconds: float
    idle_seconds: float
    total: int
    per_address: int

    @property
    def header_seconds(self) -> float:
        return min(self.client_seconds, MAX_HEADER_SECONDS)


class ClientSocket(socket.socket):
    """A client's socket that limits the time for headers which have not come whole at the first read."""

    address = ""
    limits = ConnectionLimits(0, 0, 0, 0)
    is_idle = True
    _timer: gevent.Timeout | None = None
    _reads = 0
    _has_sent_request = False

    def recv(self, *arguments: Any) -> Any:
        if self._timer is not None:
            self._reads += 1
            if self._reads == 2:
                self._start_timer(self.limits.header_seconds)
        return super().recv(*arguments)

    def _start_timer(self, seconds: float) -> None:
        self._stop_timer()
        self._timer = gevent.Timeout.start_new(seconds, HeaderTimeout)

    def _stop_timer(self) -> None:
        if self._timer is not None:
            self._timer.close()
            self._timer = None

    @contextlib.contextmanager
    def limit_header_time(self) -> Iterator[None]:
        """Around the reading of headers: a timeout ends it silently, as if the client had closed the connection."""
        self._reads, self.is_idle = 0, True
        self._start_timer(self.limits.idle_seconds if self._has_sent_request else self.limits.header_seconds)
        try:
            yield
        except HeaderTimeout:
            pass
        finally:
            self._stop_timer()
            self.is_idle, self._has_sent_request = False, True

    def stop_reading(self) -> None:
        """Read nothing more, but still answer what has arrived."""
        self.is_idle = False
        with contextlib.suppress(OSError):
            # Not gevent's own shutdown: that would raise in the greenlet that reads, which is to see the end instead.
            self._sock.shutdown(socket.SHUT_RD)  # type: ignore[attr-defined]  # its types leave it out


class Connections:
    """All connections of a process by address, each address's in the order in which they were opened."""

    def __init__(self, limits: ConnectionLimits) -> None:
        self._limits = limits
        self._by_address: defaultdict[str, dict[ClientSocket, None]] = defaultdict(dict)
        self._count = 0

    @contextlib.contextmanager
    def register(self, client: Any, address: str) -> Iterator[ClientSocket]:
        """Count the client's connection while it is handled, or raise `ConnectionLimitReached`."""
        self._make_room(address)
        connection = ClientSocket(client.family, client.type, client.proto, fileno=client.detach())
        connection.address, connection.limits = address, self._limits
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
        if 0 < self._limits.per_address <= len(own):
            if not _close_oldest_idle(own):
                raise ConnectionLimitReached
        elif self._count >= self._limits.total * (1 - RESERVED_SHARE):
            any(_close_oldest_idle(held) for held in sorted(self._by_address.values(), key=len, reverse=True))


def _close_oldest_idle(connections: dict[ClientSocket, None]) -> bool:
    """Whether one was idle."""
    idle = next((connection for connection in connections if connection.is_idle), None)
    if idle:
        idle.stop_reading()
    return idle is not None
