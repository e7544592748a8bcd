"""Guessing: who took the last stone names the card of the next seat, and the game is over."""

from __future__ import annotations

from msgspec.structs import replace

from almagest_nim.events import CardGuessed, CardsShown, GameEnded
from almagest_nim.moves import Guess
from almagest_nim.refusals import OwnCard
from almagest_nim.state import COLOURS, NimState, card_of, next_seat
from almagest_nim.text import colour_term
from service.games.base import AUTOMA, Seat, Step
from service.games.refusals import Refusal


def moves(state: NimState, seat: Seat) -> list[Guess]:
    return [Guess(colour) for colour in COLOURS if colour != card_of(state, seat)]


def check(state: NimState, seat: Seat, move: Guess) -> Refusal | None:
    return OwnCard(colour_term(move.colour)) if move.colour == card_of(state, seat) else None


def apply(state: NimState, seat: Seat, move: Guess) -> Step[NimState]:
    after = replace(state, guess=move.colour)
    events = (
        CardGuessed(seat, next_seat(state), move.colour, is_right(after)),
        CardsShown(AUTOMA, after.cards),
        GameEnded(AUTOMA, "last_stone", after.round),
    )
    return Step(after, events)


def is_right(state: NimState) -> bool | None:
    """None while the card of the next seat is hidden."""
    card = card_of(state, next_seat(state))
    return None if card is None else card == state.guess
