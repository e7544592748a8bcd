"""Listeners with open streams: cut off again and again, they go on where they were and check what they are told."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from typing import Any, Protocol

import msgspec
import urllib3

LATEST = urllib3.Timeout(connect=5, read=20)
PAUSE = 0.2


class Tally(Protocol):
    """Where all listeners write down what they met."""

    problems: list[str]

    def note(self, **counts: int) -> None: ...


class Message(msgspec.Struct, frozen=True):
    """One message of a stream."""

    kind: str
    id: int
    data: Any


def _message(block: bytes) -> Message | None:
    """None for a comment, or for what only says when to come back."""
    fields = dict(line.split(b": ", 1) for line in block.split(b"\n") if b": " in line and not line.startswith(b":"))
    if b"data" not in fields:
        return None
    return Message(fields.get(b"event", b"event").decode(), int(fields[b"id"]), msgspec.json.decode(fields[b"data"]))


def messages(chunks: Iterator[bytes]) -> Iterator[Message]:
    """Whole messages; one that was cut off is dropped."""
    rest = b""
    for chunk in chunks:
        *blocks, rest = (rest + chunk).split(b"\n\n")
        yield from (found for found in map(_message, blocks) if found)


class Told:
    """What one listener has been told of one game, over however many streams."""

    def __init__(self) -> None:
        self.last = 0
        self.version = 0
        self.seen = 0
        self.is_over = False
        self.problems: list[str] = []

    def hear(self, message: Message) -> None:
        if message.kind == "frame":
            self._see(message)
        else:
            self._learn(message)

    def _learn(self, message: Message) -> None:
        """Events come one after the other: none is left out, none comes twice."""
        if message.id != self.last + 1 or message.data["id"] != message.id:
            self.problems.append(f"event {message.id} after {self.last}")
        if message.data["version"] < self.version:
            self.problems.append(f"event {message.id} of version {message.data['version']} after {self.version}")
        self.last = message.id
        self.version = message.data["version"]
        self.is_over = message.data["type"] in ("game_finished", "game_abandoned")

    def _see(self, message: Message) -> None:
        """A frame is never older than what was told before it; it may be newer than events that are to come."""
        frame = message.data
        newest = max(self.version, self.seen)
        if frame["version"] < newest or frame["last_event"] < self.last or message.id != self.last:
            seen = f"version {frame['version']}, event {frame['last_event']}, id {message.id}"
            self.problems.append(f"a frame of {seen} after version {newest}, event {self.last}")
        self.seen = frame["version"]


class Listener(threading.Thread):
    """Follows a game as a spectator until its end."""

    def __init__(self, url: str, game: str, tally: Tally, patience: float) -> None:
        super().__init__(name=f"listener of {game}", daemon=True)
        self._address = f"{url}/v1/games/{game}/events?include=view,score"
        self.game, self._tally, self._patience = game, tally, patience
        self._pool = urllib3.PoolManager(retries=False, timeout=LATEST)
        self.told = Told()

    def run(self) -> None:
        until = time.monotonic() + self._patience
        while not self.told.is_over and time.monotonic() < until:
            before = self.told.last
            try:
                self._listen()
            except urllib3.exceptions.HTTPError:
                self._tally.note(streams_cut=1)
                time.sleep(PAUSE)
            until = time.monotonic() + self._patience if self.told.last > before else until
        self._tally.problems.extend(f"{self.game}: {problem}" for problem in self.told.problems)
        if not self.told.is_over:
            self._tally.problems.append(f"{self.game}: the stream was not told the end, but {self.told.last} events")

    def _listen(self) -> None:
        headers = {"Accept": "text/event-stream", "Last-Event-ID": str(self.told.last)}
        answer = self._pool.request("GET", self._address, headers=headers, preload_content=False)
        if answer.status != 200:
            answer.release_conn()
            raise urllib3.exceptions.HTTPError(f"status {answer.status}")
        self._tally.note(streams=1)
        for message in messages(answer.stream()):
            self.told.hear(message)
            self._tally.note(**{"frames_seen" if message.kind == "frame" else "events_heard": 1})
            if self.told.is_over:
                break
        answer.close()
