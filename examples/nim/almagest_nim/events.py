"""What happens, for everyone to see."""

from __future__ import annotations

from typing import Literal, get_args

from almagest_nim.state import Colour
from service.games.base import Event, Seat, TurnBegan

NimEndReason = Literal["last_stone"]
END_REASONS: tuple[NimEndReason, ...] = get_args(NimEndReason)


class StonesTaken(Event, frozen=True):
    """Stones were taken from a heap, in which so many are left."""

    heap: Colour
    stones: int
    left: int


class CardGuessed(Event, frozen=True):
    """Who took the last stone guessed a card. In a preview nobody knows yet whether rightly."""

    holder: Seat
    colour: Colour
    is_right: bool | None


class CardsShown(Event, frozen=True):
    """All cards are turned over, in the order of the seats."""

    cards: tuple[Colour | None, ...]


class GameEnded(Event, frozen=True):
    """The game is over."""

    reason: NimEndReason
    round: int


EVENTS: tuple[type[Event], ...] = (TurnBegan, StonesTaken, CardGuessed, CardsShown, GameEnded)
