"""The words of Astra that have a fixed set of values, as types and as tuples."""

from __future__ import annotations

from typing import Literal, get_args

Element = Literal["fire", "water", "air", "earth"]
ELEMENTS: tuple[Element, ...] = get_args(Element)
"""Those of the spheres, clockwise."""

BoonType = Literal["fame", "stardust", "observation", "improvement", "wisdom", "activation"]
BOON_TYPES: tuple[BoonType, ...] = get_args(BoonType)

StarKind = Literal["start", "grand", "common"]
STAR_KINDS: tuple[StarKind, ...] = get_args(StarKind)

AbilityId = Literal[
    "stardust_4",
    "stardust_3",
    "stardust_2",
    "telescope",
    "buy_telescopes",
    "wisdom",
    "pouch",
    "mark_any",
    "mark_any_and_adjacent",
    "mark_three_cards",
    "mark_two",
    "fame_per_marked_card",
    "fame_per_element",
    "fame_per_grand",
    "first_any_common",
    "rest_gains_pouch",
    "regain_before_grand",
    "regain_if_common",
]
ABILITY_IDS: tuple[AbilityId, ...] = get_args(AbilityId)
When = Literal["at_once", "this_turn"]

Phase = Literal["ability", "marking", "action", "boons", "discard", "dream", "over"]
Dreamer = Literal["worker", "player"]
DREAMERS: tuple[Dreamer, ...] = get_args(Dreamer)

EndCause = Literal["replacement", "sphere", "dream"]
AstraEndReason = Literal[
    "replacement_in_first_turn",
    "replacement_in_other_turn",
    "sphere_in_first_turn",
    "sphere_in_other_turn",
    "dream_in_first_turn",
    "dream_in_other_turn",
]
END_REASONS: tuple[AstraEndReason, ...] = get_args(AstraEndReason)

StardustRule = Literal["ability", "boon", "regain_before_grand", "regain_if_common"]
FameRule = Literal["boon", "fame_per_marked_card", "fame_per_element", "fame_per_grand"]
