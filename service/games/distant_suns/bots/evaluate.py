"""How good a known state is for a seat, in points: what its sheet scores, what lies within its reach, and what the
shape it still has to draw promises, less the same of the others.
"""

from __future__ import annotations

import functools
from typing import NamedTuple

from service.games.base import Seat
from service.games.distant_suns.bots.outlook import draw_value
from service.games.distant_suns.content.pack import PACKS, Pack, pack_of
from service.games.distant_suns.hexes import Area, around, union
from service.games.distant_suns.printed import (
    ALIEN_PENALTY,
    BLACK_HOLE_POSITION,
    MODULES,
    ROUNDS,
    TREASURE_BONUS,
    MissionId,
)
from service.games.distant_suns.rules import missions, worlds
from service.games.distant_suns.rules.assigning import assignments
from service.games.distant_suns.rules.scoring import is_surrounded
from service.games.distant_suns.rules.sheets import covered_area, frontier, shapes_at
from service.games.distant_suns.rules.turns import draw_on_sheet
from service.games.distant_suns.rules.upgrades import ready
from service.games.distant_suns.state import DistantSunsState, Sheet, is_drawing, is_over, position_of

EXPECTED_TURNS_OF_A_ROUND = 4.7
TEMPO = 2.5
"""Choosing the shapes of a turn is worth so much."""

RIVALRY = {2: 1.0, 3: 1.0, 4: 1 / 3}
"""How much a point of the others counts, by the number of players: among four, what hurts one helps two others too."""

NEARNESS = 0.8
"""What is a sector farther away counts so much less."""

UPGRADE_WORTH = 2.0
ALIEN_NEARBY = 0.4 * ALIEN_PENALTY
UPGRADE_NEARBY = 1.0
WORLD_NEARBY = 0.5
TREASURE_BEGUN = 0.6 * TREASURE_BONUS
MISSION_GROWS = 0.25
"""A mission gives more for each further time, so what it gives now is worth more than its points."""

BLACK_HOLE_OPEN = 1.5
"""A free sector beside a black hole is a place for its mission; six of them are enough."""


class Moment(NamedTuple):
    """What the worth of a sheet depends on besides the sheet."""

    turns_left: float
    unclaimed: tuple[bool, ...]
    """For each world, whether the higher value is still to be had."""


def evaluate(state: DistantSunsState, seat: Seat) -> float:
    """The seat's prospects less those of the others, their mean, as far as rivalry goes."""
    moment = Moment(turns_left(state), worlds.unclaimed_worlds(state.sheets))
    others = [prospects(state, other, moment) for other in range(1, state.players + 1) if other != seat]
    return prospects(state, seat, moment) - RIVALRY[state.players] * sum(others) / len(others)


def seat_value(state: DistantSunsState, seat: Seat) -> float:
    """The seat's prospects alone."""
    return prospects(state, seat, Moment(turns_left(state), worlds.unclaimed_worlds(state.sheets)))


def turns_left(state: DistantSunsState) -> float:
    """How many turns will probably come after this one."""
    return 0 if is_over(state) else turns_left_in_round(state) + (ROUNDS - state.round) * EXPECTED_TURNS_OF_A_ROUND


def turns_left_in_round(state: DistantSunsState) -> int:
    """Gaps between modules make a round shorter."""
    if not is_drawing(state):
        return MODULES - len(state.modules) - 1
    return MODULES - len(state.modules) if assignments(state) else 0


def turns_to_lead(state: DistantSunsState, seat: Seat) -> int:
    """How many turns after this one the seat will be active in, as far as it can be foreseen: in the last round."""
    if state.round != ROUNDS:
        return 0
    away = (seat - state.active) % state.players or state.players
    return max(0, (turns_left_in_round(state) - away) // state.players + 1)


def prospects(state: DistantSunsState, seat: Seat, moment: Moment) -> float:
    sheet = sheet_with_seal(state, seat, moment)
    value = sheet_value(state.pack_hash, state.missions, sheet, moment)
    if is_drawing(state) and state.seals[seat - 1] is None:
        position = position_of(state, seat)
        value += draw_value(state.pack_hash, state.missions, state.shape_at(position), sheet, position)
    return value + TEMPO * turns_to_lead(state, seat)


def sheet_with_seal(state: DistantSunsState, seat: Seat, moment: Moment) -> Sheet:
    """The sheet with what the seat has sealed, as far as it is known."""
    seal = state.seals[seat - 1] if is_drawing(state) else None
    return draw_on_sheet(pack_of(state), state, seat, seal, moment.unclaimed) if seal else state.sheet(seat)


@functools.lru_cache(maxsize=1 << 14)
def sheet_value(content_hash: str, mission_ids: tuple[MissionId, ...], sheet: Sheet, moment: Moment) -> float:
    """What the sheet scores now, and what it can still become in the turns that are left."""
    pack = PACKS.by_hash(content_hash)
    under = covered_area(sheet)
    from_missions = mission_points(pack, mission_ids, sheet)
    now = from_missions + other_points(pack, sheet, under)
    if not moment.turns_left:
        return now
    return now + time_factor(moment, 6) * MISSION_GROWS * from_missions + potential_points(pack, sheet, under, moment)


def time_factor(moment: Moment, turns: int) -> float:
    """The fewer turns are left, the less comes of what is begun."""
    return min(1.0, moment.turns_left / turns)


def potential_points(pack: Pack, sheet: Sheet, under: Area, moment: Moment) -> float:
    begun = treasures_begun(pack, under) + value_within_reach(pack, sheet, under, moment.unclaimed)
    open_sides = min(6, free_beside_black_holes(pack, sheet, under).bit_count())
    upgrades = ready(sheet).bit_count() + sheet.owed
    return (
        time_factor(moment, 6) * (begun + BLACK_HOLE_OPEN * open_sides)
        + time_factor(moment, 3) * UPGRADE_WORTH * upgrades
    )


def mission_points(pack: Pack, mission_ids: tuple[MissionId, ...], sheet: Sheet) -> int:
    counts = (missions.COUNTS[mission](pack, sheet, position) for position, mission in enumerate(mission_ids, 1))
    return sum(map(missions.points, counts))


def other_points(pack: Pack, sheet: Sheet, under: Area) -> int:
    surrounded = sum(1 for treasure in pack.treasures if is_surrounded(treasure, under))
    aliens = (pack.aliens & ~under).bit_count()
    return sum(sheet.worlds) + TREASURE_BONUS * surrounded - ALIEN_PENALTY * aliens


def treasures_begun(pack: Pack, under: Area) -> float:
    value = 0.0
    for treasure in pack.treasures:
        done = (treasure.near & under).bit_count()
        if treasure.near & ~under:
            value += TREASURE_BEGUN * (done / treasure.near.bit_count()) ** 2
    return value


def free_beside_black_holes(pack: Pack, sheet: Sheet, under: Area) -> Area:
    return around(union(shapes_at(sheet, BLACK_HOLE_POSITION))) & pack.drawable & ~under


def value_within_reach(pack: Pack, sheet: Sheet, under: Area, unclaimed: tuple[bool, ...]) -> float:
    """Aliens, upgrades and worlds, by how far the free way to them is."""
    free = pack.drawable & ~under
    goals = [
        (world.near, WORLD_NEARBY * (world.first if first else world.later))
        for world, had, first in zip(pack.worlds, sheet.worlds, unclaimed, strict=True)
        if not had
    ]
    value, nearness = 0.0, 1.0
    ring = frontier(pack, under) & free
    while ring:
        free &= ~ring
        nearness *= NEARNESS
        here = ALIEN_NEARBY * (ring & pack.aliens).bit_count() + UPGRADE_NEARBY * (ring & pack.upgrades).bit_count()
        here += sum(points for near, points in goals if near & ring)
        goals = [goal for goal in goals if not goal[0] & ring]
        value += nearness * here
        ring = around(ring) & free
    return value
