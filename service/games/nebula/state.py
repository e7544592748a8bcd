"""The state of a game of Nebula: small numbers, tuples and bit sets, looked up in the pack.

Bit sets and counts have bounds, so that whatever decodes can be walked through.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Annotated, Any, Literal, get_args

import msgspec
from msgspec import Meta

from service.games.base import Seat, State, Step
from service.games.nebula.content.board import Mask
from service.games.nebula.content.pack import PACKS, Pack
from service.games.nebula.stars import STARS, Counts

SCHEMA = 2
RULES = 1

NOT_YET = -1
"""No personal goal is kept so far."""
HIDDEN = -2
"""A personal goal that the viewer may not know."""

NebulaPhase = Literal["goals", "take", "keep", "place", "token", "over"]
NebulaEndReason = Literal["black_marker", "three_constellations", "empty_bag", "race_markers", "standstill"]
Variant = Literal["full", "introductory"]

PHASES: tuple[NebulaPhase, ...] = get_args(NebulaPhase)
"""By the number of the phase."""
VARIANTS: tuple[Variant, ...] = get_args(Variant)


class Phase(IntEnum):
    """What the table waits for."""

    GOALS = 0
    TAKE = 1
    KEEP = 2
    PLACE = 3
    TOKEN = 4
    OVER = 5


class SeatState(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """What is in front of one seat. `stars` has one mask of cells per colour."""

    offered: tuple[int, ...]
    kept: int
    area: Counts
    stars: tuple[Mask, ...]
    black: int


class Sky(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """The nebula board and the bag, whose next star is its last byte. Marker and clocks count cells from 0."""

    bag: bytes
    box: Counts
    clusters: tuple[bytes, ...]
    clocks: tuple[int, ...]
    boosted: int
    marker: int


class Track(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """A value track: its tokens from the first rank to the last, and the cell of each token."""

    ranking: tuple[int, ...]
    cells: tuple[int, ...]


class Turn(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """What happened this turn: colours placed (bit set), their cells, whether one was boosted, the five of Chaos."""

    placed: Annotated[int, Meta(ge=0, lt=1 << len(STARS))] = 0
    fresh: Mask = 0
    boosted: bool = False
    seen: bytes = b""


FRESH_TURN = Turn()


class NebulaState(State, frozen=True, array_like=True):
    """`marks` has, per race goal in play, the seats that marked it in order; `busy` says that a star was taken in this
    round; `ending` is the reason of the end once it is triggered; `tracks` is empty in the introductory game."""

    full: bool
    phase: Phase
    active: Seat
    round: int
    busy: bool
    ending: NebulaEndReason | Literal[""]
    sky: Sky
    race: tuple[int, ...]
    marks: tuple[tuple[int, ...], ...]
    advanced: tuple[int, ...]
    tracks: tuple[Track, ...]
    seats: tuple[SeatState, ...]
    turn: Turn


NebulaStep = Step[NebulaState]


def pack_of(state: NebulaState) -> Pack:
    return PACKS.by_hash(state.pack_hash)


def seat_of(state: NebulaState, seat: Seat) -> SeatState:
    return state.seats[seat - 1]


def with_seat(state: NebulaState, seat: Seat, new: SeatState) -> tuple[SeatState, ...]:
    """All seats, one of them new."""
    return (*state.seats[: seat - 1], new, *state.seats[seat:])


def _upgrade_from_1(values: list[Any]) -> list[Any]:
    """Before schema 2 a state did not name its rules; they were the first."""
    return [2, 1, *values[1:]]


def _write_as_1(values: list[Any]) -> list[Any]:
    return [1, *values[2:]]


STATE_UPGRADES = {1: _upgrade_from_1}
PAST_LAYOUTS = {1: _write_as_1}
