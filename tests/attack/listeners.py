"""Shutting out listeners: one address holds twice as many streams as there are places. Do seats still hear?"""

from __future__ import annotations

import contextlib
import resource
import socket
from time import perf_counter
from urllib.parse import urlsplit

from tests.attack.service import ATTACKER, PLAYER, Client, Json, compared, served

STREAMS = 2000
POLLS = 30
WISH = {"rulebook": "astra", "seats": [{"kind": "human"}, {"kind": "human"}]}


class Seat:
    """Somebody who waits at a table."""

    def __init__(self, url: str) -> None:
        self._client = Client(url, PLAYER)
        made = self._client("POST", "/v1/games", WISH)
        self.path = f"/v1/games/{made['game']['id']}/events"
        self._headers = {"Authorization": f"Bearer {made['token']}"}

    def poll(self) -> tuple[int, float]:
        """One long poll without news: its status, and how much longer than asked for it took, in milliseconds."""
        began = perf_counter()
        status = self._client.status("GET", f"{self.path}?after=99&wait=1", None, **self._headers)
        return status, (perf_counter() - began - 1) * 1000 + 1


def many_files() -> None:
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def _stream(url: str, path: str) -> socket.socket:
    place = urlsplit(url)
    line = socket.create_connection((place.hostname, place.port or 0), 60, source_address=(ATTACKER, 0))
    line.sendall(f"GET {path} HTTP/1.1\r\nHost: x\r\nAccept: text/event-stream\r\n\r\n".encode())
    return line


def attack() -> Json:
    many_files()
    with served(RATELIMIT_ENABLED="false") as url, contextlib.ExitStack() as crowd:
        seat = Seat(url)
        before = [seat.poll() for _ in range(POLLS)]
        for _ in range(STREAMS):
            crowd.enter_context(_stream(url, seat.path))
        during = [seat.poll() for _ in range(POLLS)]
        refused = sum(status != 200 for status, _ in during)
        times = compared([late for _, late in before], [late for _, late in during])
    return {"streams": STREAMS, "polls_of_seats_refused": refused, "lateness_of_polls": times}
