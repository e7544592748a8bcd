"""Personal goals: two are dealt to each seat, one is kept in secret (N-21)."""

from __future__ import annotations

from msgspec.structs import replace

from service.games.base import Seat, Step
from service.games.nebula.events import GoalKept
from service.games.nebula.moves import KeepGoal
from service.games.nebula.refusals import NotOffered
from service.games.nebula.state import NebulaState, NebulaStep, pack_of, seat_of, with_seat
from service.games.refusals import Refusal


def moves(state: NebulaState, seat: Seat) -> tuple[KeepGoal, ...]:
    ids = pack_of(state).personal_ids
    return tuple(KeepGoal(ids[goal]) for goal in seat_of(state, seat).offered)


def check(state: NebulaState, seat: Seat, move: KeepGoal) -> Refusal | None:
    return None if move in moves(state, seat) else NotOffered()


def apply(state: NebulaState, seat: Seat, move: KeepGoal) -> NebulaStep:
    own = replace(seat_of(state, seat), kept=pack_of(state).personal_ids.index(move.goal))
    return Step(replace(state, seats=with_seat(state, seat, own)), (GoalKept(seat),))
