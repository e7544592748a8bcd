"""Which kinds of move exist, and why each of them may not be possible now."""

from __future__ import annotations

from collections.abc import Callable

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
from service.games.astra.state import AstraState
from service.games.base import Refusal, Seat, Unavailable

REFUSALS: dict[type[AstraMove], Callable[[AstraState, Seat], Refusal | None]] = {
    UseAbility: ability.refusal,
    MarkStar: free_marks.refusal,
    Observe: observe.refusal,
    Rest: rest.refusal,
    EndTurn: end_turn.refusal,
    PickBoon: boons.refusal,
    Discard: discovery.refusal,
    Dream: dream.refusal,
}

MOVE_TYPES: tuple[type[AstraMove], ...] = tuple(REFUSALS)


def explain(state: AstraState, seat: Seat) -> tuple[Unavailable, ...]:
    found = [(kind, refusal(state, seat)) for kind, refusal in REFUSALS.items()]
    return tuple(Unavailable(str(kind.__struct_config__.tag), reason) for kind, reason in found if reason)
