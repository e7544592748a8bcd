"""Setup: the deck with Game End in it, the first sphere, the cards laid out, the journals."""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast

from service.games.astra.content.pack import PACKS
from service.games.astra.printed import BELOW_GAME_END, SCORING_CARDS, SPHERES
from service.games.astra.rules.deck import unmarked_card
from service.games.astra.state import RULES, SCHEMA, AstraState, Player, Turn
from service.games.astra.words import Dreamer
from service.games.rng import Rng


def setup(players: int, options: Mapping[str, str], rng: Rng) -> AstraState:
    """The top card opens the discard and names the first sphere; then players + 1 cards are laid out."""
    pack = PACKS.by_name(options["pack"])
    top, *deck = rng.permutation(tuple(pack.cards))
    laid_out, draw = deck[: players + 1], deck[players + 1 :]
    scoring = rng.permutation(range(len(SCORING_CARDS)))[:players]
    return AstraState(
        schema=SCHEMA,
        rules=RULES,
        pack=pack.id,
        pack_hash=pack.hash,
        seed=rng.seed,
        drawn=rng.drawn,
        players=players,
        dreamer=cast(Dreamer, options["dreamer"]),
        round=1,
        sphere=SPHERES.index(pack.cards[top].element),
        deck=tuple(draw),
        above_end=len(draw) - BELOW_GAME_END[players],
        discard=(top,),
        sky=tuple(unmarked_card(players, card) for card in laid_out),
        seats=tuple(Player(card) for card in scoring),
        turn=Turn(1),
    )
