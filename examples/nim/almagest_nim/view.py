"""What a viewer sees, built from what `known` leaves."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

from almagest_nim.known import known
from almagest_nim.rules.turn import deciders
from almagest_nim.state import COLOURS, Colour, NimState, Phase, card_of, phase
from service.games.base import Seat, SeatView, View, Viewer


class StonesView(msgspec.Struct, frozen=True):
    """Stones of one colour."""

    colour: Colour
    stones: int


class NimSeatView(SeatView, frozen=True, kw_only=True):
    """One seat's card and stones."""

    card: Annotated[Colour | None, Meta(description="null while it is hidden from the viewer")]
    taken: tuple[StonesView, ...]


class NimView(View, frozen=True, kw_only=True):
    """The heaps and all seats."""

    phase: Phase
    seats: tuple[NimSeatView, ...]
    heaps: tuple[StonesView, ...]
    guess: Annotated[Colour | None, Meta(description="what was guessed after the last stone")]


def view(state: NimState, viewer: Viewer) -> NimView:
    seen = known(state, viewer)
    now = phase(seen)
    return NimView(
        phase=now,
        round=seen.round,
        last_round=None if now == "taking" else seen.round,
        active=None if now == "over" else seen.active,
        deciders=deciders(seen),
        seats=tuple(_seat(seen, seat) for seat in range(1, seen.players + 1)),
        heaps=_stones(seen.heaps),
        guess=seen.guess,
    )


def _seat(seen: NimState, seat: Seat) -> NimSeatView:
    return NimSeatView(seat=seat, card=card_of(seen, seat), taken=_stones(seen.taken[seat - 1]))


def _stones(counts: tuple[int, ...]) -> tuple[StonesView, ...]:
    return tuple(StonesView(colour, stones) for colour, stones in zip(COLOURS, counts, strict=True))
