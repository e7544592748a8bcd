"""`almagest rulebooks` and `content check`, as they are typed."""

from __future__ import annotations

import json
import subprocess
import sys
from importlib.metadata import entry_points
from pathlib import Path

import pytest

import service.cli
import worker.cli
from service.cli.main import build_parser, main
from service.games.astra.content.pack import CLASSIC
from service.games.registry import RULEBOOKS

SELFPLAY = "selfplay --rulebook astra --players 3 --games 4 --seed 7"


def test_rulebooks_lists_every_game(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rulebooks", "--json"]) == 0
    listed = json.loads(capsys.readouterr().out)["rulebooks"]
    assert [game["id"] for game in listed] == list(RULEBOOKS)
    assert main(["rulebooks"]) == 0
    assert "astra" in capsys.readouterr().out


def test_a_reader_that_has_seen_enough_is_no_error() -> None:
    command = f"{sys.executable} -m service.cli {SELFPLAY} | head -n 1"
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=True)
    assert done.stdout.startswith("astra, 3 players")
    assert done.stderr == ""


def test_content_check_accepts_the_classic_pack(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["content", "check", str(CLASSIC)]) == 0
    assert "can be played with" in capsys.readouterr().out


def test_content_check_names_card_and_field(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pack = json.loads(CLASSIC.read_text())
    cards = {card["id"]: card for card in pack["constellations"]}
    cards["taurus"]["stars"][1]["kind"] = "start"
    cards["leo"]["ability"] = "fly"
    file = tmp_path / "pack.json"
    file.write_text(json.dumps(pack))
    assert main(["content", "check", str(file)]) == 1
    problems = capsys.readouterr().err.splitlines()
    assert any(line.startswith("taurus: stars") for line in problems)
    assert any(line.startswith("leo: ability") for line in problems)


def test_content_check_of_a_missing_file(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["content", "check", "nowhere.json"]) == 2
    assert "nowhere.json" in capsys.readouterr().err


def test_every_module_with_register_is_a_command() -> None:
    """It has a line in `pyproject.toml`, and `make setup` was run after that."""
    commands = [point.value for point in entry_points(group="almagest.commands")]
    folders = [module.__path__[0] for module in (service.cli, worker.cli)]
    sources = [path for folder in folders for path in Path(folder).glob("*.py")]
    own = {path.stem for path in sources if "\ndef register(" in path.read_text()}
    assert own - {name.rpartition(".")[2] for name in commands} == set()


def test_every_command_says_what_it_is_for() -> None:
    shown = build_parser().format_help()
    for command in ("serve", "api", "worker", "play", "openapi", "verify", "rulebooks", "selfplay", "content"):
        assert command in shown
