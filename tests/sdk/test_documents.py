"""Every example runs against a real server; `tests/samples` runs what the documents show."""

from __future__ import annotations

import csv
import io
import subprocess
import sys
from pathlib import Path

from almagest_sdk import Almagest

from tests.processes import HUNG
from tests.sdk.serving import Server

ROOT = Path(__file__).parents[2]
EXAMPLES = ROOT / "sdk" / "examples"


def _run(name: str, *arguments: str) -> str:
    command = [sys.executable, str(EXAMPLES / name), *arguments]
    done = subprocess.run(command, capture_output=True, text=True, timeout=HUNG, env={"PYTHONPATH": str(ROOT / "sdk")})
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_two_people_at_one_table(server: Server) -> None:
    assert "seat 2 has" in _run("two_people.py", server.url)


def test_a_bot_of_your_own_against_ours(server: Server) -> None:
    assert _run("own_bot.py", server.url, "--level", "random").startswith("My bot: ")


def test_a_spectator_and_the_ledger(server: Server, client: Almagest) -> None:
    table = client.games.create("nebula", seats=2, bots=2, level="random")
    assert "game_finished" in _run("spectator.py", server.url, "--game", table.id)
    rows = list(csv.DictReader(io.StringIO(_run("ledger_to_csv.py", table.id, server.url))))
    totals = {str(seat.seat): seat.total for seat in table.score().score.seats}
    assert {seat: sum(int(row["amount"]) for row in rows if row["seat"] == seat) for seat in totals} == totals


def test_a_notifier_of_many_games(server: Server, client: Almagest) -> None:
    tables = [client.games.create(rulebook, seats=2, bots=2, level="random") for rulebook in ("nebula", "distant_suns")]
    told = _run("notifier.py", server.url, *(f"--game={table.id}" for table in tables))
    assert all(f"{table.id}: finished after" in told for table in tables)


def test_there_are_no_other_examples() -> None:
    tested = {"two_people.py", "own_bot.py", "spectator.py", "ledger_to_csv.py", "notifier.py"}
    assert {path.name for path in EXAMPLES.glob("*.py")} == tested
