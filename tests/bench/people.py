"""People at tables, as lean as they can be: one thread, one selector, requests made of bytes, answers hardly read.

A process of its own, so that its processor time is known and taken from nobody. Run by `bench_table.py` as
`python -m tests.bench.people URL`: it says `ready` when all sit and have drawn, waits for a line, plays, prints JSON.
"""

from __future__ import annotations

import argparse
import itertools
import json
import random
import selectors
import socket
import sys
from collections.abc import Callable, Generator, Iterator
from time import perf_counter, process_time
from urllib.parse import urlsplit

import msgspec

from tests.bench.load import request

PARTS = "?include=view,moves,score"
READY_SECONDS = 10.0
Talk = Generator[bytes, bytes, None]
"""Gives requests, and is given the body of each answer."""


class Offer(msgspec.Struct):
    move: msgspec.Raw


class Seen(msgspec.Struct):
    """All that a person reads of a game, a frame, an event or a list of moves."""

    version: int
    status: str = "running"
    moves: list[Offer] | None = None


class Played(msgspec.Struct):
    version: int
    game: Seen


class Named(msgspec.Struct):
    id: str


class Seated(msgspec.Struct):
    token: str
    game: Named


_seen, _played = msgspec.json.Decoder(Seen), msgspec.json.Decoder(Played)


class Counted:
    """What everybody sent and got."""

    def __init__(self) -> None:
        self.requests = self.bytes = self.moves = 0


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
            if key.fileobj in self.selector.get_map():
                key.data()

    def live(self, until: float) -> None:
        while (left := until - perf_counter()) > 0:
            self.hear(left)


class Person:
    """One who listens and draws after every move: with frames, or by asking again as in the old way."""

    def __init__(self, table: Table, street: Street, counted: Counted, token: str | None, frames: bool) -> None:
        self._table, self._headers = table, _headers(token)
        self._path, self.is_seated = f"/v1/games/{table.id}", token is not None
        self.line = Line(street, counted)
        wanted = request(
            "GET",
            f"{self._path}/events{PARTS if frames else ''}",
            headers=[*self._headers, "Accept: text/event-stream"],
        )
        self.stream = Stream(street, counted, wanted, self._hear_frame if frames else self._hear_event)
        self.version, self._asked = -1, -1
        self.offers: list[Offer] = []

    def _hear_frame(self, is_frame: bool, data: bytes) -> None:
        if is_frame:
            seen = _seen.decode(data)
            self._drawn(seen.version, seen.moves or [])

    def _hear_event(self, _: bool, data: bytes) -> None:
        version = _seen.decode(data).version
        if version > self._asked:
            self._asked = version
            self.line.converse(self._draw())

    def _draw(self) -> Talk:
        """The old way: the game, the moves of a seat, the score."""
        seen = _seen.decode((yield request("GET", self._path, headers=self._headers)))
        offers: list[Offer] = []
        if self.is_seated:
            offers = _seen.decode((yield request("GET", f"{self._path}/moves", headers=self._headers))).moves or []
        yield request("GET", f"{self._path}/score", headers=self._headers)
        self._drawn(seen.version, offers)

    def _drawn(self, version: int, offers: list[Offer]) -> None:
        self.version, self.offers = version, offers
        self._table.look()

    def play(self, offer: Offer, talk: Callable[[bytes], Talk]) -> None:
        headers = [*self._headers, f'If-Match: "{self.version}"', f"Idempotency-Key: {self._path}-{self.version}"]
        self.line.converse(talk(request("POST", f"{self._path}/moves", bytes(offer.move), headers)))

    def leave(self) -> None:
        self.line.close()
        self.stream.close()


def _headers(token: str | None) -> list[str]:
    return [f"Authorization: Bearer {token}"] if token else []


class Table:
    """One game after the other. The next move is played when all at the table have drawn the last."""

    def __init__(self, street: Street, counted: Counted, options: argparse.Namespace, seeds: Iterator[int]) -> None:
        self._street, self._counted, self._options, self._seeds = street, counted, options, seeds
        self._host = Line(street, Counted())
        self.id, self._version, self._is_playing = "", 0, False
        self._people: list[Person] = []
        self._host.converse(self._begin())

    def _begin(self) -> Talk:
        self._chance = random.Random(next(self._seeds))
        self._version, self._is_playing = 0, False
        people = [{"kind": "human", "name": name} for name in ("A", "B")]
        wish = {"rulebook": "astra", "seats": people, "options": {"dreamer": "player"}}
        made = msgspec.json.decode((yield request("POST", "/v1/games", json.dumps(wish).encode())), type=Seated)
        self.id = made.game.id
        taken = yield request("POST", f"/v1/games/{self.id}/seats", b'{"name": "B"}')
        second = msgspec.json.decode(taken, type=Seated).token
        tokens = [made.token, second, *[None] * self._options.spectators]
        self._people = [
            Person(self, self._street, self._counted, token, self._options.way == "frames") for token in tokens
        ]

    @property
    def is_ready(self) -> bool:
        return bool(self._people) and all(person.version >= self._version for person in self._people)

    def look(self) -> None:
        """Somebody has drawn, or a move was answered."""
        if self._is_playing or not self._street.is_open or not self.is_ready:
            return
        player = next((person for person in self._people if person.offers), None)
        if player:
            self._is_playing = True
            player.play(self._chance.choice(player.offers), self._played)

    def _played(self, post: bytes) -> Talk:
        played = _played.decode((yield post))
        self._counted.moves += 1
        self._version, self._is_playing = played.version, False
        if played.game.status == "running":
            self.look()
        else:
            self._end()

    def _end(self) -> None:
        for person in self._people:
            person.leave()
        self._people = []
        self._host.converse(self._begin())


def measured(street: Street, counted: Counted, tables: list[Table], seconds: float) -> dict[str, float]:
    before, began, used = vars(counted).copy(), perf_counter(), process_time()
    street.is_open = True
    for table in tables:
        table.look()
    street.live(began + seconds)
    took, processor = perf_counter() - began, process_time() - used
    return {
        **{name: value - before[name] for name, value in vars(counted).items()},
        "took": took,
        "processor": processor,
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("url")
    parser.add_argument("--way", choices=("frames", "old"), default="frames")
    parser.add_argument("--tables", type=int, default=16)
    parser.add_argument("--spectators", type=int, default=0)
    parser.add_argument("--seconds", type=float, default=5)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    street, counted, seeds = Street(options.url), Counted(), itertools.count(options.seed)
    tables = [Table(street, counted, options, seeds) for _ in range(options.tables)]
    while not all(table.is_ready for table in tables):
        street.hear(READY_SECONDS)
    print("ready", flush=True)
    sys.stdin.readline()
    print(json.dumps(measured(street, counted, tables, options.seconds)), flush=True)


if __name__ == "__main__":
    main()
