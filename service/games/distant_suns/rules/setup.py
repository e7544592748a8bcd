"""Book 02: the board is laid out."""

from __future__ import annotations

from collections.abc import Mapping

from service.games.distant_suns.content.pack import PACKS
from service.games.distant_suns.printed import POSITIONS
from service.games.distant_suns.state import RULES, SCHEMA, DistantSunsState, Sheet
from service.games.rng import Rng


def setup(players: int, options: Mapping[str, str], rng: Rng) -> DistantSunsState:
    """Five of the ten shapes, each with a mission, and after them the black hole (D-1). Seat 1 starts (D-7)."""
    pack = PACKS.by_name(options["pack"])
    shapes = rng.permutation(pack.tiles)[: POSITIONS - 1]
    missions = rng.permutation(tuple(pack.missions))
    return DistantSunsState(
        schema=SCHEMA,
        rules=RULES,
        pack=pack.id,
        pack_hash=pack.hash,
        seed=rng.seed,
        drawn=rng.drawn,
        players=players,
        shapes=(*shapes, pack.black_hole),
        missions=missions,
        sheets=(Sheet(worlds=(0,) * len(pack.worlds)),) * players,
    )
