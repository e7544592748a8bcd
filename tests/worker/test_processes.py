"""A real worker on a real broker: it plays, it dies, it stops, and no game notices for long."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import redis
import requests

from service.cli.main import main
from service.store.games.repository import GameStore
from service.store.jobs.outbox import Outbox
from tests.chaos.family import Family, Managed
from tests.processes import HOST, HUNG, ROOT, free_port, until
from tests.worker.conftest import METRICS_PORT

BOTS = [{"kind": "bot", "level": "greedy"}, {"kind": "bot", "level": "random"}]
PEOPLE = [{"kind": "human"}, {"kind": "human"}]


def create(family: Family, seated: list[dict[str, str]], **wish: Any) -> dict[str, Any]:
    made = requests.post(f"{family.url}/v1/games", json={"rulebook": "astra", "seats": seated, **wish}, timeout=HUNG)
    assert made.status_code == 201, made.text
    found: dict[str, Any] = made.json()
    return found


def game(family: Family, game_id: str) -> dict[str, Any]:
    found: dict[str, Any] = requests.get(f"{family.url}/v1/games/{game_id}", timeout=HUNG).json()
    return found


def wait_for(family: Family, game_id: str, status: str) -> None:
    until(lambda: game(family, game_id)["status"] == status)


def errors(process: Managed) -> list[str]:
    lines = [line for line in process.log.read_text().splitlines() if line.startswith("{")]
    return [line for line in lines if json.loads(line)["level"] in ("error", "critical")]


def test_a_worker_plays_counts_and_stops_warmly(family: Family) -> None:
    (worker,) = family.workers
    first = create(family, BOTS)["game"]["id"]
    wait_for(family, first, "finished")
    assert requests.get(f"{family.url}/v1/games/{first}/score", timeout=HUNG).status_code == 200
    page = requests.get(f"http://{HOST}:{METRICS_PORT}/metrics", timeout=HUNG).text
    for name in ("tasks_total{", "reply_seconds_count{", "outbox_depth ", "outbox_oldest_seconds "):
        assert f"almagest_{name}" in page
    second = create(family, BOTS)["game"]["id"]
    until(lambda: game(family, second)["version"] > 3)
    assert worker.stop() == 0
    assert errors(worker) == []
    assert "Traceback" not in worker.log.read_text()
    worker.start()
    wait_for(family, second, "finished")
    until(lambda: Outbox(GameStore(family.store_url)).depth() == 0)


def test_a_worker_that_starts_without_a_broker_plays_and_stops(family: Family) -> None:
    """Also one whose broker is away from the beginning is up, and does not wait for it."""
    (worker,) = family.workers
    family.broker.kill()
    worker.kill()
    worker.start()
    worker.wait_until_up()
    made = create(family, PEOPLE, turn_seconds=1)
    taken = requests.post(f"{family.url}/v1/games/{made['game']['id']}/seats", json={"name": "B"}, timeout=HUNG)
    assert taken.status_code == 201
    until(lambda: game(family, made["game"]["id"])["version"] >= 1)
    told = requests.get(f"{family.url}/v1/games/{made['game']['id']}/events", timeout=HUNG).json()["events"]
    assert any(event["type"] == "time_ran_out" and event["seat"] == 1 for event in told)
    assert worker.stop() == 0
    assert "Traceback" not in worker.log.read_text()


def test_who_leaves_is_replaced_at_once(family: Family) -> None:
    made = create(family, PEOPLE)
    game_id = made["game"]["id"]
    requests.post(f"{family.url}/v1/games/{game_id}/seats", json={"name": "B"}, timeout=HUNG)
    left = requests.delete(
        f"{family.url}/v1/games/{game_id}/seats/me",
        headers={"Authorization": f"Bearer {made['token']}"},
        timeout=HUNG,
    )
    assert left.status_code == 204
    until(lambda: game(family, game_id)["version"] >= 1)


def test_messages_carry_the_game_and_the_version_alone(family: Family) -> None:
    (worker,) = family.workers
    worker.kill()
    made = create(family, BOTS)
    broker = redis.Redis.from_url(family.broker_url)
    until(lambda: broker.llen("bots"))
    message = json.loads(broker.lrange("bots", 0, -1)[0])
    assert message["headers"]["task"] == "almagest.bot"
    assert message["headers"]["argsrepr"] == repr((made["game"]["id"], 0))
    assert message["headers"]["eta"] is None


def test_a_message_to_a_broker_that_is_away_is_lost_quietly() -> None:
    """In a process of its own: Celery reads its settings once, and another test may have been the first."""
    script = "from service.store.jobs import broker; print(broker.send('bot', '0' * 20, 1), broker._breaker.is_open())"
    away = {**os.environ, "BROKER_URL": f"redis://{HOST}:{free_port()}/0"}
    said = subprocess.run(
        [sys.executable, "-c", script], env=away, cwd=ROOT, capture_output=True, text=True, timeout=HUNG, check=True
    )
    assert said.stdout.splitlines()[-1] == "False True"


def test_the_check_wants_a_fresh_heartbeat(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    beat = tmp_path / "beat"
    check = ["worker", "--check", "--heartbeat", str(beat)]
    assert main(check) == 1
    beat.touch()
    assert main(check) == 0
    os.utime(beat, (0, 0))
    assert main(check) == 1
    assert "seconds ago" in capsys.readouterr().err


def test_unknown_queues_are_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["worker", "--queues", "dreams"])
    assert "automa, scoring, deadlines, bots" in capsys.readouterr().err


def test_a_wrong_setting_is_named(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setenv("TURN_SECONDS", "soon")
    assert main(["worker"]) == 2
    assert "TURN_SECONDS" in capsys.readouterr().err
