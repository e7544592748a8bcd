"""What a galaxy is worth to a seat before the end: what it scores, and what it is on the way to."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

from service.games.base import Seat
from service.games.nebula.content.board import Board, Mask, bits, union
from service.games.nebula.content.pack import Pack
from service.games.nebula.content.shapes import GoalData
from service.games.nebula.goals import GLOWING_WANTED, Stars, filled_cells
from service.games.nebula.rules import game_end, placing, scoring
from service.games.nebula.rules.value_board import ADVANCED_TRACK, COLOUR_TRACK, CONSTELLATION_TRACK
from service.games.nebula.stars import COLOURS, NUMBERS
from service.games.nebula.state import NebulaState, Phase, Track, pack_of, seat_of

HOPE = (0.80, 0.77, 0.72, 0.62, 0.45, 0.25)
"""By stage of the game: how much of a goal's worth is left for each star that it lacks."""
LAST_STAGE = len(HOPE) - 1
STAGES = (13, 10, 7, 5, 3)
"""How many stars the nearest end is away when a stage is over."""
BLACK_STARS_TO_END, MARKERS_TO_END = 1.5, 3.0
"""A step of the black marker and a race marker, in stars placed."""
NO_HOPE = 0.0

STAR = 0.3
"""Any star in a galaxy: it opens cells."""
UNFINISHED = 0.85
"""The worth of a personal goal that lacks nearly nothing."""
SHAPE = {"few_empty": 2.0, "six_of_colour": 1.0, "in_each_dotted_link": 1.2, "four_glowing": 1.2}
"""How the worth of a personal goal grows with its share that is done: 1 is evenly, more is late."""
EASE = {"few_empty": 0.05, "six_of_colour": 0.01, "in_each_dotted_link": 0.03, "four_glowing": 0.02, "most_black": 0.04}
"""The easier of two personal goals is kept; in points, too few to matter later."""
MOST_BLACK = "most_black"

EMPTY_GALAXY: Stars = (0,) * len(COLOURS)
PLACES: dict[str, Callable[[Board], tuple[Mask, ...]]] = {
    "in_each_dotted_link": lambda board: board.dotted,
    "four_glowing": lambda board: tuple(1 << cell for cell in bits(board.glowing)),
}
"""The personal goals that ask for a colour in four of these places."""

_NO_VALUES = (0.0,) * len(COLOURS)
_SIX_EACH = (float(scoring.CONSTELLATION),) * 4


class Aims(NamedTuple):
    """What a galaxy is measured by; equal aims share their cached answers."""

    hope: float
    colours: tuple[float, ...]
    constellations: tuple[float, ...]
    race: tuple[tuple[int, int], ...]
    advanced: tuple[tuple[int, float], ...]
    marks: int
    kept: int


def stage_of(state: NebulaState) -> int:
    """How near the end is: by the fullest galaxy, the black marker or the race markers."""
    if state.ending:
        return LAST_STAGE
    pack = pack_of(state)
    to_end = min(
        min(_to_three_constellations(pack, each.stars) for each in state.seats),
        BLACK_STARS_TO_END * (pack.last_marker - state.sky.marker),
        MARKERS_TO_END * (game_end.MARKERS_TO_END[state.players] - sum(len(seats) for seats in state.marks)),
    )
    return sum(1 for stage in STAGES if to_end < stage)


@lru_cache(maxsize=1 << 14)
def _to_three_constellations(pack: Pack, stars: Stars) -> int:
    filled = filled_cells(stars)
    return min((cells & ~filled).bit_count() for cells in map(union, combinations(pack.board.constellations, 3)))


def aims_of(state: NebulaState, seat: Seat, stage: int) -> Aims:
    """After its last turn a seat has nothing to hope for."""
    is_done = state.phase is Phase.OVER or (state.ending and seat < state.active)
    hope = NO_HOPE if is_done else HOPE[stage]
    kept = seat_of(state, seat).kept
    return _aims(pack_of(state), seat, kept, hope, stage, state.race, state.marks, state.advanced, state.tracks)


@lru_cache(maxsize=1 << 14)
def _aims(
    pack: Pack,
    seat: Seat,
    kept: int,
    hope: float,
    stage: int,
    race: tuple[int, ...],
    marks: tuple[tuple[int, ...], ...],
    advanced: tuple[int, ...],
    tracks: tuple[Track, ...],
) -> Aims:
    weights = [_by_rank(track, values, stage) for track, values in zip(tracks, _VALUES, strict=False)]
    return Aims(
        hope=hope,
        colours=weights[COLOUR_TRACK] if tracks else _NO_VALUES,
        constellations=weights[CONSTELLATION_TRACK] if tracks else _SIX_EACH,
        race=tuple(
            (goal, pack.race_values[goal][1 if seats else 0])
            for goal, seats in zip(race, marks, strict=True)
            if seat not in seats
        ),
        advanced=tuple(zip(advanced, weights[ADVANCED_TRACK], strict=True)) if tracks else (),
        marks=sum(1 for seats in marks if seat in seats),
        kept=kept,
    )


_VALUES = (scoring.STARS_BY_RANK, scoring.CONSTELLATIONS_BY_RANK, scoring.ADVANCED_BY_RANK)


def _by_rank(track: Track, values: tuple[int, ...], stage: int) -> tuple[float, ...]:
    """What each token makes its things worth: ranks can still change, so early they count half."""
    mean = sum(values) / len(values)
    certain = 0.5 + 0.5 * stage / LAST_STAGE
    ranked = dict(zip(track.ranking, values, strict=True))
    return tuple(certain * ranked[token] + (1 - certain) * mean for token in range(len(values)))


@lru_cache(maxsize=1 << 17)
def galaxy_worth(pack: Pack, aims: Aims, stars: Stars) -> float:
    """Stars, constellations and goals: reached, and on the way."""
    filled, hope = filled_cells(stars), aims.hope
    worth = sum((value + STAR) * mask.bit_count() for value, mask in zip(aims.colours, stars, strict=True))
    worth += sum(
        value * hope ** (cells & ~filled).bit_count()
        for value, cells in zip(aims.constellations, pack.board.constellations, strict=True)
    )
    worth += sum(value * hope ** pack.race[goal](stars) for goal, value in aims.race)
    worth += sum(value * pack.advanced[goal](stars, aims.marks) for goal, value in aims.advanced)
    return worth + _personal(pack, aims, stars)


def _personal(pack: Pack, aims: Aims, stars: Stars) -> float:
    """All or nothing without hope; before, the share that is done."""
    if aims.kept < 0:
        return 0.0
    card, goal = pack.data.personal_goals[aims.kept], pack.personal[aims.kept]
    if card.rule == MOST_BLACK:
        return EASE[card.rule]
    missing = goal(stars, 0, 0)
    if not missing or not aims.hope:
        return scoring.PERSONAL_GOAL * float(not missing)
    wanted = goal(EMPTY_GALAXY, 0, 0)
    done = max(0, wanted - missing - _lost_places(pack, card, stars)) / wanted
    return EASE[card.rule] + scoring.PERSONAL_GOAL * UNFINISHED * aims.hope / HOPE[0] * float(done ** SHAPE[card.rule])


def _lost_places(pack: Pack, card: GoalData, stars: Stars) -> int:
    """How many places of a goal are out of reach because a neighbour has the colour already."""
    if card.rule not in PLACES:
        return 0
    colour = stars[NUMBERS[str(card.colour)]]
    free = pack.board.all & ~pack.board.neighbours_of(colour)
    possible = sum(1 for place in PLACES[card.rule](pack.board) if place & (colour | free))
    return max(0, GLOWING_WANTED - possible)


@lru_cache(maxsize=1 << 16)
def best_gain(pack: Pack, aims: Aims, stars: Stars, colour: int) -> float:
    """The most that a star of this colour adds to a galaxy, placed or replacing."""
    before = galaxy_worth(pack, aims, stars)
    (opening,) = placing.openings_of(pack.board, stars, 1 << colour, 0)
    cells = [1 << cell for cell in bits(opening.empty | opening.taken)]
    after = (galaxy_worth(pack, aims, placing.with_star(stars, colour, cell)) for cell in cells)
    return max(after, default=before) - before
