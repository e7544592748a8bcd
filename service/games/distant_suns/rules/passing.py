"""Book 03.02: what a seat does whose shape fits nowhere."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from service.games.base import Seat
from service.games.distant_suns.moves import Draw, Pass
from service.games.distant_suns.refusals import ShapeFits
from service.games.distant_suns.rules.drawing import Ground, drawings, ground_of, seal, whole_fits
from service.games.distant_suns.rules.phases import slot_due
from service.games.distant_suns.state import PASSED, DistantSunsState, DistantSunsStep
from service.games.refusals import Refusal

SHAPE_FITS = ShapeFits()
PASS = Pass()


def decisions(ground: Ground) -> list[Draw | Pass]:
    """D-3: only a whole shape that fits forbids passing; upgrades are never forced. Whole drawings are listed first."""
    found: list[Any] = drawings(ground)
    if not found or found[0].upgrades:
        found.append(PASS)
    return found


def why_not(state: DistantSunsState, seat: Seat) -> Refusal | None:
    return slot_due(state, seat) or (SHAPE_FITS if whole_fits(ground_of(state, seat)) else None)


def check(state: DistantSunsState, seat: Seat, move: Pass) -> Refusal | None:
    return why_not(state, seat)


def moves(state: DistantSunsState, seat: Seat) -> Sequence[Draw | Pass]:
    """Every drawing, and passing where that is allowed."""
    return () if slot_due(state, seat) else decisions(ground_of(state, seat))


def apply(state: DistantSunsState, seat: Seat, move: Pass) -> DistantSunsStep:
    return seal(state, seat, PASSED)
