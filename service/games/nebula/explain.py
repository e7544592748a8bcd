"""Why a kind of move is closed to a seat, from what that seat knows."""

from __future__ import annotations

from service.games.base import Refusal, Seat, Unavailable
from service.games.nebula.known import known
from service.games.nebula.rules.table import KINDS
from service.games.nebula.state import NebulaState


def explain(state: NebulaState, seat: Seat) -> tuple[Unavailable, ...]:
    seen = known(state, seat)
    refusals: list[tuple[str, Refusal | None]] = [
        (str(move.__struct_config__.tag), kind.why_not(seen, seat)) for move, kind in KINDS.items()
    ]
    return tuple(Unavailable(move, refusal) for move, refusal in refusals if refusal is not None)
