"""The small app of the examples, as a process, beside a whole server: its users are seated, play, and are forgotten."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator

import pytest
import requests
from almagest_sdk import Almagest

from tests.processes import HOST, HUNG, ROOT, free_port, until
from tests.sdk.serving import Server


@pytest.fixture
def club(server: Server) -> Iterator[str]:
    port = free_port()
    command = [sys.executable, str(ROOT / "examples/app/app.py"), "--server", server.url, "--port", str(port)]
    app = subprocess.Popen(command, env={**os.environ, "ALMAGEST_KEY": server.key("club")}, stderr=subprocess.DEVNULL)
    url = f"http://{HOST}:{port}"
    until(lambda: requests.get(f"{url}/games?user=user-42", timeout=HUNG).ok, HUNG)
    yield url
    app.terminate()
    app.wait()


def _page(club: str, user: str) -> str:
    return requests.get(f"{club}/games?user={user}", timeout=HUNG).text


def test_the_app_seats_its_users_and_lists_their_games(club: str, server: Server) -> None:
    assert "none yet" in _page(club, "user-42")
    played = requests.post(f"{club}/games?user=user-42", data={"opponent": "user-43"}, timeout=HUNG)
    assert played.ok
    assert "astra with Bo: your turn" in _page(club, "user-42") + _page(club, "user-43").replace("Ada", "Bo")
    alone = requests.post(f"{club}/games?user=user-42", data={"opponent": "user-42"}, timeout=HUNG)
    assert (alone.status_code, "at this table already" in alone.text) == (422, True), alone.text
    token = requests.post(f"{club}/token?user=user-43", timeout=HUNG).json()["token"]
    with Almagest(server.url, token=token) as device:
        (game,) = device.me.games()
        table = device.games.resume(game.id, token)
        assert table.seat == 2
        assert requests.delete(f"{club}/account?user=user-42", timeout=HUNG).status_code == 204
        assert [seat.kind for seat in device.games.resume(game.id, token).game.seats] == ["bot", "human"]
    assert "none yet" in _page(club, "user-42")
    assert requests.get(f"{club}/games?user=nobody", timeout=HUNG).status_code == 404
