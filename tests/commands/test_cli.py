"""`almagest rulebooks`, `selfplay` and `content check`, as they are typed."""

from __future__ import annotations

import json
import os
import pty
import subprocess
import sys
from pathlib import Path

import pytest

from service.cli import build_parser, main
from service.games.astra.content.pack import CLASSIC
from service.games.registry import RULEBOOKS

SELFPLAY = "selfplay --rulebook astra --players 3 --games 4 --seed 7"


def test_rulebooks_lists_every_game(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rulebooks", "--json"]) == 0
    listed = json.loads(capsys.readouterr().out)["rulebooks"]
    assert [game["id"] for game in listed] == list(RULEBOOKS)
    assert main(["rulebooks"]) == 0
    assert "astra" in capsys.readouterr().out


def test_selfplay_prints_one_json_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*SELFPLAY.split(), "--json"]) == 0
    (line,) = capsys.readouterr().out.splitlines()
    result = json.loads(line)
    assert result["games"] == 4
    assert result["moves"] == pytest.approx(4 * result["length"]["mean"])
    assert sum(result["win_share"].values()) == pytest.approx(1, abs=0.001)
    assert sum(result["end_reasons"].values()) == 4
    assert any(name.startswith("ability:") for name in result["choices"])
    assert any(name.startswith("boon:") for name in result["choices"])


def test_selfplay_plays_the_same_games_for_the_same_seed(capsys: pytest.CaptureFixture[str]) -> None:
    results = []
    for jobs in ("1", "2"):
        main([*SELFPLAY.split(), "--json", "--jobs", jobs])
        result = json.loads(capsys.readouterr().out)
        del result["moves_per_second"]
        results.append(result)
    assert results[0] == results[1]


def test_selfplay_prints_a_table_without_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*SELFPLAY.split(), "--policy", "greedy,random,random"]) == 0
    out = capsys.readouterr().out
    assert out.startswith("astra, 3 players, greedy/random/random, seed 7")
    assert "boon:fame" in out


@pytest.mark.parametrize(
    ("words", "named"),
    [
        ("--players 6", "--players"),
        ("--players 2 --policy greedy,random,random", "--policy"),
        ("--players 2 --option dreamer=nobody", "--option"),
    ],
)
def test_selfplay_refuses_with_the_argument_named(words: str, named: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["selfplay", "--rulebook", "astra", *words.split()]) == 2
    assert named in capsys.readouterr().err


@pytest.mark.parametrize("words", ["--players none", "--players 2 --policy clever", "--players 2 --games 0"])
def test_unreadable_arguments_are_a_usage_error(words: str) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["selfplay", "--rulebook", "astra", *words.split()])
    assert ended.value.code == 2


def test_selfplay_shows_a_progress_bar_on_a_terminal() -> None:
    screen, terminal = pty.openpty()
    command = [sys.executable, "-m", "service", *SELFPLAY.split(), "--json"]
    done = subprocess.run(command, stderr=terminal, stdout=subprocess.PIPE, check=True)
    os.close(terminal)
    shown = os.read(screen, 1 << 16).decode()
    os.close(screen)
    assert "4/4 games" in shown
    assert len(done.stdout.splitlines()) == 1


def test_a_reader_that_has_seen_enough_is_no_error() -> None:
    command = f"{sys.executable} -m service {SELFPLAY} | head -n 1"
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=True)
    assert done.stdout.startswith("astra, 3 players")
    assert done.stderr == ""


def test_content_check_accepts_the_classic_pack(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["content", "check", str(CLASSIC)]) == 0
    assert "fit to be played with" in capsys.readouterr().out


def test_content_check_names_card_and_field(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pack = json.loads(CLASSIC.read_text())
    taurus = next(card for card in pack["constellations"] if card["id"] == "taurus")
    taurus["stars"][1]["kind"] = "start"
    taurus["ability"] = "fly"
    file = tmp_path / "pack.json"
    file.write_text(json.dumps(pack))
    assert main(["content", "check", str(file)]) == 1
    problems = capsys.readouterr().err.splitlines()
    assert any(line.startswith("taurus: stars") for line in problems)
    assert any(line.startswith("taurus: ability") for line in problems)


def test_content_check_of_a_missing_file(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["content", "check", "nowhere.json"]) == 2
    assert "nowhere.json" in capsys.readouterr().err


def test_every_command_says_what_it_is_for() -> None:
    shown = build_parser().format_help()
    for command in ("serve", "api", "worker", "play", "openapi", "verify", "rulebooks", "selfplay", "content"):
        assert command in shown
