"""Turn I as bots look at it: which handfuls of stars the clocks can reach, and what could be placed of each."""

from __future__ import annotations

from service.games.base import Seat
from service.games.nebula.bots.evaluate import FULL_CLUSTER, LATER, evaluate, gains_of
from service.games.nebula.bots.outlook import stage_of
from service.games.nebula.moves import TakeTime
from service.games.nebula.rules import placing, refill, time
from service.games.nebula.rules.bag import stars_in
from service.games.nebula.stars import BLACK, EMPTY, NAMES
from service.games.nebula.state import NebulaState, Phase, seat_of

USUAL = 11.0
"""What the seat whose turn begins could place at best, on average."""
PROMISING = 10
"""Handfuls that are looked at closely."""
WAYS = (*range(time.STEPS + 1), *range(-time.STEPS, 0))
"""The steps of a clock, so that what they reach can be asked by them."""

Handful = int
"""A bit set: different stars, and the clusters that are filled again when they are taken."""

_ALL_STARS = (1 << len(NAMES)) - 1


def foresee(state: NebulaState, seat: Seat) -> float:
    """The heuristic, and what the turn that begins could bring: more than usual, unless it is the last."""
    value = evaluate(state, seat)
    if state.phase is not Phase.TAKE:
        return value
    better = best_handful_value(state) - (0.0 if state.ending else USUAL)
    return value + better if seat == state.active else value - better / (state.players - 1)


def promising_moves(state: NebulaState) -> list[TakeTime]:
    """Of each handful one way to take it, for those of which most could be placed; the best first."""
    first, second, third = _handfuls_by_clock(state)
    found = {first[move.steps[0]] | second[move.steps[1]] | third[move.steps[2]]: move for move in reversed(time.MOVES)}
    worth = _worth(state, list(found))
    return [found[handful] for handful in sorted(found, key=worth.__getitem__, reverse=True)[:PROMISING]]


def best_handful_value(state: NebulaState) -> float:
    """What the seat whose turn begins could place at best."""
    first, second, third = _handfuls_by_clock(state)
    found = {first[one] | second[two] | third[three] for one, two, three in time.ALL_STEPS}
    return max(_worth(state, list(found)).values())


def _handfuls_by_clock(state: NebulaState) -> list[list[Handful]]:
    """For each clock, what is taken by each of its ways."""
    return [_handfuls_of_clock(state, number) for number in range(time.CLOCKS)]


def _handfuls_of_clock(state: NebulaState, number: int) -> list[Handful]:
    cluster, clock = state.sky.clusters[number], state.sky.clocks[number]
    is_last = stars_in(cluster) == refill.LEFT_TO_REFILL[state.players] + 1
    filled = 1 << len(NAMES) + number if is_last else 0
    stars = [cluster[(clock + way) % len(cluster)] for way in WAYS]
    return [0 if star == EMPTY else filled | 1 << star for star in stars]


def _worth(state: NebulaState, handfuls: list[Handful]) -> dict[Handful, float]:
    own = seat_of(state, state.active)
    gains = gains_of(state, own, stage_of(state))
    ranked = [(1 << star, gain) for gain, star in sorted(zip(gains, range(BLACK + 1), strict=True), reverse=True)]
    held, boosted = sum(1 << star for star in range(BLACK + 1) if own.area[star]), 1 << state.sky.boosted
    worth = {}
    for handful in handfuls:
        stars = held | handful & _ALL_STARS
        placements = placing.BOOSTED_PLACEMENTS if stars & boosted else placing.PLACEMENTS
        placed = [gain for star, gain in ranked if stars & star and gain > 0][:placements]
        worth[handful] = LATER * sum(placed) - FULL_CLUSTER * (handful & ~_ALL_STARS).bit_count()
    return worth
