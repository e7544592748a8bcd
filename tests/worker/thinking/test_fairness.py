"""Against real processes: a crowd of greedy bot processes holds nobody up, and clocks that are wrong stall nothing."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import requests

from tests.attack.service import ATTACKER, PLAYER, Client
from tests.attack.starving import GREEDY, HUMAN, HUNGRY, Sitting
from tests.chaos.family import Family
from tests.processes import HUNG, until

CROWD = 8
REPLIES = 12


def decisions(client: Client, games: list[str]) -> int:
    return sum(int(client("GET", f"/v1/games/{game}")["version"]) for game in games)


@pytest.mark.parametrize("address", [ATTACKER, PLAYER], ids=["another address", "the same address"])
def test_a_person_is_answered_while_a_crowd_of_bots_thinks(family: Family, address: str) -> None:
    """In fewer decisions of the crowd than it has games; taken in the order they came, all of it would go first. If the
    person had to wait until a decision of the crowd ends, there would be one for each reply."""
    attacker = Client(family.url, address)
    games = [attacker("POST", "/v1/games", HUNGRY)["game"]["id"] for _ in range(CROWD)]
    until(lambda: decisions(attacker, games) > 0)
    before = decisions(attacker, games)
    replies = Sitting(family.url, HUMAN, GREEDY).replies(rests=False)
    dreams = Sitting(family.url, HUMAN, HUMAN).replies(rests=True)
    for _ in range(REPLIES):
        next(replies)
        next(dreams)
    assert decisions(attacker, games) - before < CROWD


def _moves(family: Family, path: str, token: str) -> list[dict[str, Any]]:
    headers = {"Authorization": f"Bearer {token}"}
    offers = requests.get(f"{family.url}{path}/moves", headers=headers, timeout=HUNG).json()["moves"]
    return [offer["move"] for offer in offers]


@pytest.fixture
def ahead() -> Iterator[Family]:
    """All processes, of which the API is an hour ahead."""
    home = Path(tempfile.mkdtemp(prefix="alm"))
    made = Family(home)
    made.api._environment["PYTHONPATH"] = os.pathsep.join(
        [str(Path(__file__).parent / "ahead"), os.environ.get("PYTHONPATH", "")]
    )
    made.start()
    yield made
    made.kill()
    shutil.rmtree(home)


def _seated(family: Family, **wish: int) -> tuple[str, str]:
    """The path of a game that two people play, and the token of the first."""
    wished = {"rulebook": "astra", "seats": [HUMAN, HUMAN], **wish}
    made = requests.post(f"{family.url}/v1/games", json=wished, timeout=HUNG).json()
    path = f"/v1/games/{made['game']['id']}"
    requests.post(f"{family.url}{path}/seats", json={"name": "B"}, timeout=HUNG)
    return path, made["token"]


def test_an_hour_ahead_a_lost_message_and_a_deadline_stall_nothing(ahead: Family) -> None:
    """The hint is lost since the broker is away; times of games are the store's, whatever the API's machine says."""
    ahead.broker.kill()
    path, token = _seated(ahead)
    rest = next(move for move in _moves(ahead, path, token) if move["type"] == "rest")
    headers = {"Authorization": f"Bearer {token}", "If-Match": '"0"'}
    assert requests.post(f"{ahead.url}{path}/moves", json=rest, headers=headers, timeout=HUNG).status_code == 200
    until(lambda: requests.get(f"{ahead.url}{path}", timeout=HUNG).json()["version"] >= 2)
    late, _ = _seated(ahead, turn_seconds=1)
    until(lambda: "time_ran_out" in requests.get(f"{ahead.url}{late}/events", timeout=HUNG).text)
