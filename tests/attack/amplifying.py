"""Amplifying: requests that cost the service much more than whoever sends them. How much processor time does one take,
over all processes of the service, and how many bytes does it answer?"""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from typing import NamedTuple

import psutil

from tests.attack.service import ATTACKER, Client, Json, Service, running
from tests.processes import ROOT, until

GAMES, LISTED, TIMES, QUESTIONS = 60, 100, 100, 4
PARTS = "include=view,moves,score"
HUMAN, BOT = {"kind": "human"}, {"kind": "bot", "level": "random"}
BODIES: dict[str, bytes] = {
    "long_list": b'{"rulebook":"astra","seats":[' + b",".join([b"1"] * 7_900) + b"]}",
    "many_objects": b'{"rulebook":"astra","seats":[' + b",".join([b"{}"] * 5_300) + b"]}",
    "many_names": b"{" + b",".join(b'"%d":0' % number for number in range(1_800)) + b"}",
    "many_options": b'{"options":{' + b",".join(b'"%d":[]' % number for number in range(1_600)) + b"}}",
    "long_name": b'{"' + b"a" * 16_000 + b'":0}',
    "deep": b"[" * 16_000,
    "no_end": b'"' + rb"\"" * 8_000,
}
"""Large bodies that are refused: as many bytes as are read at all, and as much to check as fits into them."""


BULK: dict[str, bytes] = {
    "bulk": json.dumps({"games": [{"rulebook": "astra", "seats": [HUMAN, HUMAN]}] * 100}).encode(),
    "bulk_refused": json.dumps({"games": [{"rulebook": "astra", "seats": [{"kind": "x" * 2_500}]}] * 100}).encode(),
}
"""A hundred games in one call of an app: all are created, or none."""
FEWER = {"bulk": 10, "bulk_refused": 20}
"""How often these are sent."""


class Request(NamedTuple):
    """What is sent again and again."""

    method: str
    path: str
    body: bytes | None = None
    headers: dict[str, str] = {}  # noqa: RUF012 - nobody changes it


class Meter:
    """The processor time of a service and of all processes that it started, less what they take while idle."""

    def __init__(self, service: Service) -> None:
        self._process = psutil.Process(service.pid)
        self._idle = 0.0
        began, used = time.monotonic(), self._used()
        time.sleep(3)
        self._idle = (self._used() - used) / (time.monotonic() - began)

    def _used(self) -> float:
        family = [self._process, *self._process.children(recursive=True)]
        return sum(sum(each.cpu_times()[:2]) for each in family)

    def milliseconds(self, times: int, call: Callable[[int], None]) -> float:
        """What a call takes on the average; it gets its number."""
        began, used = time.monotonic(), self._used()
        for number in range(times):
            call(number)
        spent = self._used() - used - self._idle * (time.monotonic() - began)
        return round(max(0.0, 1000 * spent / times), 1)


class Attacker:
    """An app's key, a player with many games, and a client that sends."""

    def __init__(self, service: Service) -> None:
        self.client, self.meter = Client(service.url, ATTACKER), Meter(service)
        command = [sys.executable, "-m", "service.cli", "admin", "keys", "create", "club", "--json"]
        made = subprocess.run(
            [*command, "--data-dir", str(service.home)], cwd=ROOT, check=True, capture_output=True, text=True
        )
        self.key = {"Authorization": f"Bearer {json.loads(made.stdout)['key']}"}
        self.player: dict[str, str] = {}

    def create_games(self) -> None:
        """Games of one player, others to fill a list, and none that waits for a bot."""
        players = [{"kind": "human", "player": player} for player in ("ada", "bo")]
        for number in range(GAMES):
            rulebook = ("astra", "nebula", "distant_suns")[number % 3]
            self.client("POST", "/v1/games", {"rulebook": rulebook, "seats": players}, **self.key)
        for _ in range(LISTED - GAMES):
            self.client("POST", "/v1/games", {"rulebook": "distant_suns", "seats": [HUMAN] * 4})
        token = self.client("POST", "/v1/players/ada/token", {}, **self.key)["token"]
        self.player = {"Authorization": f"Bearer {token}"}

    def repeated(self, name: str, request: Request) -> Json:
        """The cost of a request that is always answered alike."""
        size = 0

        def send(_: int) -> None:
            nonlocal size
            size = len(self.client.answer(*request)[1])

        send(0)
        return {"ms": self.meter.milliseconds(FEWER.get(name, TIMES), send), "bytes": size}

    def asked(self, method: str, path: Callable[[int], str], headers: Callable[[int], dict[str, str]]) -> Json:
        """The cost of a question that bot processes answer, until it is answered: each of another game."""
        size = 0

        def is_answered(number: int, method: str) -> bool:
            nonlocal size
            status, data = self.client.answer(method, path(number), {} if method == "POST" else None, headers(number))
            size = len(data)
            assert status in (200, 202), data
            return status == 200

        def ask(number: int) -> None:
            if not is_answered(number, method):
                until(lambda: is_answered(number, "GET"))

        return {"ms": self.meter.milliseconds(QUESTIONS, ask), "bytes": size}

    def hints(self) -> Json:
        """At tables whose bots may search as much as the service allows."""
        request = {"rulebook": "distant_suns", "seats": [HUMAN, BOT], "options": {"strong_budget": 20_000}}
        made = [self.client("POST", "/v1/games", request) for _ in range(QUESTIONS)]
        return self.asked(
            "POST",
            lambda number: f"/v1/games/{made[number]['game']['id']}/hints",
            lambda number: {"Authorization": f"Bearer {made[number]['token']}"},
        )

    def analyses(self) -> Json:
        """Of games that bots have played."""
        request = {"rulebook": "distant_suns", "seats": [BOT] * 4}
        paths = [f"/v1/games/{self.client('POST', '/v1/games', request)['game']['id']}" for _ in range(QUESTIONS)]
        for path in paths:
            until(lambda path=path: self.client("GET", path)["status"] == "finished")  # type: ignore[misc]
        return self.asked("GET", lambda number: f"{paths[number]}/analysis", lambda _: {})


def requests_of(player: dict[str, str], key: dict[str, str]) -> Iterator[tuple[str, Request]]:
    """The rows that are sent again and again; some need the headers of a player with many games, or of its app."""
    yield "look", Request("GET", "/v1/rulebooks")
    yield "list", Request("GET", "/v1/games?limit=100")
    yield "my_list", Request("GET", "/v1/me/games?limit=100", headers=player)
    yield "app_list", Request("GET", "/v1/games?limit=100", headers=key)
    yield "my_events", Request("GET", f"/v1/me/events?{PARTS}", headers=player)
    yield "query", Request("GET", "/v1/games?" + "&".join(f"n{number}=0" for number in range(500)))
    for name, body in BODIES.items():
        yield name, Request("POST", "/v1/games", body)
    for name, body in BULK.items():
        yield name, Request("POST", "/v1/games/bulk", body, key)


def attack() -> Json:
    """A row per request: milliseconds of processor time, and bytes of the answer."""
    with running(RATELIMIT_ENABLED="false") as service:
        attacker = Attacker(service)
        attacker.create_games()
        table = {name: attacker.repeated(name, request) for name, request in requests_of(attacker.player, attacker.key)}
        return {"hints": attacker.hints(), "analysis": attacker.analyses(), **table}
