"""Short random games of every kind, with the conservation laws checked after every move."""

from __future__ import annotations

import pytest

from service.games.nebula import RULEBOOK
from service.games.rng import Rng
from tests.games.nebula import invariants

GAMES = 30


def play_at_random(players: int, variant: str, seed: bytes) -> int:
    rng = Rng(seed)
    state = RULEBOOK.setup(players, {"pack": "classic", "variant": variant}, Rng(seed + b"/bag"))
    moves = 0
    while deciders := RULEBOOK.deciders(state):
        seat = rng.choice(deciders)
        state = RULEBOOK.apply(state, seat, rng.choice(RULEBOOK.legal_moves(state, seat))).state
        invariants.check(RULEBOOK, state)
        moves += 1
    return moves


@pytest.mark.parametrize("variant", ["full", "introductory"])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_conservation_laws_hold_in_random_games(players: int, variant: str) -> None:
    for game in range(GAMES):
        assert play_at_random(players, variant, f"{players}/{variant}/{game}".encode())
