"""Turn III: the seat marks the race goals that its galaxy has reached."""

from __future__ import annotations

from msgspec.structs import replace

from service.games.base import Event, Seat, Step
from service.games.nebula.content.pack import Pack
from service.games.nebula.events import RaceGoalMarked
from service.games.nebula.rules import game_end
from service.games.nebula.state import NebulaState, NebulaStep, pack_of, seat_of


def value(pack: Pack, goal: int, seats: tuple[int, ...], seat: Seat) -> int:
    """The upper value for the first to mark a goal, the lower for the others."""
    upper, lower = pack.race_values[goal]
    return upper if seats[0] == seat else lower


def mark(state: NebulaState) -> NebulaStep:
    """Only the goals of the seat whose turn it is. N-6: a mark is never taken back."""
    if not state.turn.fresh:
        return Step(state)  # A galaxy that has not changed reaches nothing new.
    pack, seat, stars = pack_of(state), state.active, seat_of(state, state.active).stars
    events: list[Event] = []
    marks = list(state.marks)
    for number, goal in enumerate(state.race):
        seats = marks[number]
        if seat not in seats and pack.race[goal](stars) == 0:
            marks[number] = (*seats, seat)
            points = value(pack, goal, marks[number], seat)
            events.append(RaceGoalMarked(seat, pack.race_ids[goal], points, not seats))
    if not events:
        return Step(state)
    return Step(replace(state, marks=tuple(marks)), tuple(events)).then(game_end.at_enough_race_markers)
