"""Scripted clients: they retry with the same key whatever happens, and write down what was acknowledged."""

from __future__ import annotations

import random
import threading
import time
import uuid
from typing import Any

import msgspec
import urllib3

from tests.chaos.busy import Interval
from tests.chaos.stopwatch import Span, Stopwatch, now
from tests.chaos.streams import Listener

Json = dict[str, Any]

DROPPED = 0.05
"""The share of answers that are lost after the request was carried out."""
TIMEOUT = 10.0
WAIT_SECONDS = 2
THOUGHT_SECONDS = 0.01
"""People think for up to so long."""


class Acknowledged(msgspec.Struct, frozen=True):
    """A move of which the server said that it was played."""

    game: str
    version: int
    seat: int
    move: Json


class Bank(msgspec.Struct, frozen=True):
    """What a seat can have left after the last move, in milliseconds."""

    game: str
    seat: int
    left: Span


class Tally:
    """What all clients met together."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self.acknowledged: list[Acknowledged] = []
        self.games: list[str] = []
        self.finished = 0
        self.retries = 0
        self.duplicates = 0
        self.streams = 0
        self.streams_cut = 0
        self.events_heard = 0
        self.frames_seen = 0
        self.listeners: list[Listener] = []
        self.stalls: list[Interval] = []
        """In which a game stood still for a second or more."""
        self.key = ""
        """Of the app whose games are played."""
        self.banks: list[Bank] = []
        self.slowest = 0
        """Milliseconds of a request, at most."""
        self.problems: list[str] = []

    def note(self, **counts: int) -> None:
        with self._lock:
            for name, count in counts.items():
                setattr(self, name, getattr(self, name) + count)

    def acknowledge(self, played: Acknowledged) -> None:
        with self._lock:
            self.acknowledged.append(played)

    def took(self, milliseconds: int) -> None:
        with self._lock:
            self.slowest = max(self.slowest, milliseconds)

    def stalled(self, begin: float, end: float, name: str) -> None:
        if end - begin >= 1:
            with self._lock:
                self.stalls.append(Interval(begin, end, name))


class Answer(msgspec.Struct, frozen=True):
    """What came back."""

    status: int
    body: bytes

    @property
    def is_ok(self) -> bool:
        return self.status < 300

    def json(self) -> Any:
        return msgspec.json.decode(self.body)


class Http:
    """One client. An answer of 5xx, a broken connection and a lost answer are all the same to it: it asks again."""

    def __init__(self, url: str, tally: Tally, chance: random.Random, patience: float) -> None:
        self.url, self._tally, self._chance, self._patience = url, tally, chance, patience
        self._pool = urllib3.PoolManager(retries=False, timeout=TIMEOUT)

    def __call__(self, method: str, path: str, body: Any = None, **headers: str) -> Answer:
        if method == "POST":
            headers = {"Idempotency-Key": uuid.UUID(int=self._chance.getrandbits(128)).hex, **headers}
        until, dropped = time.monotonic() + self._patience, False
        while True:
            answer = self._once(method, path, body, headers)
            if answer is not None and self._chance.random() >= DROPPED:
                self._tally.note(duplicates=int(dropped and answer.is_ok and method == "POST"))
                return answer
            dropped = dropped or answer is not None
            self._tally.note(retries=1)
            if time.monotonic() > until:
                raise TimeoutError(f"{method} {path} had no answer for {self._patience} seconds")

    def _once(self, method: str, path: str, body: Any, headers: dict[str, str]) -> Answer | None:
        sent = now()
        try:
            return self._answered(method, path, body, headers)
        finally:
            self._tally.took(now() - sent)

    def _answered(self, method: str, path: str, body: Any, headers: dict[str, str]) -> Answer | None:
        data = None if body is None else msgspec.json.encode(body)
        sent = {"Content-Type": "application/json", **headers}
        try:
            answer = self._pool.request(method, self.url + path, body=data, headers=sent)
        except urllib3.exceptions.HTTPError:
            time.sleep(0.2)
            return None
        if answer.status < 500:
            return Answer(answer.status, answer.data)
        time.sleep(0.2)
        return None


class Sitting:
    """One game from its creation to its end, with a scripted person at every human seat."""

    def __init__(self, http: Http, tally: Tally, chance: random.Random, wish: Json, patience: float) -> None:
        self._http, self._tally, self._chance, self._patience = http, tally, chance, patience
        made = http("POST", "/v1/games", wish, Authorization=f"Bearer {tally.key}").json()
        self.id: str = made["game"]["id"]
        self._path = f"/v1/games/{self.id}"
        self._tokens: dict[int, str] = {made["seat"]: made["token"]} if made["token"] else {}
        self._seen = 0
        self._moved_at = time.monotonic()
        self._waits_for = "its start"
        control = made["game"]["clock"]
        self._stopwatch = Stopwatch(control, len(wish["seats"])) if control and control["bank"] else None
        tally.games.append(self.id)
        self._listener = Listener(http.url, self.id, tally, patience)
        tally.listeners.append(self._listener)
        self._listener.start()
        for seat in wish["seats"][1:]:
            if seat["kind"] == "human":
                self._sit()

    def _sit(self) -> None:
        taken = self._http("POST", f"{self._path}/seats", {"name": "Somebody"}).json()
        self._tokens[taken["seat"]] = taken["token"]

    def _as(self, seat: int, **headers: str) -> dict[str, str]:
        return {"Authorization": f"Bearer {self._tokens[seat]}", **headers}

    def play(self) -> None:
        """Until the game is finished."""
        while (game := self._http("GET", self._path).json())["status"] != "finished":
            self._look(game)
            mine = [seat for seat in game["deciders"] if seat in self._tokens]
            if mine:
                self._move(self._chance.choice(mine))
            else:
                self._wait()
        self._listener.join()
        self._tally.note(finished=1)
        if self._stopwatch:
            self._read(self._stopwatch)

    def _read(self, stopwatch: Stopwatch) -> None:
        stopwatch.ended(self._tally.slowest)
        self._tally.banks += [Bank(self.id, seat, left) for seat, left in stopwatch.left.items()]
        self._tally.problems += [f"{self.id}: {problem}" for problem in stopwatch.problems]

    def _look(self, game: Json) -> None:
        """How long the game stood still."""
        if self._stopwatch and game["clocks"]:
            self._stopwatch.seen(game, self._tally.slowest)
        at = time.monotonic()
        waited = at - self._moved_at
        self._tally.stalled(self._moved_at, at, self._waits_for)
        self._waits_for = f"{game['rulebook']}, {game['status']}, seats {game['deciders']}"
        if game["last_event"] > self._seen:
            self._seen, self._moved_at = game["last_event"], at
        elif waited > self._patience:
            raise TimeoutError(f"game {self.id} stands still at version {game['version']}")

    def _wait(self) -> None:
        self._http("GET", f"{self._path}/events?after={self._seen}&wait={WAIT_SECONDS}")

    def _move(self, seat: int) -> None:
        offered = self._http("GET", f"{self._path}/moves", **self._as(seat))
        found = offered.json() if offered.is_ok else {}
        if not found.get("moves"):
            return
        time.sleep(self._chance.uniform(0, THOUGHT_SECONDS))
        move = self._chance.choice(found["moves"])["move"]
        sent = now()
        headers = self._as(seat, **{"If-Match": f'"{found["version"]}"'})
        answer = self._http("POST", f"{self._path}/moves", move, **headers)
        self._tally.stalled(self._moved_at, time.monotonic(), "an answer to a move")
        self._moved_at = time.monotonic()
        if answer.is_ok:
            self._tally.acknowledge(Acknowledged(self.id, answer.json()["version"], seat, move))
            if self._stopwatch:
                self._stopwatch.played(seat, move, answer.json()["version"], sent)
        elif answer.status not in (409, 412):
            raise AssertionError(f"{answer.status} {answer.body.decode()}")


class Player(threading.Thread):
    """Sits through one game after the other."""

    def __init__(self, url: str, tally: Tally, wishes: list[Json], seed: int, patience: float) -> None:
        super().__init__(name=f"player {seed}", daemon=True)
        self._url, self._tally, self._wishes = url, tally, wishes
        self._chance, self._patience = random.Random(seed), patience

    def run(self) -> None:
        http = Http(self._url, self._tally, self._chance, self._patience)
        for wish in self._wishes:
            try:
                Sitting(http, self._tally, self._chance, wish, self._patience).play()
            except Exception as problem:
                self._tally.problems.append(f"{type(problem).__name__}: {problem}")
