"""For each kind of move that a seat cannot make now, why not."""

from __future__ import annotations

from collections.abc import Callable

from service.games.base import Refusal, Seat, Unavailable
from service.games.distant_suns.moves import Assign, DistantSunsMove, Draw, FillSlot, Pass
from service.games.distant_suns.rules.assigning import why_not_assign
from service.games.distant_suns.rules.drawing import why_not_draw, why_not_pass
from service.games.distant_suns.rules.upgrades import why_not_fill
from service.games.distant_suns.state import DistantSunsState

MOVE_TYPES: tuple[type[DistantSunsMove], ...] = (Assign, Draw, Pass, FillSlot)

WHY_NOT: dict[str, Callable[[DistantSunsState, Seat], Refusal | None]] = {
    "assign": why_not_assign,
    "draw": why_not_draw,
    "pass": why_not_pass,
    "fill_slot": why_not_fill,
}


def explain(state: DistantSunsState, seat: Seat) -> tuple[Unavailable, ...]:
    reasons = ((kind, why_not(state, seat)) for kind, why_not in WHY_NOT.items())
    return tuple(Unavailable(kind, refusal) for kind, refusal in reasons if refusal)
