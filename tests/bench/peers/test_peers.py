"""`make bench-peers`, on a small scale; and what it says where Node or its packages are missing."""

from __future__ import annotations

import shutil
import subprocess
import sys

import pytest

from tests.bench.peers import __main__ as peers
from tests.processes import ROOT

MISSING = peers.what_is_missing()


@pytest.mark.skipif(bool(MISSING), reason=MISSING)
def test_both_servers_are_measured_in_turn() -> None:
    found = peers.measure(2, 0.5, 2, [1], [3])
    tables, crowd = found["2 tables of two, API processes: 1"], found["one table, spectators: 3"]
    assert list(tables) == [peers.THEIRS, *peers.RULEBOOKS]
    assert list(crowd) == [peers.THEIRS, "astra"]
    for rows in (tables, crowd):
        for name, row in rows.items():
            assert ("ratio" in row) is (name != peers.THEIRS)
            assert row["cold_ms_per_move"] > 0
            figures = [row["server_ms_per_move"], row["last_hears_ms"], *row.get("ratio", {}).values()]
            assert all(0 < each["from"] <= each["median"] <= each["to"] for each in figures)


def test_where_node_is_missing_it_says_so() -> None:
    command = [sys.executable, "-m", "tests.bench.peers"]
    done = subprocess.run(command, cwd=ROOT, env={"PATH": "/nowhere"}, capture_output=True, text=True)
    assert done.returncode == peers.MISSING
    assert "install Node" in done.stderr
    assert done.stdout == ""


def test_where_packages_are_missing_it_says_how_to_install_them(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "which", lambda _: "node")
    monkeypatch.setattr(peers, "HERE", ROOT / "tests")
    assert "npm ci --prefix tests" in peers.what_is_missing()
