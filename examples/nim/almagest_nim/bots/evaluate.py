"""How good a known state is for a seat, for bots that compare moves."""

from __future__ import annotations

from almagest_nim.rules.scoring import score
from almagest_nim.state import COLOURS, NimState, card_of
from service.games.base import Seat

HOPE = 0.5
"""Of a stone of the seat's colour that nobody has taken yet."""


def evaluate(state: NimState, seat: Seat) -> float:
    """The lead over the best of the others, as far as it is known, and what may still come."""
    totals = {ledger.seat: ledger.total for ledger in score(state).seats}
    own = totals.pop(seat)
    return own - max(totals.values()) + HOPE * _own_stones_left(state, seat)


def _own_stones_left(state: NimState, seat: Seat) -> int:
    card = card_of(state, seat)
    return 0 if card is None else state.heaps[COLOURS.index(card)]
