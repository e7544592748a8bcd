"""`almagest smoke`, which `helm test` runs: it plays a whole game, or says what is wrong."""

from __future__ import annotations

import pytest

from service.cli import KEY
from service.cli.main import main
from tests.chaos.family import Family


@pytest.fixture
def family_settings() -> dict[str, str]:
    """As the chart has it: apps alone create games."""
    return {"CREATE_GAMES": "keys"}


def test_a_whole_game_is_played_or_it_says_what_holds_it_up(
    family: Family, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert main(["smoke", "--server", family.url]) == 1
    assert "key_needed" in capsys.readouterr().err
    monkeypatch.setenv("REDIS_URL", family.store_url)
    assert main(["admin", "keys", "create", "helm-test", "--scopes", "games"]) == 0
    monkeypatch.setenv(KEY, capsys.readouterr().out.split()[0])
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
