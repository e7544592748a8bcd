"""Moves in a player's words, in every language."""

from __future__ import annotations

import functools
from pathlib import Path

from service.games import texts
from service.games.distant_suns import hexes
from service.games.distant_suns.content.pack import pack_of
from service.games.distant_suns.moves import Assign, Draw, FillSlot, Pass
from service.games.distant_suns.rules.assigning import module_of
from service.games.distant_suns.state import DistantSunsState
from service.games.texts import Texts

TEXTS = Texts.load(texts.COMMON, Path(__file__).parent / "content" / "texts.json")


def assign_label(state: DistantSunsState, move: Assign, language: str) -> str:
    module = module_of(move)
    return TEXTS.say(
        "move.assign",
        language,
        module=len(state.modules) + 1,
        side=move.side,
        own=shape_name(state, module.own, language),
        others=shape_name(state, module.others, language),
    )


def shape_name(state: DistantSunsState, position: int, language: str) -> str:
    return pack_of(state).shapes[state.shape_at(position)].names[language]


def draw_label(state: DistantSunsState, move: Draw, language: str) -> str:
    return _label_drawing(move, language)


@functools.lru_cache(maxsize=1 << 13)
def _label_drawing(move: Draw, language: str) -> str:
    """Kept, as a seat's drawings are listed each time when another seat has drawn."""
    sectors = " ".join([hexes.name(sector) for sector in move.sectors])
    if move.upgrades:
        return TEXTS.say("move.draw_reduced", language, sectors=sectors, upgrades=move.upgrades)
    return TEXTS.say("move.draw", language, sectors=sectors)


def pass_label(state: DistantSunsState, move: Pass, language: str) -> str:
    return TEXTS.say("move.pass", language)


def fill_slot_label(state: DistantSunsState, move: FillSlot, language: str) -> str:
    return TEXTS.say("move.fill_slot", language, slot=move.slot)
