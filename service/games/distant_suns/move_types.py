"""The table of move types of Distant Suns."""

from __future__ import annotations

from typing import Any

from service.games.distant_suns import text
from service.games.distant_suns.moves import Assign, Draw, FillSlot, Pass
from service.games.distant_suns.rules import assigning, drawing, passing, upgrades
from service.games.distant_suns.state import DistantSunsState
from service.games.move_types import MoveType

MOVE_TYPES: tuple[MoveType[DistantSunsState, Any], ...] = (
    MoveType(
        move=Assign,
        ruling="D-1",
        phases=("assign",),
        moves=assigning.moves,
        why_not=assigning.why_not,
        check=assigning.check,
        apply=assigning.apply,
        label=text.assign_label,
    ),
    MoveType(
        move=Draw,
        ruling="drawing",
        phases=("draw",),
        moves=passing.moves,
        why_not=drawing.why_not,
        check=drawing.check,
        apply=drawing.apply,
        label=text.draw_label,
    ),
    MoveType(
        move=Pass,
        ruling="D-3",
        phases=("draw",),
        listed_with=Draw,
        why_not=passing.why_not,
        check=passing.check,
        apply=passing.apply,
        label=text.pass_label,
    ),
    MoveType(
        move=FillSlot,
        ruling="D-6",
        phases=("assign", "draw"),
        moves=upgrades.moves,
        why_not=upgrades.why_not,
        check=upgrades.check,
        apply=upgrades.apply,
        label=text.fill_slot_label,
    ),
)
