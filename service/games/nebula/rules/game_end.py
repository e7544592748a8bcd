"""Game end: the four ways the book names, the standstill (N-25), and the last round."""

from __future__ import annotations

from msgspec.structs import replace

from service.games.base import Step
from service.games.nebula.events import EndTriggered
from service.games.nebula.goals import filled_cells
from service.games.nebula.state import NebulaEndReason, NebulaState, NebulaStep, pack_of, seat_of

CONSTELLATIONS_TO_END = 3
MARKERS_TO_END = {2: 5, 3: 6, 4: 8}


def _trigger(state: NebulaState, reason: NebulaEndReason, *, when: bool) -> NebulaStep:
    """N-20: the end triggers once."""
    if state.ending or not when:
        return Step(state)
    return Step(replace(state, ending=reason), (EndTriggered(state.active, reason),))


def at_last_marker_cell(state: NebulaState) -> NebulaStep:
    return _trigger(state, "black_marker", when=state.sky.marker == pack_of(state).last_marker)


def at_three_constellations(state: NebulaState) -> NebulaStep:
    filled = filled_cells(seat_of(state, state.active).stars)
    complete = [cells for cells in pack_of(state).board.constellations if cells & filled == cells]
    return _trigger(state, "three_constellations", when=len(complete) >= CONSTELLATIONS_TO_END)


def at_empty_bag(state: NebulaState) -> NebulaStep:
    """N-19: whichever draw empties the bag."""
    return _trigger(state, "empty_bag", when=not state.sky.bag)


def at_enough_race_markers(state: NebulaState) -> NebulaStep:
    markers = sum(len(seats) for seats in state.marks)
    return _trigger(state, "race_markers", when=markers >= MARKERS_TO_END[state.players])


def at_standstill(state: NebulaState) -> NebulaStep:
    """N-25: a whole round in which no star was taken, from the clusters or by Chaos, was the last."""
    return _trigger(state, "standstill", when=not state.busy)
