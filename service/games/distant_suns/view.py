"""What a seat or a spectator sees, built from what they know, field by field."""

from __future__ import annotations

import functools
from typing import Annotated

import msgspec
from msgspec import Meta
from msgspec.structs import replace

from service.games.base import Seat, SeatView, View, Viewer
from service.games.distant_suns.content.pack import PACKS, Pack, Shape
from service.games.distant_suns.hexes import sectors_in
from service.games.distant_suns.known import known
from service.games.distant_suns.printed import POSITIONS, ROUNDS, DistantSunsPhase, MissionId
from service.games.distant_suns.rules import missions
from service.games.distant_suns.rules.phases import deciders
from service.games.distant_suns.rules.sheets import covered_area
from service.games.distant_suns.rules.upgrades import ready, slots_in
from service.games.distant_suns.state import (
    SHEETS_KEPT,
    DistantSunsState,
    Drawing,
    Module,
    Sheet,
    is_drawing,
    is_over,
    phase,
    position_of,
)


class PositionView(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """A position of the board: its shape and the mission paired with it."""

    position: int
    shape: str
    mission: Annotated[MissionId | None, Meta(description="null for the black hole")]


class ModuleView(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """A module on the board: it takes `position` and the next one, on this side."""

    module: Annotated[int, Meta(description="its number, in the order of placing")]
    side: int
    position: int
    flipped: Annotated[bool, Meta(description="whether the circle is at the second position")]
    own: Annotated[str, Meta(description="the shape at the circle, which the active seat draws")]
    others: Annotated[str, Meta(description="the shape at the octagon, which all others draw")]


class DrawingView(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """A drawn shape, and the sectors really drawn."""

    shape: str
    position: Annotated[int, Meta(description="of its tile on the board")]
    sectors: tuple[int, ...]
    left_out: Annotated[int, Meta(description="hexes that upgrades left out")]


class UpgradesView(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """The upgrades of a seat, by slots."""

    ready: Annotated[tuple[int, ...], Meta(description="slots whose upgrade can be used")]
    used: Annotated[tuple[int, ...], Meta(description="slots whose upgrade is spent")]
    without_slot: Annotated[int, Meta(description="upgrades gained whose slot is still to be named (D-6)")]


class WorldView(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """A distant world that the seat has reached, and what it gets for that."""

    world: str
    points: int


class MissionView(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """How often the seat has fulfilled a mission so far, and what that is worth."""

    mission: MissionId
    times: int
    points: int


class DistantSunsSeatView(SeatView, frozen=True, kw_only=True):
    """One seat's cosmos sheet."""

    to_draw: Annotated[str | None, Meta(description="the shape that the seat draws this turn, once it is assigned")]
    has_drawn: Annotated[bool, Meta(description="whether it has drawn or passed this turn")]
    sealed: Annotated[
        tuple[int, ...] | None,
        Meta(description="what you have drawn this turn, no sectors for a pass; null for other seats (D-16)"),
    ]
    drawings: tuple[DrawingView, ...]
    covered: Annotated[tuple[int, ...], Meta(description="all sectors under drawn shapes")]
    upgrades: UpgradesView
    worlds: tuple[WorldView, ...]
    missions: Annotated[tuple[MissionView, ...], Meta(description="in the order of the board's positions")]


class DistantSunsView(View, frozen=True, kw_only=True):
    """The board and all sheets. `active` assigns the shapes of the turn; then all draw at the same time."""

    phase: DistantSunsPhase
    turns_played: int
    next_module: Annotated[int | None, Meta(description="the number of the module to be placed now")]
    board: Annotated[tuple[PositionView, ...], Meta(description="the six positions, the black hole last")]
    modules: Annotated[tuple[ModuleView, ...], Meta(description="those placed this round")]
    seats: tuple[DistantSunsSeatView, ...]


def view(state: DistantSunsState, viewer: Viewer) -> DistantSunsView:
    state = known(state, viewer)
    now = phase(state)
    return DistantSunsView(
        phase=now,
        round=min(state.round, ROUNDS),
        last_round=ROUNDS,
        active=None if is_over(state) else state.active,
        deciders=deciders(state),
        turns_played=state.turns,
        next_module=len(state.modules) + 1 if now == "assign" else None,
        board=_board(state.shapes, state.missions),
        modules=tuple([_module(state, number, module) for number, module in enumerate(state.modules, 1)]),
        seats=tuple([_seat(state, seat, viewer) for seat in range(1, state.players + 1)]),
    )


@functools.lru_cache(maxsize=SHEETS_KEPT)
def _board(shapes: tuple[str, ...], paired: tuple[MissionId, ...]) -> tuple[PositionView, ...]:
    """No mission is paired with the black hole, the last shape."""
    rows = zip(range(1, POSITIONS + 1), shapes, (*paired, None), strict=True)
    return tuple(PositionView(position=position, shape=shape, mission=mission) for position, shape, mission in rows)


def _module(state: DistantSunsState, number: int, module: Module) -> ModuleView:
    return ModuleView(
        module=number,
        side=module.side,
        position=min(module.own, module.others),
        flipped=module.own > module.others,
        own=state.shape_at(module.own),
        others=state.shape_at(module.others),
    )


def _seat(state: DistantSunsState, seat: Seat, viewer: Viewer) -> DistantSunsSeatView:
    seen = _sheet_view(state.pack_hash, state.shapes, state.missions, seat, state.sheet(seat))
    if not is_drawing(state):
        return seen
    seal = state.seals[seat - 1]
    return replace(
        seen,
        to_draw=state.shape_at(position_of(state, seat)),
        has_drawn=seal is not None,
        sealed=tuple(seal) if seal is not None and seat == viewer else None,
    )


@functools.lru_cache(maxsize=SHEETS_KEPT)
def _sheet_view(
    pack_hash: str, shapes: tuple[str, ...], paired: tuple[MissionId, ...], seat: Seat, sheet: Sheet
) -> DistantSunsSeatView:
    """The seat while nobody draws. Kept, as a sheet stays the same until all have drawn."""
    pack = PACKS.by_hash(pack_hash)
    return DistantSunsSeatView(
        seat=seat,
        to_draw=None,
        has_drawn=False,
        sealed=None,
        drawings=tuple([_drawing_view(pack.shapes[shapes[each.position - 1]], each) for each in sheet.drawings]),
        covered=sectors_in(covered_area(sheet)),
        upgrades=UpgradesView(ready=slots_in(ready(sheet)), used=slots_in(sheet.used), without_slot=sheet.owed),
        worlds=_worlds(pack, sheet),
        missions=_missions(pack, paired, sheet),
    )


def _drawing_view(shape: Shape, drawing: Drawing) -> DrawingView:
    return DrawingView(
        shape=shape.id,
        position=drawing.position,
        sectors=tuple(drawing.sectors),
        left_out=shape.size - len(drawing.sectors),
    )


def _worlds(pack: Pack, sheet: Sheet) -> tuple[WorldView, ...]:
    rows = zip(pack.worlds, sheet.worlds, strict=True)
    return tuple([WorldView(world=world.id, points=points) for world, points in rows if points])


def _missions(pack: Pack, paired: tuple[MissionId, ...], sheet: Sheet) -> tuple[MissionView, ...]:
    rows = zip(paired, missions.times(pack, paired, sheet), strict=True)
    return tuple([MissionView(mission=mission, times=times, points=missions.points(times)) for mission, times in rows])
