"""The state of a game of Astra: tuples, ids of cards, and bit sets of stars."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec.structs import replace

from service.games.astra.content.cards import EMPTY
from service.games.astra.words import AbilityId, AstraEndReason, Dreamer, Phase
from service.games.base import Seat, State, Step

SCHEMA = 2
RULES = 2

UNKNOWN_SCORING = -1
UNKNOWN_BOON = -1


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
    """A place and the constellation laid out there, with the stars that each pen has marked; pen 0 is the dreamer's.

    A-23: the cards stay where they are. A place without a card has the id EMPTY.
    """

    card: str
    marks: tuple[int, ...]
    marked: int = 0
    """The union of all pens' stars, kept because every question begins with it."""


class Marking(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """An ability that marks stars and is not finished yet (A-15)."""

    ability: AbilityId
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
    lasting: tuple[AbilityId, ...] = ()
    grand_marked: int = 0
    only_common: bool = True
    spent: int = 0
    spent_before_grand: int = 0
    completed: tuple[str, ...] = ()
    discovered: int = 0
    marking: Marking | None = None
    picking: Picking | None = None


class AstraState(State, frozen=True, array_like=True):
    """A whole game. `above_end` counts the deck's cards above Game End; -1 once it has been set aside."""

    dreamer: Dreamer
    round: int
    sphere: int
    deck: tuple[str, ...]
    above_end: int
    discard: tuple[str, ...]
    sky: tuple[SkyCard, ...]
    seats: tuple[Player, ...]
    turn: Turn
    last_round: int = 0
    end_reason: AstraEndReason | None = None


AstraStep = Step[AstraState]


def player(state: AstraState, seat: Seat) -> Player:
    return state.seats[seat - 1]


def seats_with(state: AstraState, seat: Seat, changed: Player) -> tuple[Player, ...]:
    """All seats, one of them changed."""
    seats = state.seats
    return (*seats[: seat - 1], changed, *seats[seat:])


def with_player(state: AstraState, seat: Seat, **changes: Any) -> AstraState:
    return replace(state, seats=seats_with(state, seat, replace(state.seats[seat - 1], **changes)))


def with_turn(state: AstraState, **changes: Any) -> AstraState:
    return replace(state, turn=replace(state.turn, **changes))


def sky_card(state: AstraState, card: str) -> SkyCard | None:
    for slot in state.sky:
        if slot.card == card:
            return slot
    return None


def _upgrade_from_1(values: list[Any]) -> list[Any]:
    """0.1 kept no number of rules, an empty text where no reason of the end was settled, and no places (A-23).

    Its cards lie in their order; the places after them are empty.
    """
    *kept, reason = values[1:]
    players, sky = kept[4], kept[11]
    empty = [EMPTY, [0] * (players + 1), 0]
    kept[11] = sky + [empty] * (players + 1 - len(sky))
    return [2, 1, *kept, reason or None]


STATE_UPGRADES = {1: _upgrade_from_1}
"""For each past schema, how to make the next one of it."""
