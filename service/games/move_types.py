"""The table of move types: a rulebook lists, checks, applies, explains and labels moves by its rows, one for each."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Generic

import msgspec

from service.games.base import M, Move, S, Seat, Step
from service.games.refusals import Refusal


def no_objection(state: Any, seat: Seat) -> None:
    """Only turn and phase can forbid this type of move."""


def no_objection_to(state: Any, seat: Seat, move: Any) -> None:
    """Where this type of move is possible at all, every move of it is."""


class MoveType(msgspec.Struct, Generic[S, M], frozen=True, eq=False, kw_only=True):
    """One type of move.

    The rulebook checks turn and phase; where both fit, `why_not` says why the seat can make no move of this type at
    all, and `check` why it cannot make this one (and asks `why_not` itself where that matters).

    `moves` lists the legal moves of this type, and of every type whose row is `listed_with` this one, where the order
    of the list mixes several types. So a row has either `moves` or `listed_with`.
    """

    move: type[M]
    ruling: str
    phases: tuple[str, ...]
    apply: Callable[[S, Seat, M], Step[S]]
    label: Callable[[S, M, str], str]
    moves: Callable[[S, Seat], Sequence[M]] | None = None
    listed_with: type[Move] | None = None
    check: Callable[[S, Seat, M], Refusal | None] = no_objection_to
    why_not: Callable[[S, Seat], Refusal | None] = no_objection
