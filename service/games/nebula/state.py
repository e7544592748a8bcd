"""The state of a game of Nebula: small numbers, tuples and bit sets, looked up in the pack."""

from __future__ import annotations

from enum import IntEnum
from functools import cache

import msgspec

from service.games.base import Seat, State
from service.games.nebula.content import pack
from service.games.nebula.content.pack import Pack
from service.games.nebula.stars import Counts

SCHEMA = 1

NOT_YET = -1
"""No personal goal is kept so far."""
HIDDEN = -2
"""A personal goal that the viewer may not know."""


class Phase(IntEnum):
    """What the table waits for."""

    GOALS = 0
    TAKE = 1
    KEEP = 2
    PLACE = 3
    TOKEN = 4
    OVER = 5


class Side(msgspec.Struct, frozen=True, array_like=True):
    """What is in front of one seat. `stars` has one mask of cells per colour."""

    offered: tuple[int, ...]
    kept: int
    area: Counts
    stars: tuple[int, ...]
    black: int


class Sky(msgspec.Struct, frozen=True, array_like=True):
    """The nebula board and the bag, whose next star is its last byte. Marker and clocks count cells from 0."""

    bag: bytes
    box: Counts
    clusters: tuple[bytes, ...]
    clocks: tuple[int, ...]
    boosted: int
    marker: int


class Track(msgspec.Struct, frozen=True, array_like=True):
    """A value track: its tokens from the first rank to the last, and the cell of each token."""

    ranking: tuple[int, ...]
    cells: tuple[int, ...]


class Turn(msgspec.Struct, frozen=True, array_like=True):
    """What happened this turn: colours placed (bit set), their cells, whether one was boosted, the five of Chaos."""

    placed: int = 0
    fresh: int = 0
    boosted: bool = False
    seen: bytes = b""


FRESH_TURN = Turn()


class NebulaState(State, frozen=True, array_like=True):
    """`marks` has, per race goal in play, the seats that marked it in order; `busy` says that a star was taken in this
    round; `ending` is the reason of the end once it is triggered; `tracks` is empty in the introductory game."""

    full: bool
    phase: Phase
    seat: Seat
    round: int
    busy: bool
    ending: str
    sky: Sky
    race: tuple[int, ...]
    marks: tuple[tuple[int, ...], ...]
    advanced: tuple[int, ...]
    tracks: tuple[Track, ...]
    sides: tuple[Side, ...]
    turn: Turn


class OtherPack(ValueError):
    """The state was made with content that this server does not have."""


def pack_of(state: NebulaState) -> Pack:
    return _pack(state.pack, state.pack_hash)


@cache
def _pack(name: str, digest: str) -> Pack:
    found = pack.load(name)
    if found.hash != digest:
        raise OtherPack(f"the pack {name} has changed since this game began")
    return found


def side_of(state: NebulaState, seat: Seat) -> Side:
    return state.sides[seat - 1]


def with_side(state: NebulaState, seat: Seat, side: Side) -> tuple[Side, ...]:
    """All sides, one of them new."""
    return (*state.sides[: seat - 1], side, *state.sides[seat:])
