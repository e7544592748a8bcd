"""`almagest sdk` and who uses what it writes: a client in a folder of its own, and `almagest play`."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from service.cli import sdk
from service.cli.main import main
from service.games.registry import RULEBOOKS
from tests.processes import HUNG
from tests.sdk.serving import Server

PROGRAM = """
import sys
import almagest_sdk
from almagest_sdk import Almagest

assert almagest_sdk.__file__.startswith(sys.argv[1]), almagest_sdk.__file__
with Almagest(sys.argv[2]) as client:
    for rulebook in client.rulebooks.list().rulebooks:
        table = client.games.create(rulebook.id, seats=2, bots=1, level="random", name="Ada")
        while table.my_turn():
            table.play(table.moves()[0])
        print(rulebook.id, type(table).__name__, type(table.view).__module__, table.status)
"""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("server")) as running:
        yield running


def test_a_client_is_written_installed_and_plays(
    server: Server, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    source, installed = tmp_path / "client", tmp_path / "installed"
    assert main(["sdk", "--out", str(source)]) == 0
    assert f"a client for {', '.join(RULEBOOKS)}" in capsys.readouterr().out
    install = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--no-build-isolation", "--no-index"]
    done = subprocess.run([*install, "--target", installed, source], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    command = [sys.executable, "-c", PROGRAM, str(installed), server.url]
    environment = {**os.environ, "PYTHONPATH": str(installed)}
    played = subprocess.run(command, capture_output=True, text=True, timeout=HUNG, env=environment, cwd=tmp_path)
    assert played.returncode == 0, played.stderr
    lines = [line.split() for line in played.stdout.splitlines()]
    assert [(line[0], line[3]) for line in lines] == [(rulebook, "finished") for rulebook in RULEBOOKS]
    assert all(line[1].endswith("Table") and line[2].endswith(line[0]) for line in lines)


def test_the_sdk_knows_what_is_in_this_tree() -> None:
    assert sdk.sdk_has_games(["astra", "distant_suns", "nebula"])
    assert not sdk.sdk_has_games(["astra", "a_new_game"])


def test_where_the_sdk_knows_the_games_nothing_is_written() -> None:
    before = list(sys.path)
    with sdk.provide_sdk(["astra"]):
        assert sys.path == before


def test_where_it_does_not_one_that_does_comes_first() -> None:
    """The new game is not installed here, so it is enough that the client is another one."""
    code = (
        "from service.cli.sdk import provide_sdk\n"
        "with provide_sdk(['a_new_game']):\n"
        "    import almagest_sdk\n"
        "    print(almagest_sdk.__file__)\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert "almagest-sdk-" in done.stdout


def test_without_the_sdk_it_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sdk, "find_spec", lambda _: None)
    assert main(["play", "astra"]) == 1
    assert "pip install ./sdk" in capsys.readouterr().err
