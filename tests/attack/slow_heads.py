"""Slow heads: thousands of connections that send their headers a byte at a time. Are others answered throughout?"""

from __future__ import annotations

import contextlib
import multiprocessing
import socket
from collections.abc import Iterator
from http.client import HTTPException
from multiprocessing.synchronize import Event
from time import perf_counter, sleep
from urllib.parse import urlsplit

from tests.attack.listeners import many_files
from tests.attack.service import ATTACKER, PLAYER, Client, Json, compared, served

CONNECTIONS = 4300
LOOKS = 100
DRIP_SECONDS = 2.0
"""Between two bytes of a connection."""


class Dripping:
    """All connections, each of which gets a byte in turn; those that are closed are opened again."""

    def __init__(self, url: str) -> None:
        place = urlsplit(url)
        self._place = (str(place.hostname), place.port or 0)
        self._lines: list[socket.socket | None] = [None] * CONNECTIONS

    def _open(self) -> socket.socket:
        line = socket.create_connection(self._place, 10, source_address=(ATTACKER, 0))
        line.sendall(b"GET / HTTP/1.1\r\nX-Slow: ")
        return line

    def _drip(self, number: int) -> None:
        try:
            line = self._lines[number] or self._open()
            line.sendall(b"a")
            self._lines[number] = line
        except OSError:
            self._lines[number] = None

    def run(self, all_tried: Event) -> None:
        """Until the process is ended."""
        many_files()
        while True:
            again = perf_counter() + DRIP_SECONDS
            for number in range(CONNECTIONS):
                self._drip(number)
            all_tried.set()
            sleep(max(0.0, again - perf_counter()))


def _is_healthy(url: str) -> bool:
    try:
        return Client(url, PLAYER).status("GET", "/healthz") == 200
    except (OSError, HTTPException):
        return False


def _looks(url: str) -> tuple[list[float], int]:
    """How long each takes, and how many were not answered. A new connection each: who has one already is not shut
    out."""
    times, unanswered = [], 0
    for _ in range(LOOKS):
        began = perf_counter()
        unanswered += not _is_healthy(url)
        times.append((perf_counter() - began) * 1000)
    return times, unanswered


@contextlib.contextmanager
def _under_way(url: str) -> Iterator[None]:
    """In a process of its own, so that it does not slow down who looks."""
    all_tried = multiprocessing.Event()
    attacker = multiprocessing.Process(target=Dripping(url).run, args=(all_tried,), daemon=True)
    attacker.start()
    all_tried.wait()
    try:
        yield
    finally:
        attacker.kill()
        attacker.join()


def attack() -> Json:
    with served(RATELIMIT_ENABLED="false") as url:
        before, _ = _looks(url)
        with _under_way(url):
            during, unanswered = _looks(url)
    return {"connections": CONNECTIONS, "unanswered": unanswered, "healthz": compared(before, during)}
