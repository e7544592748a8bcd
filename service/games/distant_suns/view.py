"""What a seat or a spectator sees, built from what they know, field by field."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

from service.games.base import Seat, SeatView, View, Viewer
from service.games.distant_suns.content.pack import Pack, pack_of
from service.games.distant_suns.hexes import sectors_in
from service.games.distant_suns.known import known
from service.games.distant_suns.printed import BLACK_HOLE_POSITION, POSITIONS, ROUNDS, DistantSunsPhase, MissionId
from service.games.distant_suns.rules import missions
from service.games.distant_suns.rules.phases import deciders
from service.games.distant_suns.rules.sheets import covered_area
from service.games.distant_suns.rules.upgrades import ready, slots_in
from service.games.distant_suns.state import (
    DistantSunsState,
    Drawing,
    Module,
    Sheet,
    is_drawing,
    is_over,
    phase,
    position_of,
)


class PositionView(msgspec.Struct, frozen=True, kw_only=True):
    """A position of the board: its shape and the mission paired with it."""

    position: int
    shape: str
    mission: Annotated[MissionId | None, Meta(description="null for the black hole")]


class ModuleView(msgspec.Struct, frozen=True, kw_only=True):
    """A module on the board: it takes `position` and the next one, on this side."""

    module: Annotated[int, Meta(description="its number, in the order of placing")]
    side: int
    position: int
    flipped: Annotated[bool, Meta(description="whether the circle is at the second position")]
    own: Annotated[str, Meta(description="the shape at the circle, which the active seat draws")]
    others: Annotated[str, Meta(description="the shape at the octagon, which all others draw")]


class DrawingView(msgspec.Struct, frozen=True, kw_only=True):
    """A drawn shape, and the sectors really drawn."""

    shape: str
    position: Annotated[int, Meta(description="of its tile on the board")]
    sectors: tuple[int, ...]
    left_out: Annotated[int, Meta(description="hexes that upgrades left out")]


class UpgradesView(msgspec.Struct, frozen=True, kw_only=True):
    """The upgrades of a seat, by slots."""

    ready: Annotated[tuple[int, ...], Meta(description="slots whose upgrade can be used")]
    used: Annotated[tuple[int, ...], Meta(description="slots whose upgrade is spent")]
    without_slot: Annotated[int, Meta(description="upgrades gained whose slot is still to be named (D-6)")]


class WorldView(msgspec.Struct, frozen=True, kw_only=True):
    """A distant world that the seat has reached, and what it gets for that."""

    world: str
    points: int


class MissionView(msgspec.Struct, frozen=True, kw_only=True):
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
    pack = pack_of(state)
    now = phase(state)
    return DistantSunsView(
        phase=now,
        round=min(state.round, ROUNDS),
        last_round=ROUNDS,
        active=None if is_over(state) else state.active,
        deciders=deciders(state),
        turns_played=state.turns,
        next_module=len(state.modules) + 1 if now == "assign" else None,
        board=tuple(_position(state, position) for position in range(1, POSITIONS + 1)),
        modules=tuple(_module(state, number, module) for number, module in enumerate(state.modules, 1)),
        seats=tuple(_seat(pack, state, seat, viewer) for seat in range(1, state.players + 1)),
    )


def _position(state: DistantSunsState, position: int) -> PositionView:
    mission = None if position == BLACK_HOLE_POSITION else state.missions[position - 1]
    return PositionView(position=position, shape=state.shape_at(position), mission=mission)


def _module(state: DistantSunsState, number: int, module: Module) -> ModuleView:
    return ModuleView(
        module=number,
        side=module.side,
        position=min(module.own, module.others),
        flipped=module.own > module.others,
        own=state.shape_at(module.own),
        others=state.shape_at(module.others),
    )


def _seat(pack: Pack, state: DistantSunsState, seat: Seat, viewer: Viewer) -> DistantSunsSeatView:
    sheet = state.sheet(seat)
    return DistantSunsSeatView(
        seat=seat,
        to_draw=state.shape_at(position_of(state, seat)) if is_drawing(state) else None,
        has_drawn=is_drawing(state) and state.seals[seat - 1] is not None,
        sealed=_own_seal(state, seat) if seat == viewer else None,
        drawings=tuple([_drawing_view(pack, state, drawing) for drawing in sheet.drawings]),
        covered=sectors_in(covered_area(sheet)),
        upgrades=_upgrades(sheet),
        worlds=_worlds(pack, sheet),
        missions=_missions(pack, state, sheet),
    )


def _own_seal(state: DistantSunsState, seat: Seat) -> tuple[int, ...] | None:
    """What the viewer has drawn this turn: no sectors when it passed."""
    seal = state.seals[seat - 1] if is_drawing(state) else None
    return None if seal is None else tuple(seal)


def _drawing_view(pack: Pack, state: DistantSunsState, drawing: Drawing) -> DrawingView:
    shape = pack.shapes[state.shape_at(drawing.position)]
    return DrawingView(
        shape=shape.id,
        position=drawing.position,
        sectors=tuple(drawing.sectors),
        left_out=shape.size - len(drawing.sectors),
    )


def _upgrades(sheet: Sheet) -> UpgradesView:
    return UpgradesView(ready=slots_in(ready(sheet)), used=slots_in(sheet.used), without_slot=sheet.owed)


def _worlds(pack: Pack, sheet: Sheet) -> tuple[WorldView, ...]:
    rows = zip(pack.worlds, sheet.worlds, strict=True)
    return tuple(WorldView(world=world.id, points=points) for world, points in rows if points)


def _missions(pack: Pack, state: DistantSunsState, sheet: Sheet) -> tuple[MissionView, ...]:
    rows = zip(state.missions, missions.times(pack, state, sheet), strict=True)
    return tuple(MissionView(mission=mission, times=times, points=missions.points(times)) for mission, times in rows)
