"""The state of a game of Astra: tuples, ids of cards, and bit sets of stars."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from service.games.base import Seat, State

SCHEMA = 1

UNKNOWN = ""
"""The id of a card that a viewer may not know."""
UNKNOWN_SCORING = -1
UNKNOWN_BOON = -1

MAX_POUCH = 12
MAX_WISDOM = 12
MAX_LIMIT = 8

Phase = Literal["ability", "marking", "action", "boons", "discard", "dream", "over"]


class Player(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """A journal, the constellations beside it and the secret final-scoring card (an index of SCORING_CARDS)."""

    scoring: int
    stardust: int = 8
    telescopes: int = 0
    fame: int = 0
    wisdom: int = 0
    pouch: int = 5
    active: tuple[str, ...] = ()
    exhausted: tuple[str, ...] = ()

    @property
    def cards(self) -> tuple[str, ...]:
        return self.active + self.exhausted

    @property
    def limit(self) -> int:
        """Two boxes of wisdom for each step of the card limit."""
        return 2 + self.wisdom // 2


class SkyCard(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """A constellation laid out, with the stars that each pen has marked. Pen 0 is the dreamer's."""

    card: str
    marks: tuple[int, ...]
    marked: int = 0
    """The union of all pens' stars, kept because every question begins with it."""


class Marking(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """An ability that marks stars and is not finished yet (A-15)."""

    ability: str
    left: int
    cards: tuple[str, ...] = ()
    last: int = -1


class Pick(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """A helper's boon (an index of the card's four), sealed until the whole rank has picked."""

    seat: Seat
    boon: int
    activate: tuple[str, ...] = ()


class Picking(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """Helpers picking boons of a completed card; discoverer 0 is the dreamer."""

    card: str
    discoverer: Seat
    ranks: tuple[tuple[Seat, ...], ...]
    struck: int = 0
    picks: tuple[Pick, ...] = ()


class Turn(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """What has happened in the turn that is being played."""

    seat: Seat
    phase: Phase = "ability"
    observes: int = 0
    rested: bool = False
    skips_action: bool = False
    lasting: tuple[str, ...] = ()
    grand_marked: int = 0
    only_common: bool = True
    spent: int = 0
    spent_before_grand: int = 0
    completed: tuple[str, ...] = ()
    discovered: int = 0
    marking: Marking | None = None
    picking: Picking | None = None


class AstraState(State, frozen=True, array_like=True, gc=False):
    """A whole game. `above_end` counts the deck's cards above Game End; -1 once it has been set aside."""

    dreamer: str
    round: int
    sphere: int
    deck: tuple[str, ...]
    above_end: int
    discard: tuple[str, ...]
    sky: tuple[SkyCard, ...]
    seats: tuple[Player, ...]
    turn: Turn
    last_round: int = 0
    end_reason: str = ""


def player(state: AstraState, seat: Seat) -> Player:
    return state.seats[seat - 1]


def replace(state: AstraState, **changes: Any) -> AstraState:
    return msgspec.structs.replace(state, **changes)


def with_player(state: AstraState, seat: Seat, **changes: Any) -> AstraState:
    seats = state.seats
    changed = msgspec.structs.replace(seats[seat - 1], **changes)
    return msgspec.structs.replace(state, seats=(*seats[: seat - 1], changed, *seats[seat:]))


def with_turn(state: AstraState, **changes: Any) -> AstraState:
    return msgspec.structs.replace(state, turn=msgspec.structs.replace(state.turn, **changes))


def sky_card(state: AstraState, card: str) -> SkyCard | None:
    for slot in state.sky:
        if slot.card == card:
            return slot
    return None
