"""The table of move types: a row for each."""

from __future__ import annotations

from typing import Any

from almagest_nim.moves import Guess, Take
from almagest_nim.rules import guessing, taking
from almagest_nim.state import NimState
from almagest_nim.text import guess_label, take_label
from service.games.move_types import MoveType

MOVE_TYPES: tuple[MoveType[NimState, Any], ...] = (
    MoveType(
        move=Take,
        ruling="taking",
        phases=("taking",),
        moves=taking.moves,
        check=taking.check,
        apply=taking.apply,
        label=take_label,
    ),
    MoveType(
        move=Guess,
        ruling="guessing",
        phases=("guessing",),
        moves=guessing.moves,
        check=guessing.check,
        apply=guessing.apply,
        label=guess_label,
    ),
)
