"""Connections of people at tables: one thread, one selector, and hardly anything is read of what comes."""

from __future__ import annotations

import selectors
import socket
from collections.abc import Callable, Generator
from time import perf_counter
from urllib.parse import urlsplit

Talk = Generator[bytes, bytes, None]
"""Gives requests, and is given the body of each answer."""


class Counted:
    """What everybody sent and got, and the seconds from each move until the last at the table had drawn it."""

    def __init__(self) -> None:
        self.requests = self.bytes = self.moves = 0
        self.seconds: list[float] = []

    def numbers(self) -> dict[str, int]:
        return {"requests": self.requests, "bytes": self.bytes, "moves": self.moves}


class Line:
    """A connection that is kept open, for one request at a time."""

    def __init__(self, street: Street, counted: Counted) -> None:
        self._socket = socket.create_connection(street.address)
        self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._street, self._counted = street, counted
        self._got = b""
        self._talk: Talk | None = None
        street.selector.register(self._socket, selectors.EVENT_READ, self.hear)

    def converse(self, talk: Talk) -> None:
        self._talk = talk
        self._send(next(talk, None))

    def _send(self, wanted: bytes | None) -> None:
        if wanted:
            self._counted.requests += 1
            self._socket.sendall(wanted)

    def hear(self) -> None:
        got = self._socket.recv(1 << 16)
        if not got:
            raise ConnectionError("the server has hung up")
        self._got += got
        head, found, body = self._got.partition(b"\r\n\r\n")
        if found and len(body) == _length(head):
            self._got = b""
            self._answered(head, body)

    def _answered(self, head: bytes, body: bytes) -> None:
        assert head[9:10] == b"2", (head, body)
        self._counted.bytes += len(body)
        assert self._talk
        try:
            self._send(self._talk.send(body))
        except StopIteration:
            return

    def close(self) -> None:
        self._street.selector.unregister(self._socket)
        self._socket.close()


def _length(head: bytes) -> int:
    at = head.find(b"Content-Length: ")
    return int(head[at + 16 :].split(b"\r\n", 1)[0])


class Stream(Line):
    """A connection over which messages come."""

    def __init__(self, street: Street, counted: Counted, wanted: bytes, told: Callable[[bool, bytes], None]) -> None:
        super().__init__(street, counted)
        self._told = told
        self._send(wanted)

    def hear(self) -> None:
        """Messages end with an empty line; the lengths of chunks are lines that begin with none of the known words."""
        got = self._socket.recv(1 << 16)
        if not got:
            raise ConnectionError("the stream has ended")
        self._counted.bytes += len(got)
        self._got += got
        while (end := self._got.find(b"\n\n")) >= 0:
            message, self._got = self._got[:end], self._got[end + 2 :]
            at = message.find(b"data: ")
            if at >= 0:
                self._told(b"event: frame\n" in message[:at], message[at + 6 :])


class Street:
    """Where all tables stand: who hears something is told."""

    def __init__(self, url: str) -> None:
        found = urlsplit(url)
        self.address = (str(found.hostname), found.port)
        self.selector = selectors.DefaultSelector()
        self.is_open = False

    def hear(self, seconds: float) -> None:
        for key, _ in self.selector.select(seconds):
            # Whoever was heard before in this batch may have closed it, and its number may be another's by now.
            if self.selector.get_map().get(key.fd) is key:
                key.data()

    def live(self, until: float) -> None:
        while (left := until - perf_counter()) > 0:
            self.hear(left)
