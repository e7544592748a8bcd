"""The table of moves: a row per kind, in the order in which legal moves are listed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from service.games.astra import text
from service.games.astra.moves import (
    AstraMove,
    Discard,
    Dream,
    EndTurn,
    MarkStar,
    Observe,
    PickBoon,
    Rest,
    UseAbility,
)
from service.games.astra.rules import ability, boons, discovery, dream, end_turn, free_marks, observe, rest
from service.games.astra.rules.gains import Log
from service.games.astra.state import AstraState
from service.games.base import Seat, Step
from service.games.move_types import MoveType

A = TypeVar("A", bound=AstraMove)


def _told(
    resolve: Callable[[AstraState, Seat, A, Log], AstraState],
) -> Callable[[AstraState, Seat, A], Step[AstraState]]:
    """The rules of Astra tell what happens to a log; a row gives it back with the state."""

    def apply(state: AstraState, seat: Seat, move: A) -> Step[AstraState]:
        log: Log = []
        after = resolve(state, seat, move, log)
        return Step(after, tuple(log))

    return apply


MOVE_TYPES: tuple[MoveType[AstraState, Any], ...] = (
    MoveType(
        move=UseAbility,
        ruling="ability_phase",
        phases=("ability",),
        moves=ability.moves,
        check=ability.check,
        apply=_told(ability.apply),
        why_not=ability.why_not,
        label=text.label_ability,
    ),
    MoveType(
        move=MarkStar,
        ruling="A-15",
        phases=("marking",),
        moves=free_marks.moves,
        check=free_marks.check,
        apply=_told(free_marks.apply),
        label=text.label_mark,
    ),
    MoveType(
        move=Observe,
        ruling="observe",
        phases=("ability", "action"),
        moves=observe.moves,
        check=observe.check,
        apply=_told(observe.apply),
        why_not=observe.why_not,
        label=text.label_observe,
    ),
    MoveType(
        move=Rest,
        ruling="A-20",
        phases=("ability", "action"),
        moves=rest.moves,
        check=rest.check,
        apply=_told(rest.apply),
        why_not=rest.why_not,
        label=text.label_plain,
    ),
    MoveType(
        move=EndTurn,
        ruling="action_phase",
        phases=("ability", "action"),
        moves=end_turn.moves,
        check=end_turn.check,
        apply=_told(discovery.end_action),
        why_not=end_turn.why_not,
        label=text.label_plain,
    ),
    MoveType(
        move=PickBoon,
        ruling="A-5",
        phases=("boons",),
        moves=boons.moves,
        check=boons.check,
        apply=_told(discovery.pick_boon),
        label=text.label_boon,
    ),
    MoveType(
        move=Discard,
        ruling="A-7",
        phases=("discard",),
        moves=discovery.moves,
        check=discovery.check,
        apply=_told(discovery.apply),
        label=text.label_discard,
    ),
    MoveType(
        move=Dream,
        ruling="A-13",
        phases=("dream",),
        moves=dream.moves,
        check=dream.check,
        apply=_told(dream.apply),
        label=text.label_dream,
    ),
)
