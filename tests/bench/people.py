"""People at tables, as lean as they can be: one thread, one selector, requests made of bytes, answers hardly read.

A process of its own, so that its processor time is known and taken from nobody. Run by `bench_table.py` as
`python -m tests.bench.people URL`: it says `ready` when all sit and have drawn, waits for a line, plays, prints JSON.
"""

from __future__ import annotations

import argparse
import itertools
import json
import random
import statistics
import sys
from collections.abc import Callable, Iterator
from time import perf_counter, process_time

import msgspec

from tests.bench.load import request
from tests.bench.street import Counted, Line, Stream, Street, Talk

PARTS = "?include=view,moves,score"
READY_SECONDS = 10.0


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
        answer = self._table.options.answer
        self.line.converse(talk(request("POST", f"{self._path}/moves{answer}", bytes(offer.move), headers)))

    def leave(self) -> None:
        self.line.close()
        self.stream.close()


def _headers(token: str | None) -> list[str]:
    return [f"Authorization: Bearer {token}"] if token else []


class Table:
    """One game after the other. The next move is played when all at the table have drawn the last."""

    def __init__(self, street: Street, counted: Counted, options: argparse.Namespace, seeds: Iterator[int]) -> None:
        self._street, self._counted, self.options, self._seeds = street, counted, options, seeds
        self._host = Line(street, Counted())
        self.id, self._version, self._is_playing, self._sent = "", 0, False, 0.0
        self._games: list[tuple[str, list[str]]] = []
        self._people: list[Person] = []
        self._host.converse(self._prepare())

    def _prepare(self) -> Talk:
        """Make the next games, and sit down at the first of them."""
        people = [{"kind": "human", "name": name} for name in ("A", "B")]
        chosen = {"dreamer": "player"} if self.options.rulebook == "astra" else {}
        wish = json.dumps({"rulebook": self.options.rulebook, "seats": people, "options": chosen}).encode()
        for _ in range(self.options.games):
            made = msgspec.json.decode((yield request("POST", "/v1/games", wish)), type=Seated)
            taken = yield request("POST", f"/v1/games/{made.game.id}/seats", b'{"name": "B"}')
            self._games.append((made.game.id, [made.token, msgspec.json.decode(taken, type=Seated).token]))
        self._sit_down()

    def _sit_down(self) -> None:
        self._chance = random.Random(next(self._seeds))
        self._version, self._is_playing, self._sent = 0, False, 0.0
        self.id, seated = self._games.pop()
        tokens = [*seated, *[None] * self.options.spectators]
        self._people = [
            Person(self, self._street, self._counted, token, self.options.way == "frames") for token in tokens
        ]

    @property
    def is_ready(self) -> bool:
        return bool(self._people) and all(person.version >= self._version for person in self._people)

    def look(self) -> None:
        """Somebody has drawn, or a move was answered."""
        if self._is_playing or not self._street.is_open or not self.is_ready:
            return
        if self._sent:
            self._counted.seconds.append(perf_counter() - self._sent)
        player = next((person for person in self._people if person.offers), None)
        if player:
            self._is_playing, self._sent = True, perf_counter()
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
        if self._games:
            self._sit_down()
        else:
            self._host.converse(self._prepare())


def measured(street: Street, counted: Counted, tables: list[Table], seconds: float) -> dict[str, float]:
    before, began, used = counted.numbers(), perf_counter(), process_time()
    street.is_open = True
    for table in tables:
        table.look()
    street.live(began + seconds)
    took, processor = perf_counter() - began, process_time() - used
    return {
        **{name: value - before[name] for name, value in counted.numbers().items()},
        "took": took,
        "processor": processor,
        "last": statistics.median(counted.seconds) if counted.seconds else 0.0,
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("url")
    parser.add_argument("--way", choices=("frames", "old"), default="frames")
    parser.add_argument("--tables", type=int, default=16)
    parser.add_argument("--spectators", type=int, default=0)
    parser.add_argument("--seconds", type=float, default=5)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rulebook", default="astra")
    parser.add_argument("--games", type=int, default=1, help="made for each table before the clock starts")
    parser.add_argument("--answer", default="", help="the query string of a move")
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
