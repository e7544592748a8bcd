"""Scoring: the ledger of each seat, line by line, and who wins."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from service.games.base import Line, Score, Seat, SeatScore
from service.games.nebula.content.pack import PACKS, Pack
from service.games.nebula.goals import Stars, filled_cells
from service.games.nebula.rules import race_goals, value_board
from service.games.nebula.rules.value_board import ADVANCED_TRACK, COLOUR_TRACK, CONSTELLATION_TRACK
from service.games.nebula.stars import COLOURS
from service.games.nebula.state import NebulaState, Phase, Track, pack_of, seat_of

PERSONAL_GOAL = 14
CONSTELLATION = 6
CONSTELLATIONS_BY_RANK = (14, 12, 10, 6)
STARS_BY_RANK = (3, 2, 1, 0, 0, 0)
ADVANCED_BY_RANK = (4, 3, 2, 0)


class Holdings(NamedTuple):
    """All that a seat's ledger depends on. `rivals` is the most black stars of any other seat."""

    pack_hash: str
    seat: Seat
    kept: int
    stars: Stars
    black: int
    rivals: int
    race: tuple[int, ...]
    marks: tuple[tuple[int, ...], ...]
    advanced: tuple[int, ...]
    tracks: tuple[Track, ...]


def holdings(state: NebulaState, seat: Seat) -> Holdings:
    own = seat_of(state, seat)
    rivals = max([other.black for number, other in enumerate(state.seats, start=1) if number != seat])
    return Holdings(
        state.pack_hash,
        seat,
        own.kept,
        own.stars,
        own.black,
        rivals,
        state.race,
        state.marks,
        state.advanced,
        state.tracks if state.full else (),
    )


def personal_goal_reached(state: NebulaState, seat: Seat) -> bool:
    return _reaches_personal_goal(pack_of(state), holdings(state, seat))


def _reaches_personal_goal(pack: Pack, of: Holdings) -> bool:
    """N-21: asked only at the end; a goal that the viewer does not know counts as not reached."""
    return of.kept >= 0 and pack.personal[of.kept](of.stars, of.black, of.rivals) == 0


def count_marks(marks: tuple[tuple[int, ...], ...], seat: Seat) -> int:
    """How many race goals the seat has marked."""
    return sum([seat in seats for seats in marks])


def _personal_line(pack: Pack, of: Holdings) -> Iterator[Line]:
    if _reaches_personal_goal(pack, of):
        yield Line("personal_goal", PERSONAL_GOAL, pack.personal_ids[of.kept])


def _race_lines(pack: Pack, of: Holdings) -> Iterator[Line]:
    for goal, seats in zip(of.race, of.marks, strict=True):
        if of.seat in seats:
            yield Line("race_goal", race_goals.value(pack, goal, seats, of.seat), pack.race_ids[goal])


def _black_line(pack: Pack, of: Holdings) -> Iterator[Line]:
    if of.black:
        yield Line("black_track", pack.black_values[of.black])


def _constellation_lines(pack: Pack, of: Holdings) -> Iterator[Line]:
    """6 each, or by rank in the full game; N-24: the fourth rank scores 6."""
    board, filled = pack.board, filled_cells(of.stars)
    ranks = value_board.ranks(of.tracks[CONSTELLATION_TRACK]) if of.tracks else ()
    for number, cells in enumerate(board.constellations):
        if cells & filled == cells:
            value = CONSTELLATIONS_BY_RANK[ranks[number]] if ranks else CONSTELLATION
            yield Line("constellation", value, board.constellation_ids[number])


def _star_lines(pack: Pack, of: Holdings) -> Iterator[Line]:
    """N-24: colours ranked 4 to 6 score nothing."""
    for rank, colour in enumerate(of.tracks[COLOUR_TRACK].ranking):
        points = STARS_BY_RANK[rank] * of.stars[colour].bit_count()
        if points:
            yield Line("stars", points, COLOURS[colour])


def _advanced_lines(pack: Pack, of: Holdings) -> Iterator[Line]:
    """N-24: the goal ranked 4 scores nothing."""
    marked = count_marks(of.marks, of.seat)
    for rank, number in enumerate(of.tracks[ADVANCED_TRACK].ranking):
        goal = of.advanced[number]
        points = ADVANCED_BY_RANK[rank] and ADVANCED_BY_RANK[rank] * pack.advanced[goal](of.stars, marked)
        if points:
            yield Line("advanced_goal", points, pack.advanced_ids[goal])


INTRODUCTORY_LINES = (_personal_line, _race_lines, _black_line, _constellation_lines)
FULL_LINES = (*INTRODUCTORY_LINES, _star_lines, _advanced_lines)


def ledger(state: NebulaState, seat: Seat) -> SeatScore:
    return _ledger(holdings(state, seat))


@lru_cache(maxsize=1 << 12)
def _ledger(of: Holdings) -> SeatScore:
    """Kept, as most moves change the ledger of one seat at most."""
    pack, rules = PACKS.by_hash(of.pack_hash), FULL_LINES if of.tracks else INTRODUCTORY_LINES
    lines = tuple([line for rule in rules for line in rule(pack, of)])
    return SeatScore(of.seat, sum([line.amount for line in lines]), lines)


def score(state: NebulaState) -> Score:
    seats = tuple(ledger(state, seat) for seat in range(1, state.players + 1))
    return Score(seats, winners(state, seats) if state.phase is Phase.OVER else ())


def winners(state: NebulaState, seats: tuple[SeatScore, ...]) -> tuple[Seat, ...]:
    """Most points, then most black stars, then a shared victory."""
    results = {seat.seat: (seat.total, seat_of(state, seat.seat).black) for seat in seats}
    best = max(results.values())
    return tuple(seat for seat, result in results.items() if result == best)
