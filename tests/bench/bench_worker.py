"""How soon the Dreamer answers a Rest, against a Celery task that does nothing; and how long `strong` thinks.

Run it as `python -m tests.bench.bench_worker`. Prints one JSON object.
"""

from __future__ import annotations

import argparse
import http.client
import json
import os
import queue
import shutil
import statistics
import sys
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import perf_counter
from typing import Any
from urllib.parse import urlsplit

import redis

from service.games.base import AUTOMA
from service.games.registry import RULEBOOKS
from service.games.rng import Rng
from tests.chaos.family import Family, Managed
from worker.bots import BOTS, decide

Json = dict[str, Any]
PEOPLE = [{"kind": "human"}, {"kind": "human"}]


class Client:
    """A connection that is kept open."""

    def __init__(self, url: str) -> None:
        self._connection = http.client.HTTPConnection(urlsplit(url).netloc, timeout=60)

    def __call__(self, method: str, path: str, body: Any = None, **headers: str) -> Json:
        data = None if body is None else json.dumps(body)
        self._connection.request(method, path, data, {"Content-Type": "application/json", **headers})
        answer = self._connection.getresponse()
        found: Json = json.loads(answer.read())
        assert answer.status < 300, found
        return found


class Listener(threading.Thread):
    """Long-polls a game's events and notes when each dream was seen."""

    def __init__(self, url: str, path: str) -> None:
        super().__init__(daemon=True)
        self._client, self._path = Client(url), path
        self.dreams: queue.Queue[float] = queue.Queue()
        self.is_over = False

    def run(self) -> None:
        after = 0
        while not self.is_over:
            page = self._client("GET", f"{self._path}/events?after={after}&wait=25")
            seen, after = perf_counter(), page["next"]
            if any(event["type"] == "stars_marked" and event["seat"] == AUTOMA for event in page["events"]):
                self.dreams.put(seen)
            self.is_over = any(event["type"] == "game_finished" for event in page["events"])


class Sitting:
    """A game of two people of whom whoever is next rests."""

    def __init__(self, url: str) -> None:
        self._client = Client(url)
        made = self._client("POST", "/v1/games", {"rulebook": "astra", "seats": PEOPLE})
        self._path = f"/v1/games/{made['game']['id']}"
        taken = self._client("POST", f"{self._path}/seats", {"name": "Somebody"})
        self._tokens = {made["seat"]: made["token"], taken["seat"]: taken["token"]}
        self._listener = Listener(url, self._path)
        self._listener.start()

    def rests(self) -> Iterator[float]:
        """Milliseconds from an acknowledged Rest to the dream, again and again until the game is over."""
        while (game := self._client("GET", self._path))["status"] == "running":
            seat = game["deciders"][0]
            if seat == AUTOMA:
                continue
            headers = {"Authorization": f"Bearer {self._tokens[seat]}", "If-Match": f'"{game["version"]}"'}
            offered = self._client("GET", f"{self._path}/moves", **headers)["moves"]
            move = next((found["move"] for found in offered if found["move"]["type"] == "rest"), offered[0]["move"])
            self._client("POST", f"{self._path}/moves", move, **headers)
            acknowledged = perf_counter()
            if move["type"] == "rest":
                yield (self._listener.dreams.get(timeout=30) - acknowledged) * 1000


class Floor:
    """Sends tasks that do nothing, and hears that they were done."""

    def __init__(self, broker_url: str) -> None:
        os.environ["BROKER_URL"] = broker_url
        from tests.bench.noop import CHANNEL, celery

        self._celery = celery
        self._heard = redis.Redis.from_url(broker_url).pubsub()  # type: ignore[no-untyped-call]  # not annotated there
        self._heard.subscribe(CHANNEL)
        self._heard.get_message(timeout=5)

    def milliseconds(self, number: int = 0) -> float:
        started = perf_counter()
        self._celery.send_task("noop", (number,), queue="noop", retry=False)
        assert self._heard.get_message(timeout=30)
        return (perf_counter() - started) * 1000


@contextmanager
def running() -> Iterator[tuple[Family, Floor]]:
    home = Path(tempfile.mkdtemp(prefix="bench"))
    family = Family(home)
    command = [sys.executable, "-m", "tests.bench.noop"]
    idle = Managed("noop", command, home, lambda: True, BROKER_URL=family.broker_url)
    try:
        family.start()
        idle.start()
        yield family, Floor(family.broker_url)
    finally:
        idle.kill()
        family.kill()
        shutil.rmtree(home)


def spread(numbers: list[float]) -> Json:
    ordered = sorted(numbers)
    return {
        "p50": round(statistics.median(ordered), 2),
        "p95": round(ordered[round(0.95 * (len(ordered) - 1))], 2),
        "max": round(ordered[-1], 2),
    }


def dreams(count: int) -> Json:
    """Dreams and tasks in turn, so that both meet the same machine."""
    ours: list[float] = []
    floor: list[float] = []
    with running() as (family, idle):
        idle.milliseconds()
        while len(ours) < count:
            for milliseconds in Sitting(family.url).rests():
                ours.append(milliseconds)
                floor.append(idle.milliseconds())
    ratio = statistics.median(ours) / statistics.median(floor)
    return {"dream_ms": spread(ours), "noop_ms": spread(floor), "dreams": len(ours), "ratio": round(ratio, 2)}


def strong(positions: int) -> Json:
    """Milliseconds that `strong` takes for a decision, on one core, for each rulebook."""
    return {name: spread(list(_decisions(name, positions))) for name in RULEBOOKS}


def _decisions(name: str, positions: int) -> Iterator[float]:
    rulebook, rng = RULEBOOKS[name], Rng(b"bench")
    state = rulebook.setup(2, rulebook.complete_options({}), Rng(b"bench"))
    while positions and (deciders := rulebook.deciders(state)):
        seat = deciders[0]
        if len(rulebook.legal_moves(state, seat)) > 1:
            started = perf_counter()
            decide(BOTS["strong"], rulebook, state, seat, rng)
            yield (perf_counter() - started) * 1000
            positions -= 1
        state = rulebook.apply(state, seat, decide(BOTS["greedy"], rulebook, state, seat, rng)).state


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--dreams", type=int, default=200)
    parser.add_argument("--positions", type=int, default=40)
    options = parser.parse_args()
    print(json.dumps({"dreamer": dreams(options.dreams), "strong_ms": strong(options.positions)}, indent=2))


if __name__ == "__main__":
    main()
