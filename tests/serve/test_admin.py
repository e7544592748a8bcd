"""`almagest admin` finds the `almagest serve` that runs in the same folder, and says what to do where none does."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from almagest_sdk import Almagest

from tests.processes import HUNG
from tests.sdk.serving import Server


def _admin(folder: Path, *words: str, **settings: str) -> subprocess.CompletedProcess[str]:
    own = {name: value for name, value in os.environ.items() if name not in ("REDIS_URL", "BROKER_URL")}
    command = [sys.executable, "-m", "service.cli", "admin", *words]
    return subprocess.run(command, cwd=folder, env=own | settings, capture_output=True, text=True, timeout=HUNG)


def test_it_finds_the_server_that_runs_in_the_same_folder(tmp_path: Path) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    with Server(tmp_path, data=".almagest") as server:
        made = _admin(tmp_path, "keys", "create", "club")
        assert made.returncode == 0, made.stderr
        with Almagest(server.url, key=made.stdout.strip()) as client:
            assert client.players.token("ada").player == "ada"
        named = _admin(tmp_path, "games", REDIS_URL=f"unix://{tmp_path}/nobody")
        assert named.returncode == 2, "REDIS_URL comes first"
        lost = _admin(elsewhere, "games", REDIS_URL="redis://127.0.0.1:9")
        assert lost.returncode == 2
        assert "Run this where `almagest serve` runs, name its folder with --data-dir, or set REDIS_URL" in lost.stderr
