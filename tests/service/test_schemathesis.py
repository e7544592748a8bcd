"""schemathesis with all its checks on the running service: no 5xx, no answer that is not described."""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import requests

from tests.service.processes import Server, StoreProcess

EXAMPLES = "8"
SECONDS = 240

CONFIG = """
[parameters]
"path.game_id" = "{game}"
"query.wait" = 0

[auth.openapi.seat]
bearer = "{token}"

# What a schema cannot say: a rulebook's options, whose turn it is, what our strict JSON reader refuses.
[checks.positive_data_acceptance]
expected-statuses = ["2xx", "304", "400", "401", "403", "404", "409", "412", "422"]

[checks.missing_required_header]
expected-statuses = ["401", "428"]
"""


@pytest.fixture(scope="module")
def own_server() -> Iterator[Server]:
    """Streams end soon here, since schemathesis reads them to their end."""
    home = Path(tempfile.mkdtemp(prefix="alm"))
    store = StoreProcess(home)
    store.start()
    server = Server(store.url, STREAM_SECONDS="1")
    server.start()
    yield server
    server.stop()
    store.kill()
    shutil.rmtree(home)


def _game(server: Server) -> Any:
    made = requests.post(
        f"{server.url}/v1/games",
        json={"rulebook": "nebula", "seats": [{"kind": "human"}, {"kind": "human"}]},
        timeout=30,
    ).json()
    seats = f"{server.url}/v1/games/{made['game']['id']}/seats"
    assert requests.post(seats, json={"name": "B"}, timeout=30).status_code == 201
    return made


def _run(server: Server, home: Path, *options: str) -> None:
    made = _game(server)
    config = home / "schemathesis.toml"
    config.write_text(CONFIG.format(game=made["game"]["id"], token=made["token"]))
    command = [
        str(Path(sys.executable).parent / "st"),
        "--config-file",
        str(config),
        "run",
        f"{server.url}/openapi.json",
    ]
    command += ["--checks", "all", "--max-examples", EXAMPLES, "--seed", "3", *options]
    done = subprocess.run(command, capture_output=True, text=True, timeout=SECONDS, cwd=home, check=False)
    assert done.returncode == 0, done.stdout[-6000:] + done.stderr[-2000:]


def test_everything_but_what_ends_a_token(own_server: Server, tmp_path: Path) -> None:
    ending = ["--exclude-operation-id", "rotateToken", "--exclude-operation-id", "leaveSeat"]
    _run(own_server, tmp_path, *ending)


@pytest.mark.parametrize("operation", ["rotateToken", "leaveSeat"])
def test_what_ends_a_token(own_server: Server, tmp_path: Path, operation: str) -> None:
    _run(own_server, tmp_path, "--include-operation-id", operation)
