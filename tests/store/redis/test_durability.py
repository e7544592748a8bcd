"""What was acknowledged is there, whichever process was killed and whenever."""

from __future__ import annotations

import functools
import random
import threading
from typing import Any

import pytest
import requests

from service.store.games.repository import GameStore
from tests.processes import HUNG, Server, StoreProcess, until


class Player:
    """Plays a game of one person against nobody: the moves of all seats, over HTTP, as fast as it can."""

    def __init__(self, server: Server) -> None:
        self._server = server
        self._http = requests.Session()
        seats = [{"kind": "human"}] * 3
        made = self._http.post(
            f"{server.url}/v1/games", json={"rulebook": "astra", "seats": seats}, timeout=HUNG
        ).json()
        self.path = f"/v1/games/{made['game']['id']}"
        self._tokens = [made["token"], *(self._sit() for _ in range(2))]
        self.acknowledged = 0
        self._chance = random.Random(1)

    def _sit(self) -> str:
        taken = self._http.post(f"{self._server.url}{self.path}/seats", json={"name": "P"}, timeout=HUNG).json()
        return str(taken["token"])

    def game(self) -> Any:
        answer = requests.get(f"{self._server.url}{self.path}", timeout=HUNG)
        answer.raise_for_status()
        return answer.json()

    def play(self) -> bool:
        """One move; whether it was acknowledged."""
        game = self._http.get(f"{self._server.url}{self.path}", timeout=HUNG).json()
        seat, version = game["deciders"][0], game["version"]
        token = {"Authorization": f"Bearer {self._tokens[seat - 1]}"}
        offered = self._http.get(f"{self._server.url}{self.path}/moves", headers=token, timeout=HUNG).json()["moves"]
        headers = {**token, "If-Match": f'"{version}"', "Idempotency-Key": f"move-{version}"}
        answer = self._http.post(
            f"{self._server.url}{self.path}/moves",
            json=self._chance.choice(offered)["move"],
            headers=headers,
            timeout=HUNG,
        )
        if answer.status_code == 200:
            self.acknowledged = answer.json()["version"]
        return answer.status_code == 200

    def play_until(self, stop: threading.Event) -> None:
        """Go on until told to stop or until the other side is gone."""
        while not stop.is_set():
            try:
                if not self.play():
                    return
            except (requests.RequestException, KeyError, IndexError):
                return


@pytest.mark.parametrize("victim", ["api", "store"])
def test_kill_9_loses_nothing_that_was_acknowledged(store_process: StoreProcess, victim: str) -> None:
    server = Server(store_process.url, API_WORKERS="1")
    server.start()
    player = Player(server)
    after: Any = None
    for already in (2, 9):
        stop = threading.Event()
        thread = threading.Thread(target=player.play_until, args=(stop,))
        thread.start()
        until(functools.partial(_has_acknowledged, player, already))
        if victim == "api":
            server.kill()
            thread.join()
            server.start()
        else:
            store_process.kill()
            thread.join()
            store_process.start()
        until(lambda: player.game())
        after = player.game()
        assert after["version"] in (player.acknowledged, player.acknowledged + 1)
        assert after["status"] == "running"
        player.acknowledged = after["version"]
    _check_events(server, player, after["version"])
    server.stop()
    assert GameStore(store_process.url).load(player.path.rsplit("/", 1)[1]).game


def _has_acknowledged(player: Player, moves: int) -> bool:
    return player.acknowledged > moves


def _check_events(server: Server, player: Player, version: int) -> None:
    events = requests.get(f"{server.url}{player.path}/events?limit=1000", timeout=HUNG).json()["events"]
    assert [event["id"] for event in events] == list(range(1, len(events) + 1))
    assert {event["version"] for event in events} == set(range(version + 1))
