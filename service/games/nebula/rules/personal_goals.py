"""Personal goals: two are dealt to each seat, one is kept in secret (N-21)."""

from __future__ import annotations

from msgspec.structs import replace

from service.games.base import IllegalMove, Refusal, Seat, Step
from service.games.nebula.events import GoalKept
from service.games.nebula.moves import KeepGoal
from service.games.nebula.rules.gate import NebulaStep, closed, refuse
from service.games.nebula.state import NebulaState, Phase, pack_of, side_of, with_side


def why_not(state: NebulaState, seat: Seat) -> Refusal | None:
    return closed(state, seat, Phase.GOALS)


def moves(state: NebulaState, seat: Seat) -> tuple[KeepGoal, ...]:
    ids = pack_of(state).personal_ids
    return tuple(KeepGoal(ids[goal]) for goal in side_of(state, seat).offered)


def check(state: NebulaState, seat: Seat, move: KeepGoal) -> None:
    refuse(why_not(state, seat))
    if move not in moves(state, seat):
        raise IllegalMove("not_offered", "N-21", "Keep one of the two personal goals that were dealt to you.")


def apply(state: NebulaState, seat: Seat, move: KeepGoal) -> NebulaStep:
    side = replace(side_of(state, seat), kept=pack_of(state).personal_ids.index(move.goal))
    return Step(replace(state, sides=with_side(state, seat, side)), (GoalKept(seat),))
