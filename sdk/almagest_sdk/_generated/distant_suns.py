# Generated from openapi/openapi.json by `make sdk`. Do not edit: the next run overwrites it.
from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from almagest_sdk.unset import UNSET, Unset


@dataclass(frozen=True, kw_only=True)
class Assign:
    """Put the next module on two neighbouring free notches of one side of the board (D-1).

    `side` is 1 or 2. `position` is the first of the two positions, 1 to 5. The module's circle, the shape you draw
    yourself, is at `position` and its octagon, the shape of all others, at the next one; `flipped` swaps the two."""

    type: Literal["assign"] = "assign"
    side: int
    position: int
    flipped: bool | Unset = UNSET


@dataclass(frozen=True, kw_only=True)
class Draw:
    """Draw your shape on your sheet, sealed until all have drawn (D-2, D-16).

    `sectors` are the numbers of the sectors really drawn, ascending. `upgrades` is how many upgrades you use, at most
    two: each leaves out one hex of the shape (D-4)."""

    type: Literal["draw"] = "draw"
    sectors: Sequence[int]
    upgrades: int | Unset = UNSET


@dataclass(frozen=True, kw_only=True)
class Pass:
    """Draw nothing this turn, which is allowed only when the whole shape fits nowhere (D-3)."""

    type: Literal["pass"] = "pass"


@dataclass(frozen=True, kw_only=True)
class FillSlot:
    """Name the slot, 1 to 7, that an upgrade you have gained fills (D-6). It is due before your next decision."""

    type: Literal["fill_slot"] = "fill_slot"
    slot: int


Move: TypeAlias = Assign | Draw | Pass | FillSlot
