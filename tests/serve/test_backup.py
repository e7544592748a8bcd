"""Backups, and games that move: on whole servers, by the commands of docs/operating.md."""

from __future__ import annotations

import contextlib
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import redis
import requests
from almagest_sdk import Almagest, errors
from flask import Flask

from service.api.app import create_app
from service.cli.main import main
from service.core.settings import load_settings
from service.serve.embedded_redis import store_binary
from tests.conftest import running_store
from tests.driver import Table, play_out, play_some
from tests.processes import HUNG, ROOT, StoreProcess, until
from tests.sdk.serving import Server

Json = dict[str, Any]
ADMIN = f"{sys.executable} -m service.cli admin"


def _commands(title: str) -> list[str]:
    """The first block of commands under a title."""
    text = (ROOT / "docs/operating.md").read_text()
    block = re.search(rf"^## {title}$.*?^```sh\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    assert block
    return block[1].splitlines()


def _typed(folder: Path, commands: list[str]) -> str:
    """As somebody types them there; each has to succeed."""
    lines = "\n".join(commands).replace("almagest admin", ADMIN)
    done = subprocess.run(
        ["bash", "-ec", lines],
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=HUNG,
        check=False,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.fixture
def home() -> Iterator[Path]:
    """Short, since sockets lie in it."""
    with tempfile.TemporaryDirectory(prefix="alm") as directory:
        yield Path(directory)


class Seats:
    """People at one table who play whatever is legal, in a game without an automa: nobody else moves there."""

    def __init__(self, url: str, rulebook: str) -> None:
        self.url, self._chance = url, random.Random(5)
        self._http = requests.Session()
        people = [{"kind": "human", "name": name} for name in ("Ada", "Bo")]
        made = self.ask("POST", "/v1/games", json={"rulebook": rulebook, "seats": people})
        self.path = f"/v1/games/{made['game']['id']}"
        taken = self.ask("POST", f"{self.path}/seats", json={"name": "Bo"})
        self.tokens: dict[int, str] = {made["seat"]: made["token"], taken["seat"]: taken["token"]}

    def ask(self, method: str, path: str, seat: int = 0, **more: Any) -> Json:
        headers = {"Authorization": f"Bearer {self.tokens[seat]}"} if seat else {}
        headers |= more.pop("headers", {})
        answer = self._http.request(method, self.url + path, headers=headers, timeout=HUNG, **more)
        assert answer.ok, answer.text
        found: Json = answer.json()
        return found

    def game(self) -> Json:
        return self.ask("GET", self.path)

    def play(self) -> None:
        """One move."""
        game = self.game()
        seat = game["deciders"][0]
        move = self._chance.choice(self.ask("GET", f"{self.path}/moves", seat)["moves"])["move"]
        headers = {"If-Match": f'"{game["version"]}"'}
        self.ask("POST", f"{self.path}/moves", seat, json=move, headers=headers)


@contextlib.contextmanager
def _under_play(seats: Seats) -> Iterator[None]:
    """Somebody plays all the while."""
    enough = threading.Event()

    def play() -> None:
        while not enough.is_set() and seats.game()["status"] == "running":
            seats.play()

    player = threading.Thread(target=play)
    began = seats.game()["version"]
    player.start()
    until(lambda: requests.get(seats.url + seats.path, timeout=HUNG).json()["version"] > began)
    try:
        yield
    finally:
        enough.set()
        player.join(HUNG)


def test_a_backup_of_a_running_store_is_restored_and_played_on(home: Path) -> None:
    with Server(home, "games") as server:
        busy = Seats(server.url, "nebula")
        client = Almagest(server.url)
        ada = client.games.create("astra", seats=2, name="Ada")
        bo = client.games.join(ada.id, "Bo", rulebook="astra")
        with _under_play(busy):
            known = ada.refresh().version
            _typed(home, _commands("Backup"))
            mover = ada if ada.seat in ada.refresh().deciders else bo
            mover.refresh()
            mover.play(mover.moves()[0])
        port, later = server.port, busy.game()["version"]
    *restore, start = _commands("Restore")
    assert start == "almagest serve --data-dir restored"
    _typed(home, restore)
    with Server(home, "restored", port):
        assert "ok" in _typed(home, ["almagest admin doctor --data-dir restored"])
        with pytest.raises(errors.WentBack):
            mover.refresh()
        assert mover.refresh().version == known
        mover.play(mover.moves()[0])
        assert mover.version == known + 1
        stood = busy.game()["version"]
        assert 0 < stood <= later
        busy.play()
        assert busy.game()["version"] == stood + 1


@pytest.fixture
def two_stores() -> Iterator[tuple[StoreProcess, StoreProcess]]:
    with running_store() as old, running_store() as new:
        yield old, new


def _admin(url: str, *words: str) -> bytes:
    """What `almagest admin` writes, in a process of its own."""
    command = [sys.executable, "-m", "service.cli", "admin", *words]
    environment = {**os.environ, "REDIS_URL": url}
    return subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, timeout=HUNG, check=True).stdout


def _app(url: str) -> Flask:
    return create_app(load_settings({"REDIS_URL": url, "RATELIMIT_ENABLED": "false"}))


def _events(table: Table) -> list[Json]:
    found: list[Json] = []
    while page := (table.get(f"/events?after={len(found)}&limit=200").json or {})["events"]:
        found += page
    return found


def _move_in(table: Table, url: str) -> None:
    """The same people, with the same tokens, ask elsewhere."""
    table.app = _app(url)
    table.http = table.app.test_client()


def test_a_running_game_moves_to_another_store_and_goes_on(
    home: Path, two_stores: tuple[StoreProcess, StoreProcess], capsys: pytest.CaptureFixture[str]
) -> None:
    old, new = two_stores
    table = Table.full(_app(old.url), "distant_suns", 2)
    stood = play_some(table, 40)
    (home / "moved.jsonl").write_bytes(_admin(old.url, "export", "--end", table.id))
    told = _events(table)
    assert (table.game()["status"], told.pop()["type"]) == ("abandoned", "game_abandoned")
    assert f"Game {table.id} continues here".encode() in _admin(new.url, "import", str(home / "moved.jsonl"))
    _move_in(table, new.url)
    assert (table.game()["version"], _events(table)) == (stood["version"], told)
    assert play_out(table, seed=2)["status"] == "finished"
    events = _events(table)
    assert events[: len(told)] == told
    assert [event["id"] for event in events] == list(range(1, len(events) + 1))
    (home / "replay.json").write_bytes(table.get("/replay", 1).data)
    assert main(["verify", str(home / "replay.json")]) == 0
    assert "replayed" in capsys.readouterr().out


@contextlib.contextmanager
def _store(folder: Path, *options: str) -> Iterator[redis.Redis]:
    socket = folder / "s"
    command = [store_binary(), "--dir", str(folder), "--port", "0", "--unixsocket", str(socket), "--save", "", *options]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    client = redis.Redis.from_url(f"unix://{socket}")
    try:
        until(client.ping)
        yield client
    finally:
        process.terminate()
        process.wait(HUNG)


def test_a_snapshot_is_read_by_a_store_that_starts_once_without_its_file(
    home: Path, store_process: StoreProcess
) -> None:
    table = Table.full(_app(store_process.url), "astra", 2)
    known = play_some(table, 5)
    store = redis.Redis.from_url(store_process.url)
    store.bgsave()
    until(lambda: store.info("persistence")["rdb_bgsave_in_progress"] == 0)
    shutil.copy(store_process.home / "dump.rdb", home / "dump.rdb")
    with _store(home, "--appendonly", "no") as restored:
        restored.config_set("appendonly", "yes")
        until(lambda: restored.info("persistence")["aof_rewrite_in_progress"] == 0)
    with _store(home, "--appendonly", "yes"):
        _move_in(table, f"unix://{home}/s")
        assert table.game() == known
        assert play_some(table, 5)["version"] == known["version"] + 5
