"""Scoring: a ledger for each seat, of what is known."""

from __future__ import annotations

from collections.abc import Iterator

from almagest_nim.rules.guessing import is_right
from almagest_nim.state import COLOURS, NimState, card_of, phase
from service.games.base import Line, Score, Seat, SeatScore

STONE = 1
LAST_STONE = 3
GUESS = 2


def score(state: NimState) -> Score:
    seats = tuple(_ledger(state, seat) for seat in range(1, state.players + 1))
    best = max(seat.total for seat in seats)
    winners = tuple(seat.seat for seat in seats if seat.total == best)
    return Score(seats, winners if phase(state) == "over" else ())


def _ledger(state: NimState, seat: Seat) -> SeatScore:
    lines = tuple(_lines(state, seat))
    return SeatScore(seat, sum(line.amount for line in lines), lines)


def _lines(state: NimState, seat: Seat) -> Iterator[Line]:
    card, now = card_of(state, seat), phase(state)
    if card is not None:
        yield Line("card", STONE * state.taken[seat - 1][COLOURS.index(card)], card)
    if now != "taking" and seat == state.active:
        yield Line("last_stone", LAST_STONE)
        if now == "over" and is_right(state):
            yield Line("guess", GUESS)
