"""Turn I, time: spend exactly five steps on the three clocks and take the stars in front of them."""

from __future__ import annotations

from itertools import product

from msgspec.structs import replace

from service.games.base import Seat, Step
from service.games.nebula.events import TimeTaken
from service.games.nebula.moves import TakeTime
from service.games.nebula.refusals import NotFiveSteps
from service.games.nebula.stars import EMPTY, names, plus
from service.games.nebula.state import NebulaState, NebulaStep, seat_of, with_seat
from service.games.refusals import Refusal

STEPS = 5
CLOCKS = 3


ALL_STEPS = tuple(
    steps for steps in product(range(-STEPS, STEPS + 1), repeat=CLOCKS) if sum(abs(step) for step in steps) == STEPS
)
"""A clock goes one way or stays, so its steps are one signed number."""
MOVES = tuple(TakeTime(steps) for steps in ALL_STEPS)
_LAWFUL = frozenset(ALL_STEPS)
_NO_STAR = bytes((EMPTY,))


def moves(state: NebulaState, seat: Seat) -> tuple[TakeTime, ...]:
    """Time is always open, even when every clock ends before an empty cell (N-4)."""
    return MOVES


def check(state: NebulaState, seat: Seat, move: TakeTime) -> Refusal | None:
    return None if move.steps in _LAWFUL else NotFiveSteps()


def apply(state: NebulaState, seat: Seat, move: TakeTime) -> NebulaStep:
    """N-4: a clock before an empty cell takes nothing; one that did not move takes its star too."""
    sky, own = state.sky, seat_of(state, seat)
    turned = zip(sky.clocks, move.steps, sky.clusters, strict=True)
    clocks = tuple([(clock + step) % len(cluster) for clock, step, cluster in turned])
    before = [cluster[cell] for cluster, cell in zip(sky.clusters, clocks, strict=True)]
    event = TimeTaken(seat, move.steps, tuple([cell + 1 for cell in clocks]), names(before))
    taken = [star for star in before if star != EMPTY]
    if not taken:
        return Step(replace(state, sky=replace(sky, clocks=clocks)), (event,))
    after = replace(
        state,
        sky=replace(sky, clusters=tuple(map(without_star, sky.clusters, clocks)), clocks=clocks),
        seats=with_seat(state, seat, replace(own, area=plus(own.area, taken))),
        busy=True,
    )
    return Step(after, (event,))


def without_star(cluster: bytes, cell: int) -> bytes:
    return cluster[:cell] + _NO_STAR + cluster[cell + 1 :]
