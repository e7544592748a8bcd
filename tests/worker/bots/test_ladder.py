"""The ladder of bots, as it is started, against real processes: all eight bots and all games, in a short form.

`pytest -m whole tests/worker/bots/test_ladder.py` climbs the whole of it.
"""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from collections.abc import Sequence
from itertools import combinations

import pytest

from examples.ladder.ladder import BOTS
from service.games.registry import RULEBOOKS
from tests.chaos.family import Family
from tests.processes import HUNG, ROOT

QUICKEST = "distant_suns"


@pytest.fixture
def family_settings() -> dict[str, str]:
    """Bots look at few positions, so that a whole ladder is climbed in no time."""
    return {"BOT_BUDGET_MAX": "30"}


def _climbed(family: Family, rulebooks: Sequence[str], bots: Sequence[str]) -> None:
    """Everybody has played everybody in every one of the games, and somebody has won each; who, is chance."""
    command = [sys.executable, str(ROOT / "examples/ladder/ladder.py"), family.url]
    command += [word for rulebook in rulebooks for word in ("--rulebook", rulebook)]
    command += [word for bot in bots for word in ("--bot", bot)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=3 * HUNG, check=False)
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    played = [line.split(": ")[:2] for line in lines[: -len(bots)]]
    assert played == [[book, " against ".join(pair)] for book in rulebooks for pair in combinations(bots, 2)]
    won = Counter({name: int(games) for games, name in (line.split() for line in lines[-len(bots) :])})
    assert set(won) == set(bots)
    assert won.total() >= len(played)


def test_all_bots_climb_and_all_games_are_climbed(family: Family) -> None:
    """The server's bots and ours, of each kind against each; one of ours asks for hints."""
    lower, upper = ("random", "easy", "anything", "first"), ("greedy", "strong", "last", "advised")
    assert {*lower, *upper} == set(BOTS)
    assert len(BOTS) == 8
    _climbed(family, [QUICKEST], lower)
    _climbed(family, [QUICKEST], upper)
    _climbed(family, sorted(RULEBOOKS.keys() - {QUICKEST}), ("easy", "anything"))


@pytest.mark.whole
def test_everybody_plays_everybody_in_every_game(family: Family) -> None:
    _climbed(family, sorted(RULEBOOKS), BOTS)
