"""`almagest selfplay`, as it is typed."""

from __future__ import annotations

import json
import os
import pty
import subprocess
import sys

import pytest

from service.cli.main import main

SELFPLAY = "selfplay --rulebook astra --players 3 --games 4 --seed 7"


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
    command = [sys.executable, "-m", "service.cli", *SELFPLAY.split(), "--json"]
    done = subprocess.run(command, stderr=terminal, stdout=subprocess.PIPE, check=True)
    os.close(terminal)
    shown = os.read(screen, 1 << 16).decode()
    os.close(screen)
    assert "4/4 games" in shown
    assert len(done.stdout.splitlines()) == 1
