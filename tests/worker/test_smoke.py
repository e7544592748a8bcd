"""`almagest smoke`, which `helm test` runs: it plays a whole game, or says what is wrong."""

from __future__ import annotations

import pytest

from service.cli.main import main
from tests.chaos.family import Family


def test_a_whole_game_is_played_or_it_says_what_holds_it_up(family: Family, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["smoke", "--server", family.url]) == 0
    assert "to the end" in capsys.readouterr().out
    family.workers[0].kill()
    assert main(["smoke", "--server", family.url, "--seconds", "0"]) == 1
    assert "is still running" in capsys.readouterr().err
    family.store.kill()
    assert main(["smoke", "--server", family.url]) == 1
    assert "503" in capsys.readouterr().err


def test_where_nobody_answers_it_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["smoke", "--server", "http://127.0.0.1:9"]) == 1
    assert "almagest smoke: " in capsys.readouterr().err
