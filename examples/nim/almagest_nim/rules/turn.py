"""Whose turn it is."""

from __future__ import annotations

from msgspec.structs import replace

from almagest_nim.state import NimState, next_seat, phase
from service.games.base import Seat, Step, TurnBegan


def deciders(state: NimState) -> tuple[Seat, ...]:
    return () if phase(state) == "over" else (state.active,)


def pass_on(state: NimState) -> Step[NimState]:
    """The next seat's turn; a round ends when the last seat has had its own."""
    seat = next_seat(state)
    after = replace(state, active=seat, round=state.round + (seat == 1))
    return Step(after, (TurnBegan(seat, after.round),))
