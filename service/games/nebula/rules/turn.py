"""The order of a turn and of a round: what each move does, and what follows from it by itself."""

from __future__ import annotations

from msgspec.structs import replace

from service.games.base import AUTOMA, Event, Seat, Step, TurnBegan
from service.games.nebula.events import GameEnded, PersonalGoalReached, PersonalGoalShown
from service.games.nebula.moves import (
    AdvanceToken,
    EndPlacing,
    KeepGoal,
    KeepStars,
    PlaceBlackStar,
    PlaceStar,
    ReplaceStar,
    TakeTime,
)
from service.games.nebula.rules import (
    black_stars,
    chaos,
    game_end,
    personal_goals,
    placing,
    race_goals,
    refill,
    scoring,
    time,
    value_board,
)
from service.games.nebula.rules.phases import deciders
from service.games.nebula.state import FRESH_TURN, NebulaEndReason, NebulaState, NebulaStep, Phase, pack_of

_END = (EndPlacing(),)


def keep_goal(state: NebulaState, seat: Seat, move: KeepGoal) -> NebulaStep:
    return personal_goals.apply(state, seat, move).then(begin_when_all_have_chosen)


def take_time(state: NebulaState, seat: Seat, move: TakeTime) -> NebulaStep:
    return time.apply(state, seat, move).then(go_on_placing)


def keep_stars(state: NebulaState, seat: Seat, move: KeepStars) -> NebulaStep:
    return chaos.apply_keep(state, seat, move).then(go_on_placing)


def place_star(state: NebulaState, seat: Seat, move: PlaceStar) -> NebulaStep:
    return placing.apply_place(state, seat, move).then(game_end.at_three_constellations).then(go_on_placing)


def replace_star(state: NebulaState, seat: Seat, move: ReplaceStar) -> NebulaStep:
    return placing.apply_replace(state, seat, move).then(go_on_placing)


def place_black_star(state: NebulaState, seat: Seat, move: PlaceBlackStar) -> NebulaStep:
    placed = black_stars.apply(state, seat, move)
    return placed if placed.state.phase is Phase.TOKEN else placed.then(go_on_placing)


def advance_token(state: NebulaState, seat: Seat, move: AdvanceToken) -> NebulaStep:
    return value_board.apply(state, seat, move).then(go_on_placing)


def end_moves(state: NebulaState, seat: Seat) -> tuple[EndPlacing, ...]:
    """N-11: placing is optional."""
    return _END


def end_placing(state: NebulaState, seat: Seat, move: EndPlacing) -> NebulaStep:
    return end_turn(state)


def begin_when_all_have_chosen(state: NebulaState) -> NebulaStep:
    """N-21: the first turn begins when the last personal goal is kept."""
    return Step(state) if deciders(state) else _begin_turn(state, state.active)


def go_on_placing(state: NebulaState) -> NebulaStep:
    """N-11: phase II ends by itself when nothing more can be placed."""
    if state.phase is not Phase.PLACE:
        state = replace(state, phase=Phase.PLACE)
    return Step(state) if placing.can_place(state) or black_stars.can_place(state) else end_turn(state)


def end_turn(state: NebulaState) -> NebulaStep:
    return race_goals.mark(state).then(refill.refill).then(_next_seat)


def _begin_turn(state: NebulaState, seat: Seat) -> NebulaStep:
    begun = replace(state, phase=Phase.TAKE, active=seat, turn=FRESH_TURN)
    return Step(begun, (TurnBegan(seat, state.round),))


def _next_seat(state: NebulaState) -> NebulaStep:
    """N-14: seat 1 begins each round, the last seat ends it."""
    if state.active < state.players:
        return _begin_turn(state, state.active + 1)
    return game_end.at_standstill(state).then(_next_round)


def _next_round(state: NebulaState) -> NebulaStep:
    """N-20: triggered in this round, even by the last seat, the end is now."""
    if state.ending:
        return _end_game(state, state.ending)
    return _begin_turn(replace(state, round=state.round + 1, busy=False), 1)


def _end_game(state: NebulaState, reason: NebulaEndReason) -> NebulaStep:
    ids = pack_of(state).personal_ids
    events: list[Event] = []
    for seat, each in enumerate(state.seats, start=1):
        goal = ids[each.kept] if each.kept >= 0 else None
        events.append(PersonalGoalShown(seat, goal))
        if goal is not None and scoring.personal_goal_reached(state, seat):
            events.append(PersonalGoalReached(seat, goal))
    events.append(GameEnded(AUTOMA, reason, state.round))
    return Step(replace(state, phase=Phase.OVER, turn=FRESH_TURN), tuple(events))
