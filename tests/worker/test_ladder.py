"""The ladder of bots, as it is started, against real processes: a short form, with each kind of opponents."""

from __future__ import annotations

import subprocess
import sys

from tests.chaos.family import Family
from tests.processes import HUNG, ROOT

PAIRS = 3 + 2 + 1


def test_bots_of_both_kinds_climb_the_ladder(family: Family) -> None:
    """Two of the server's, one against one of ours, two of ours; one of them asks for hints."""
    bots = ("random", "easy", "last", "advised")
    command = [sys.executable, str(ROOT / "examples/ladder/ladder.py"), family.url, "--rulebook", "distant_suns"]
    command += [word for bot in bots for word in ("--bot", bot)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=3 * HUNG, check=False)
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    assert len([line for line in lines if line.startswith("distant_suns: ")]) == PAIRS
    won = {name: int(games) for games, name in (line.split() for line in lines[PAIRS:])}
    assert set(won) == set(bots)
    assert sum(won.values()) >= PAIRS
    assert won["advised"] > won["last"]
