"""The table of moves: one row per type of move, from which a rulebook lists, checks, applies, explains and labels."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Generic

import msgspec

from service.games.base import M, S, Seat, Step
from service.games.refusals import Refusal


def no_objection(state: Any, seat: Seat) -> None:
    """Nothing but turn and phase stands in the way of this type of move."""


def any_of_them(state: Any, seat: Seat, move: Any) -> None:
    """Where this type of move is possible at all, every move of it is."""


class MoveType(msgspec.Struct, Generic[S, M], frozen=True, eq=False, kw_only=True):
    """One type of move.

    Turn and phase are the rulebook's to ask: `why_not` says why the seat can make no move of this type at all although
    both fit, `check` why it cannot make this very one (and asks `why_not` itself where that matters).
    """

    move: type[M]
    ruling: str
    phases: tuple[str, ...]
    moves: Callable[[S, Seat], Sequence[M]]
    apply: Callable[[S, Seat, M], Step[S]]
    label: Callable[[S, M, str], str]
    check: Callable[[S, Seat, M], Refusal | None] = any_of_them
    why_not: Callable[[S, Seat], Refusal | None] = no_objection
