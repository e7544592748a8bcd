"""The state of a game. Shapes, missions and sectors are looked up in the pack; only ids and numbers are here."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec.structs import replace

from service.games.base import Seat, State, Step
from service.games.distant_suns.content.pack import full_hash, short_hash
from service.games.distant_suns.printed import ROUNDS, DistantSunsPhase, MissionId

SCHEMA = 2
RULES = 1

PASSED = b""
"""The seal of a seat that draws nothing."""

HIDDEN = b"\xff"
"""The seal of another seat, as far as a viewer knows."""


SHEETS_KEPT = 1 << 10
"""How many sheets each cache remembers what is shown of them, some kilobytes each."""


class Module(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """A module on the board: its circle at `own`, its octagon at `others`, two neighbouring positions of one side."""

    side: int
    own: int
    others: int


class Drawing(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """A drawn shape: the position of its tile on the board, and the numbers of the sectors really drawn."""

    position: int
    sectors: bytes


class Sheet(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """One seat's cosmos sheet. `filled` and `used` are bit sets of slots, `owed` are upgrades without a slot yet."""

    worlds: tuple[int, ...]
    drawings: tuple[Drawing, ...] = ()
    filled: int = 0
    used: int = 0
    owed: int = 0


class DistantSunsState(State, frozen=True, array_like=True):
    """The table. `seals` is empty while a module is assigned, and then has one entry per seat, None until it drew.

    The game is over when `round` is past the last one.
    """

    shapes: tuple[str, ...]
    missions: tuple[MissionId, ...]
    sheets: tuple[Sheet, ...]
    active: Seat = 1
    round: int = 1
    turns: int = 0
    modules: tuple[Module, ...] = ()
    seals: tuple[bytes | None, ...] = ()

    def sheet(self, seat: Seat) -> Sheet:
        return self.sheets[seat - 1]

    def with_sheet(self, seat: Seat, sheet: Sheet) -> DistantSunsState:
        return replace(self, sheets=(*self.sheets[: seat - 1], sheet, *self.sheets[seat:]))

    def shape_at(self, position: int) -> str:
        return self.shapes[position - 1]


DistantSunsStep = Step[DistantSunsState]


def is_over(state: DistantSunsState) -> bool:
    return state.round > ROUNDS


def is_drawing(state: DistantSunsState) -> bool:
    """Whether the turn is in its second step."""
    return bool(state.seals)


def phase(state: DistantSunsState) -> DistantSunsPhase:
    if is_over(state):
        return "over"
    return "draw" if is_drawing(state) else "assign"


def position_of(state: DistantSunsState, seat: Seat) -> int:
    """The position of the shape the seat has to draw: the circle is the active seat's, the octagon everybody else's."""
    module = state.modules[-1]
    return module.own if seat == state.active else module.others


def _upgrade_from_1(stored: list[Any]) -> list[Any]:
    """Version 0.1 knew one set of rules, and wrote the first 16 digits of the pack's hash."""
    _, pack, start_of_hash, *rest = stored
    return [2, 1, pack, full_hash(start_of_hash), *rest]


def _write_as_1(values: list[Any]) -> list[Any]:
    _, _, pack, pack_hash, *rest = values
    return [1, pack, short_hash(pack_hash), *rest]


STATE_UPGRADES = {1: _upgrade_from_1}
PAST_LAYOUTS = {1: _write_as_1}
