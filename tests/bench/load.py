"""A small load generator: keep-alive connections, each with its own list of prepared requests."""

from __future__ import annotations

import asyncio
import functools
import time
from collections.abc import Iterable, Sequence
from typing import NamedTuple


class Result(NamedTuple):
    """What a slice of load measured."""

    per_second: float
    p50: float
    p99: float
    statuses: dict[int, int]


def request(method: str, path: str, body: bytes = b"", headers: Sequence[str] = ()) -> bytes:
    lines = [f"{method} {path} HTTP/1.1", "Host: bench", *headers]
    if body:
        lines += ["Content-Type: application/json", f"Content-Length: {len(body)}"]
    return "\r\n".join([*lines, "", ""]).encode() + body


class _Connection(asyncio.Protocol):
    """Sends the next request as soon as the answer to the last is complete."""

    def __init__(self, requests: Iterable[bytes], until: float, done: asyncio.Future[None]) -> None:
        self._requests, self._until, self._done = iter(requests), until, done
        self._buffer = b""
        self._sent = 0.0
        self.times: list[float] = []
        self.statuses: dict[int, int] = {}
        self._transport: asyncio.Transport | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        self._next()

    def _next(self) -> None:
        assert self._transport
        now = time.perf_counter()
        following = next(self._requests, None) if now < self._until else None
        if following is None:
            self._transport.close()
            return
        self._sent = now
        self._transport.write(following)

    def data_received(self, data: bytes) -> None:
        self._buffer += data
        head, found, rest = self._buffer.partition(b"\r\n\r\n")
        if not found:
            return
        lowered = head.lower()
        at = lowered.find(b"content-length:")
        length = int(lowered[at + 15 :].split(b"\r\n", 1)[0]) if at >= 0 else 0
        if len(rest) < length:
            return
        self._buffer = b""
        self.times.append(time.perf_counter() - self._sent)
        status = int(head[9:12])
        self.statuses[status] = self.statuses.get(status, 0) + 1
        self._next()

    def connection_lost(self, exc: Exception | None) -> None:
        if not self._done.done():
            self._done.set_result(None)


async def _run(host: str, port: int, plans: Sequence[Iterable[bytes]], seconds: float) -> Result:
    loop = asyncio.get_running_loop()
    began = time.perf_counter()
    connections, ends = [], []
    for plan in plans:
        end = loop.create_future()
        made = functools.partial(_Connection, plan, began + seconds, end)
        _, connection = await loop.create_connection(made, host, port)
        connections.append(connection)
        ends.append(end)
    await asyncio.gather(*ends)
    took = time.perf_counter() - began
    times = sorted(value for connection in connections for value in connection.times)
    statuses: dict[int, int] = {}
    for connection in connections:
        for status, count in connection.statuses.items():
            statuses[status] = statuses.get(status, 0) + count
    return Result(len(times) / took, times[len(times) // 2], times[int(len(times) * 0.99)], statuses)


def run(host: str, port: int, plans: Sequence[Iterable[bytes]], seconds: float) -> Result:
    """Send each plan over a connection of its own, for at most so many seconds."""
    return asyncio.run(_run(host, port, plans, seconds))
