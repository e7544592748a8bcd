"""The table of move types: a row for each, in the order in which legal moves are listed."""

from __future__ import annotations

from typing import Any

from service.games.astra import text
from service.games.astra.moves import Discard, Dream, EndTurn, MarkStar, Observe, PickBoon, Rest, UseAbility
from service.games.astra.rules import ability, boons, discovery, dream, end_turn, free_marks, observe, rest
from service.games.astra.state import AstraState
from service.games.move_types import MoveType

MOVE_TYPES: tuple[MoveType[AstraState, Any], ...] = (
    MoveType(
        move=UseAbility,
        ruling="ability_phase",
        phases=("ability",),
        moves=ability.moves,
        check=ability.check,
        apply=ability.apply,
        why_not=ability.why_not,
        label=text.label_ability,
    ),
    MoveType(
        move=MarkStar,
        ruling="A-15",
        phases=("marking",),
        moves=free_marks.moves,
        check=free_marks.check,
        apply=free_marks.apply,
        label=text.label_mark,
    ),
    MoveType(
        move=Observe,
        ruling="observe",
        phases=("ability", "action"),
        moves=observe.moves,
        check=observe.check,
        apply=observe.apply,
        why_not=observe.why_not,
        label=text.label_observe,
    ),
    MoveType(
        move=Rest,
        ruling="A-20",
        phases=("ability", "action"),
        moves=rest.moves,
        check=rest.check,
        apply=rest.apply,
        why_not=rest.why_not,
        label=text.label_plain,
    ),
    MoveType(
        move=EndTurn,
        ruling="action_phase",
        phases=("ability", "action"),
        moves=end_turn.moves,
        check=end_turn.check,
        apply=discovery.end_action,
        why_not=end_turn.why_not,
        label=text.label_plain,
    ),
    MoveType(
        move=PickBoon,
        ruling="A-5",
        phases=("boons",),
        moves=boons.moves,
        check=boons.check,
        apply=discovery.pick_boon,
        label=text.label_boon,
    ),
    MoveType(
        move=Discard,
        ruling="A-7",
        phases=("discard",),
        moves=discovery.moves,
        check=discovery.check,
        apply=discovery.apply,
        label=text.label_discard,
    ),
    MoveType(
        move=Dream,
        ruling="A-13",
        phases=("dream",),
        moves=dream.moves,
        check=dream.check,
        apply=dream.apply,
        label=text.label_dream,
    ),
)
