"""What a seat can ask for."""

from __future__ import annotations

from almagest_nim.state import Colour
from service.games.base import Move


class Take(Move, frozen=True):
    """Take stones from one heap."""

    heap: Colour
    stones: int


class Guess(Move, frozen=True):
    """Guess the card of the next seat, after taking the last stone."""

    colour: Colour


NimMove = Take | Guess
