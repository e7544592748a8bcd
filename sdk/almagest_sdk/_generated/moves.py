# Generated from openapi/openapi.json by `make sdk`. Do not edit: the next run overwrites it.
"""The moves of every rulebook, and how they are told apart."""

from __future__ import annotations

from typing import TypeAlias

from almagest_sdk._generated import astra as astra
from almagest_sdk._generated import distant_suns as distant_suns
from almagest_sdk._generated import nebula as nebula

__all__ = [
    "Move",
    "MOVES",
    "astra",
    "distant_suns",
    "nebula",
]

Move: TypeAlias = astra.Move | distant_suns.Move | nebula.Move

MOVES: dict[str, dict[str, type[Move]]] = {
    "astra": {
        "use_ability": astra.UseAbility,
        "mark_star": astra.MarkStar,
        "observe": astra.Observe,
        "rest": astra.Rest,
        "end_turn": astra.EndTurn,
        "pick_boon": astra.PickBoon,
        "discard": astra.Discard,
        "dream": astra.Dream,
    },
    "distant_suns": {
        "assign": distant_suns.Assign,
        "draw": distant_suns.Draw,
        "pass": distant_suns.Pass,
        "fill_slot": distant_suns.FillSlot,
    },
    "nebula": {
        "keep_goal": nebula.KeepGoal,
        "take_time": nebula.TakeTime,
        "turn_to_chaos": nebula.TurnToChaos,
        "keep_stars": nebula.KeepStars,
        "place_star": nebula.PlaceStar,
        "replace_star": nebula.ReplaceStar,
        "place_black_star": nebula.PlaceBlackStar,
        "advance_token": nebula.AdvanceToken,
        "end_placing": nebula.EndPlacing,
    },
}
