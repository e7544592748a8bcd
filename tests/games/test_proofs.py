"""Golden games, perft counts, playthroughs, digests and a share of the soak, for every rulebook."""

from __future__ import annotations

import json
from pathlib import Path

import msgspec
import pytest

from service.games.play_out import tables
from service.games.registry import RULEBOOKS
from service.games.rulebook import AnyRulebook
from tools.digests import FEW, RULES, digests, kept
from tools.games import folder
from tools.golden import Golden, replay
from tools.perft import count, name_of
from tools.playthrough import text
from tools.soak import soak

BOOKS = list(RULEBOOKS.values())
GOLDEN = [
    pytest.param(rulebook, path, id=f"{rulebook.id}-{path.stem}")
    for rulebook in BOOKS
    for path in sorted((folder(rulebook) / "golden").glob("*.json"))
]
TABLES = [(rulebook, players, options) for rulebook in BOOKS for players, options in tables(rulebook)]
COUNTS = [(rulebook, n) for rulebook in BOOKS for n in range(rulebook.min_players, rulebook.max_players + 1)]
SOAKED = 25
SLICES = 8


@pytest.mark.parametrize(("rulebook", "path"), GOLDEN)
def test_golden_game_replays_to_the_exact_final_state(rulebook: AnyRulebook, path: Path) -> None:
    golden = msgspec.json.decode(path.read_bytes(), type=Golden)
    final = replay(rulebook, golden)
    score = rulebook.score(final)
    assert rulebook.is_over(final)
    assert rulebook.end_reason(final) == golden.end_reason == path.stem
    assert [seat.total for seat in score.seats] == golden.scores
    assert list(score.winners) == golden.winners
    assert rulebook.digest(final) == golden.digest


@pytest.mark.parametrize("rulebook", BOOKS, ids=lambda rulebook: rulebook.id)
def test_every_way_a_game_can_end_has_a_golden_game(rulebook: AnyRulebook) -> None:
    assert {path.stem for path in (folder(rulebook) / "golden").glob("*.json")} == set(rulebook.end_reasons)


@pytest.mark.parametrize(
    ("rulebook", "players", "options"),
    [pytest.param(*table, id=f"{table[0].id}, {name_of(*table[1:])}") for table in TABLES],
)
def test_perft_counts_are_as_kept(rulebook: AnyRulebook, players: int, options: dict[str, str]) -> None:
    kept = json.loads((folder(rulebook) / "perft.json").read_text())
    assert count(rulebook, players, options) == kept[name_of(players, options)]


@pytest.mark.parametrize(
    ("rulebook", "players"), [pytest.param(*pair, id=f"{pair[0].id}-{pair[1]}") for pair in COUNTS]
)
def test_playthrough_is_as_kept(rulebook: AnyRulebook, players: int) -> None:
    assert text(rulebook, players) == (folder(rulebook) / "playthrough" / f"{players}.txt").read_text()


@pytest.mark.parametrize("rulebook", BOOKS, ids=lambda rulebook: rulebook.id)
def test_random_games_are_as_kept(rulebook: AnyRulebook) -> None:
    assert digests(rulebook, FEW, RULES) == kept(rulebook)[str(FEW)]


@pytest.mark.parametrize("part", range(SLICES))
@pytest.mark.parametrize("rulebook", BOOKS, ids=lambda rulebook: rulebook.id)
def test_invariants_hold_after_every_move_of_random_games(rulebook: AnyRulebook, part: int) -> None:
    for number in range(part * SOAKED, (part + 1) * SOAKED):
        reason, moves = soak(rulebook.id, number)
        assert reason in rulebook.end_reasons
        assert moves
