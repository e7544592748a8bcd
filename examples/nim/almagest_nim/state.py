"""The state of a game: heaps, secret cards, and what each seat has taken."""

from __future__ import annotations

from typing import Literal, get_args

from service.games.base import Seat, State

SCHEMA = 1
RULES = 1
Colour = Literal["amber", "jade", "onyx"]
COLOURS: tuple[Colour, ...] = get_args(Colour)
Phase = Literal["taking", "guessing", "over"]


class NimState(State, frozen=True):
    """Stones are counted in the order of `COLOURS`. A card is None where it is hidden."""

    heaps: tuple[int, ...]
    taken: tuple[tuple[int, ...], ...]
    cards: tuple[Colour | None, ...]
    active: Seat
    round: int
    guess: Colour | None


def phase(state: NimState) -> Phase:
    if any(state.heaps):
        return "taking"
    return "guessing" if state.guess is None else "over"


def next_seat(state: NimState) -> Seat:
    return state.active % state.players + 1


def card_of(state: NimState, seat: Seat) -> Colour | None:
    return state.cards[seat - 1]
