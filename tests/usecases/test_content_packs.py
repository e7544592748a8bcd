"""PACKS_DIR: packs of the host's own are checked at the start, can be chosen, and their games outlive them."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from service.core.settings import SettingsError
from service.games.packs import Packs
from service.games.registry import RULEBOOKS
from service.usecases.content_packs import install_packs
from tests.driver import Table, play_out, play_some
from tests.processes import HUNG


@pytest.fixture
def packs(monkeypatch: pytest.MonkeyPatch) -> Packs[Any]:
    """Those of Distant Suns; what a test installs is gone after it."""
    found = RULEBOOKS["distant_suns"].packs
    assert found is not None
    for name in ("_by_name", "_by_hash", "_sources"):
        monkeypatch.setattr(found, name, dict(getattr(found, name)))
    return found


def _mine(packs: Packs[Any], name: str = "Mine") -> bytes:
    """The classic pack under another id and name."""
    classic = packs.source(packs.by_name("classic").hash)
    return classic.replace(b'"classic"', b'"mine"', 1).replace(b"Classic", name.encode(), 1)


def _laid(folder: Path, data: bytes, rulebook: str = "distant_suns") -> Path:
    path = folder / rulebook / "mine.json"
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(data)
    return path


def test_a_pack_that_lies_there_can_be_chosen(app: Flask, tmp_path: Path, packs: Packs[Any]) -> None:
    _laid(tmp_path, _mine(packs))
    install_packs(str(tmp_path))
    table = Table.full(app, "distant_suns", 2, options={"pack": "mine"})
    play_some(table, 5)
    content = app.test_client().get("/v1/rulebooks/distant_suns/content?pack=mine").json or {}
    assert (content["pack"], content["name"]) == ("mine", "Mine")
    assert content["pack_hash"] == table.game()["pack_hash"] != packs.by_name("classic").hash


def test_a_game_goes_on_by_hash_when_its_pack_is_replaced(app: Flask, tmp_path: Path, packs: Packs[Any]) -> None:
    _laid(tmp_path, _mine(packs))
    install_packs(str(tmp_path))
    table = Table.full(app, "distant_suns", 2, options={"pack": "mine"})
    began_with = table.game()["pack_hash"]
    # Another process, started after the file was replaced: it has never seen the old pack.
    del packs._by_hash[began_with], packs._sources[began_with]
    _laid(tmp_path, _mine(packs, "Mine, newer"))
    install_packs(str(tmp_path))
    play_some(table, 5)
    assert table.game()["version"] == 5
    assert table.game()["pack_hash"] == began_with
    newer = Table.full(app, "distant_suns", 2, options={"pack": "mine"})
    assert newer.game()["pack_hash"] == packs.by_name("mine").hash != began_with


def test_a_game_whose_pack_is_nowhere_is_refused_and_kept(app: Flask, tmp_path: Path, packs: Packs[Any]) -> None:
    _laid(tmp_path, _mine(packs))
    install_packs(str(tmp_path))
    table = Table.full(app, "distant_suns", 2, options={"pack": "mine"})
    digest = table.game()["pack_hash"]
    del packs._by_hash[digest], packs._sources[digest]
    table.context.store.client.delete(f"pack:distant_suns:{digest}")
    answer = table.get()
    assert (answer.status_code, (answer.json or {})["code"]) == (503, "pack_missing")


def test_a_broken_pack_is_refused_by_file_and_field(tmp_path: Path, packs: Packs[Any]) -> None:
    path = _laid(tmp_path, _mine(packs).replace(b'"slots": 7', b'"slots": "many"'))
    with pytest.raises(SettingsError) as refused:
        install_packs(str(tmp_path))
    assert str(path) in str(refused.value)
    assert "slots" in str(refused.value)


def test_a_pack_of_no_rulebook_is_refused(tmp_path: Path, packs: Packs[Any]) -> None:
    _laid(tmp_path, _mine(packs), "chess")
    with pytest.raises(SettingsError, match="no rulebook 'chess'"):
        install_packs(str(tmp_path))


@pytest.mark.parametrize("command", ["api", "worker"])
def test_the_start_says_what_is_wrong_in_one_look(tmp_path: Path, packs: Packs[Any], command: str) -> None:
    _laid(tmp_path, b"{}")
    ended = subprocess.run(
        [sys.executable, "-m", "service.cli", command],
        env={**os.environ, "PACKS_DIR": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
        timeout=HUNG,
    )
    assert ended.returncode == 2
    assert "PACKS_DIR" in ended.stderr
    assert "mine.json" in ended.stderr
    assert "Traceback" not in ended.stderr


def _verified(folder: Path, replay: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "service.cli", "verify", str(replay)],
        env={**os.environ, "PACKS_DIR": str(folder)},
        capture_output=True,
        text=True,
        check=False,
        timeout=HUNG,
    )


def test_a_replay_with_such_a_pack_is_verified_where_the_pack_is(app: Flask, tmp_path: Path, packs: Packs[Any]) -> None:
    with_pack, without = tmp_path / "packs", tmp_path / "none"
    with_pack.mkdir()
    without.mkdir()
    _laid(with_pack, _mine(packs))
    install_packs(str(with_pack))
    table = Table.full(app, "distant_suns", 2, options={"pack": "mine"})
    play_out(table)
    replay = tmp_path / "replay.json"
    replay.write_bytes(table.get("/replay").data)
    assert _verified(with_pack, replay).returncode == 0
    elsewhere = _verified(without, replay)
    assert (elsewhere.returncode, "PACKS_DIR" in elsewhere.stderr) == (1, True)
