"""The order of a turn and of a round: taking, placing, race goals, refilling, the next seat, the end."""

from __future__ import annotations

from msgspec.structs import replace

from service.games.base import Event, Refusal, Seat, Step
from service.games.nebula.events import GameEnded, PersonalGoalReached, PersonalGoalShown, TurnBegan
from service.games.nebula.moves import EndPlacing
from service.games.nebula.rules import black_stars, game_end, placing, race_goals, refill, scoring
from service.games.nebula.rules.gate import NebulaStep, closed, deciders, follow, refuse
from service.games.nebula.state import FRESH_TURN, NebulaState, Phase, pack_of

_END = (EndPlacing(),)


def begin_when_all_have_chosen(state: NebulaState) -> NebulaStep:
    """N-21: the first turn begins when the last personal goal is kept."""
    return Step(state, ()) if deciders(state) else _begin_turn(state)


def go_on_placing(state: NebulaState) -> NebulaStep:
    """N-11: phase II ends by itself when nothing more can be placed."""
    placing_state = replace(state, phase=Phase.PLACE)
    if placing.can_place(placing_state) or black_stars.can_place(placing_state):
        return Step(placing_state, ())
    return end_turn(placing_state)


def why_not_end(state: NebulaState, seat: Seat) -> Refusal | None:
    return closed(state, seat, Phase.PLACE)


def end_moves(state: NebulaState, seat: Seat) -> tuple[EndPlacing, ...]:
    """N-11: placing is optional."""
    return _END


def check_end(state: NebulaState, seat: Seat, move: EndPlacing) -> None:
    refuse(why_not_end(state, seat))


def end_turn(state: NebulaState) -> NebulaStep:
    return follow(Step(state, ()), race_goals.mark, refill.refill, _next_seat)


def _begin_turn(state: NebulaState) -> NebulaStep:
    return Step(replace(state, phase=Phase.TAKE, turn=FRESH_TURN), (TurnBegan(state.seat, state.round),))


def _next_seat(state: NebulaState) -> NebulaStep:
    """N-14: seat 1 begins each round, the last seat ends it."""
    if state.seat < state.players:
        return _begin_turn(replace(state, seat=state.seat + 1))
    return follow(game_end.at_standstill(state), _next_round)


def _next_round(state: NebulaState) -> NebulaStep:
    """N-20: triggered in this round, even by the last seat, the end is now."""
    if state.ending:
        return _end_game(state)
    return _begin_turn(replace(state, seat=1, round=state.round + 1, busy=False))


def _end_game(state: NebulaState) -> NebulaStep:
    ids = pack_of(state).personal_ids
    events: list[Event] = []
    for seat, side in enumerate(state.sides, start=1):
        goal = ids[side.kept] if side.kept >= 0 else None
        events.append(PersonalGoalShown(seat, goal))
        if goal is not None and scoring.personal_goal_reached(state, seat):
            events.append(PersonalGoalReached(seat, goal))
    events.append(GameEnded(0, state.ending))
    return Step(replace(state, phase=Phase.OVER, turn=FRESH_TURN), tuple(events))
