"""What a seat or a spectator sees, built from what they know, field by field."""

from __future__ import annotations

from service.games.base import Plain, Seat, Viewer
from service.games.distant_suns.content.pack import Pack
from service.games.distant_suns.hexes import sectors_in
from service.games.distant_suns.known import known
from service.games.distant_suns.packs import pack_of
from service.games.distant_suns.rules import missions
from service.games.distant_suns.rules.sheets import covered
from service.games.distant_suns.rules.upgrades import ready, slots_in
from service.games.distant_suns.state import (
    BLACK_HOLE_POSITION,
    ROUNDS,
    DistantSunsState,
    Drawing,
    Module,
    Sheet,
    deciders,
    is_drawing,
    is_over,
    position_of,
)


def view(state: DistantSunsState, viewer: Viewer) -> Plain:
    state = known(state, viewer)
    pack = pack_of(state)
    return {
        "round": min(state.round, ROUNDS),
        "turns_played": state.turns,
        "phase": _phase(state),
        "active": None if is_over(state) else state.active,
        "deciders": list(deciders(state)),
        "next_module": None if is_over(state) or is_drawing(state) else len(state.modules) + 1,
        "board": [_position(state, position) for position in range(1, BLACK_HOLE_POSITION + 1)],
        "modules": [_module(state, number, module) for number, module in enumerate(state.modules, 1)],
        "seats": [_seat(pack, state, seat, viewer) for seat in range(1, state.players + 1)],
    }


def _phase(state: DistantSunsState) -> str:
    if is_over(state):
        return "over"
    return "draw" if is_drawing(state) else "assign"


def _position(state: DistantSunsState, position: int) -> Plain:
    mission = None if position == BLACK_HOLE_POSITION else state.missions[position - 1]
    return {"position": position, "shape": state.shape_at(position), "mission": mission}


def _module(state: DistantSunsState, number: int, module: Module) -> Plain:
    return {
        "module": number,
        "side": module.side,
        "position": min(module.own, module.others),
        "flipped": module.own > module.others,
        "own": state.shape_at(module.own),
        "others": state.shape_at(module.others),
    }


def _seat(pack: Pack, state: DistantSunsState, seat: Seat, viewer: Viewer) -> Plain:
    sheet = state.sheet(seat)
    return {
        "seat": seat,
        "to_draw": state.shape_at(position_of(state, seat)) if is_drawing(state) else None,
        "has_drawn": is_drawing(state) and state.seals[seat - 1] is not None,
        "sealed": _own_seal(state, seat) if seat == viewer else None,
        "drawings": [_drawing(pack, state, drawing) for drawing in sheet.drawings],
        "covered": list(sectors_in(covered(sheet))),
        "upgrades": _upgrades(sheet),
        "worlds": [
            {"world": world.id, "points": points}
            for world, points in zip(pack.worlds, sheet.worlds, strict=True)
            if points
        ],
        "missions": _missions(pack, state, sheet),
    }


def _own_seal(state: DistantSunsState, seat: Seat) -> list[int] | None:
    """What the viewer has drawn this turn: no sectors when it passed."""
    seal = state.seals[seat - 1] if is_drawing(state) else None
    return None if seal is None else list(seal)


def _drawing(pack: Pack, state: DistantSunsState, drawing: Drawing) -> Plain:
    shape = pack.shapes[state.shape_at(drawing.position)]
    return {
        "shape": shape.id,
        "position": drawing.position,
        "sectors": list(drawing.sectors),
        "left_out": shape.size - len(drawing.sectors),
    }


def _upgrades(sheet: Sheet) -> Plain:
    return {
        "ready": list(slots_in(ready(sheet))),
        "used": list(slots_in(sheet.used)),
        "without_slot": sheet.owed,
    }


def _missions(pack: Pack, state: DistantSunsState, sheet: Sheet) -> list[Plain]:
    rows = zip(state.missions, missions.times(pack, state, sheet), strict=True)
    return [{"mission": mission, "times": times, "points": missions.points(times)} for mission, times in rows]
