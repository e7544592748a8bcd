"""Records that contradict themselves: whatever can be read comes to an end."""

from __future__ import annotations

import msgspec
import pytest

from service.games.astra.state import AstraState
from service.games.rng import Rng
from tests.games.astra.build import RULEBOOK, table


def rounds_to_the_end(state: AstraState) -> int:
    rng, start = Rng(b"damaged"), state.round
    while deciders := RULEBOOK.deciders(state):
        seat = rng.choice(deciders)
        state = RULEBOOK.apply(state, seat, rng.choice(RULEBOOK.legal_moves(state, seat))).state
    assert RULEBOOK.end_reason(state) in RULEBOOK.end_reasons
    return state.round - start


@pytest.mark.parametrize(
    "damage",
    [
        {"above_end": -1},
        {"above_end": 0},
        {"above_end": 99},
        {"above_end": 3, "deck": ()},
        {"deck": ()},
        {"last_round": 1, "round": 7, "end_reason": "sphere_in_first_turn", "above_end": -1},
        {"last_round": 0, "end_reason": "sphere_in_first_turn", "above_end": -1},
    ],
)
def test_a_game_whose_game_end_is_misplaced_ends(damage: dict[str, object]) -> None:
    for players in (2, 4):
        state = msgspec.structs.replace(table(players).build(), **damage)
        assert rounds_to_the_end(RULEBOOK.decode(RULEBOOK.encode(state))) < 200
