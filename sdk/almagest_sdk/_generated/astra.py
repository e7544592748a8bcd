# Generated from openapi/openapi.json by `make sdk`. Do not edit: the next run overwrites it.
from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from almagest_sdk.unset import UNSET, Unset


@dataclass(frozen=True, kw_only=True)
class UseAbility:
    """Use the ability of one of your active constellations. `telescopes` says how many to buy, where it sells them."""

    type: Literal["use_ability"] = "use_ability"
    card: str
    telescopes: int | None | Unset = UNSET


@dataclass(frozen=True, kw_only=True)
class MarkStar:
    """Mark a star for the ability being resolved."""

    type: Literal["mark_star"] = "mark_star"
    card: str
    star: int


@dataclass(frozen=True, kw_only=True)
class Observe:
    """Mark a path of stars on one constellation, one stardust each; each further Observe costs a telescope."""

    type: Literal["observe"] = "observe"
    card: str
    path: Sequence[int]


@dataclass(frozen=True, kw_only=True)
class Rest:
    """Refill the pouch, reactivate constellations of the active sphere and move the sphere marker."""

    type: Literal["rest"] = "rest"


@dataclass(frozen=True, kw_only=True)
class EndTurn:
    """Take no further action this turn."""

    type: Literal["end_turn"] = "end_turn"


@dataclass(frozen=True, kw_only=True)
class PickBoon:
    """Pick one of the four boons (0 is the leftmost). Activation names the exhausted cards to turn."""

    type: Literal["pick_boon"] = "pick_boon"
    boon: int
    activate: Sequence[str] | Unset = UNSET


@dataclass(frozen=True, kw_only=True)
class Discard:
    """Discard one of your constellations, active or not, because you have more than the card limit."""

    type: Literal["discard"] = "discard"
    card: str


@dataclass(frozen=True, kw_only=True)
class Dream:
    """Mark a path of stars with the dreamer's pen."""

    type: Literal["dream"] = "dream"
    card: str
    path: Sequence[int]


Move: TypeAlias = UseAbility | MarkStar | Observe | Rest | EndTurn | PickBoon | Discard | Dream
