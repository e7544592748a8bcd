"""Scoring: the ledger of each seat, line by line, and who wins."""

from __future__ import annotations

from collections.abc import Iterator

from service.games.base import Line, Score, Seat, SeatScore
from service.games.nebula.goals import filled_cells
from service.games.nebula.rules import race_goals, value_board
from service.games.nebula.rules.value_board import ADVANCED_TRACK, COLOUR_TRACK, CONSTELLATION_TRACK
from service.games.nebula.stars import COLOURS
from service.games.nebula.state import NebulaState, Phase, pack_of, seat_of

PERSONAL_GOAL = 14
CONSTELLATION = 6
CONSTELLATIONS_BY_RANK = (14, 12, 10, 6)
STARS_BY_RANK = (3, 2, 1, 0, 0, 0)
ADVANCED_BY_RANK = (4, 3, 2, 0)


def personal_goal_reached(state: NebulaState, seat: Seat) -> bool:
    """N-21: asked only at the end; a goal that the viewer does not know counts as not reached."""
    own = seat_of(state, seat)
    rivals = max(other.black for number, other in enumerate(state.seats, start=1) if number != seat)
    return own.kept >= 0 and pack_of(state).personal[own.kept](own.stars, own.black, rivals) == 0


def marks_of(state: NebulaState, seat: Seat) -> int:
    return sum(1 for seats in state.marks if seat in seats)


def _personal_line(state: NebulaState, seat: Seat) -> Iterator[Line]:
    if personal_goal_reached(state, seat):
        yield Line("personal_goal", PERSONAL_GOAL, pack_of(state).personal_ids[seat_of(state, seat).kept])


def _race_lines(state: NebulaState, seat: Seat) -> Iterator[Line]:
    for goal, seats in zip(state.race, state.marks, strict=True):
        if seat in seats:
            yield Line("race_goal", race_goals.value(state, goal, seats, seat), pack_of(state).race_ids[goal])


def _black_line(state: NebulaState, seat: Seat) -> Iterator[Line]:
    if black := seat_of(state, seat).black:
        yield Line("black_track", pack_of(state).black_values[black])


def _constellation_lines(state: NebulaState, seat: Seat) -> Iterator[Line]:
    """6 each, or by rank in the full game; N-24: the fourth rank scores 6."""
    board, filled = pack_of(state).board, filled_cells(seat_of(state, seat).stars)
    ranks = value_board.ranks(state.tracks[CONSTELLATION_TRACK]) if state.full else ()
    for number, cells in enumerate(board.constellations):
        if cells & filled == cells:
            value = CONSTELLATIONS_BY_RANK[ranks[number]] if ranks else CONSTELLATION
            yield Line("constellation", value, board.constellation_ids[number])


def _star_lines(state: NebulaState, seat: Seat) -> Iterator[Line]:
    """N-24: colours ranked 4 to 6 score nothing."""
    for rank, colour in enumerate(state.tracks[COLOUR_TRACK].ranking):
        points = STARS_BY_RANK[rank] * seat_of(state, seat).stars[colour].bit_count()
        if points:
            yield Line("stars", points, COLOURS[colour])


def _advanced_lines(state: NebulaState, seat: Seat) -> Iterator[Line]:
    """N-24: the goal ranked 4 scores nothing."""
    pack, stars, marks = pack_of(state), seat_of(state, seat).stars, marks_of(state, seat)
    for rank, number in enumerate(state.tracks[ADVANCED_TRACK].ranking):
        goal = state.advanced[number]
        points = ADVANCED_BY_RANK[rank] and ADVANCED_BY_RANK[rank] * pack.advanced[goal](stars, marks)
        if points:
            yield Line("advanced_goal", points, pack.advanced_ids[goal])


INTRODUCTORY_LINES = (_personal_line, _race_lines, _black_line, _constellation_lines)
FULL_LINES = (*INTRODUCTORY_LINES, _star_lines, _advanced_lines)


def ledger(state: NebulaState, seat: Seat) -> SeatScore:
    rules = FULL_LINES if state.full else INTRODUCTORY_LINES
    lines = tuple(line for rule in rules for line in rule(state, seat))
    return SeatScore(seat, sum(line.amount for line in lines), lines)


def score(state: NebulaState) -> Score:
    seats = tuple(ledger(state, seat) for seat in range(1, state.players + 1))
    return Score(seats, winners(state, seats) if state.phase is Phase.OVER else ())


def winners(state: NebulaState, seats: tuple[SeatScore, ...]) -> tuple[Seat, ...]:
    """Most points, then most black stars, then a shared victory."""
    results = {seat.seat: (seat.total, seat_of(state, seat.seat).black) for seat in seats}
    best = max(results.values())
    return tuple(seat for seat, result in results.items() if result == best)
