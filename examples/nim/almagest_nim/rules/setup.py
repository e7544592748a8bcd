"""Setting up: the heaps, and a secret card for every seat."""

from __future__ import annotations

from almagest_nim.state import COLOURS, RULES, SCHEMA, NimState
from service.games.rng import Rng

HEAPS = (3, 4, 5)


def setup(players: int, rng: Rng) -> NimState:
    cards = rng.permutation(COLOURS)[:players]
    return NimState(
        schema=SCHEMA,
        rules=RULES,
        pack="",
        pack_hash="",
        seed=rng.seed,
        drawn=rng.drawn,
        players=players,
        heaps=HEAPS,
        taken=((0,) * len(HEAPS),) * players,
        cards=cards,
        active=1,
        round=1,
        guess=None,
    )
