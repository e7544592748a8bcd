"""How good a known state is for a seat, in points: what bots look at.

The seat's galaxy, marks and black track, and what the stars of its observation area could add; less what its rivals
have on average.
"""

from __future__ import annotations

from service.games.base import Seat
from service.games.nebula.outlook import LAST_STAGE, MOST_BLACK, aims_of, best_gain, galaxy_worth, stage_of
from service.games.nebula.rules import placing, race_goals, refill, scoring
from service.games.nebula.rules.bag import stars_in
from service.games.nebula.stars import BLACK, NUMBERS
from service.games.nebula.state import NebulaState, Phase, Side, pack_of, side_of

HELD = (0.0, 0.5, 0.8, 0.8, 0.8, 0.8, 0.8, 0.8, 0.8)
"""So many different stars in the observation area, while there is time to place them."""
ENOUGH, SURPLUS = 3, 0.15
"""Stars beyond these are better left in the clusters."""
WANTED = 0.8
"""A held star of the personal goal's colour."""
TOKEN_DUE = 2.5
"""The choice of a value token."""
CHAOS = 2.2
"""Five unseen stars to choose from."""
NEXT_BLACK = 0.5
"""How much of the next cell of the black track counts already."""
GIFT = 0.0
"""A star left in the clusters for the next seat: who empties a cluster makes it a gift of seven new ones."""
LATER = 0.8
"""What can be placed this turn counts a little less than what is placed."""
BLACK_LEAD = 0.1
"""For the personal goal of most black stars: each star ahead or behind, up to `SAFE_LEAD`."""
SAFE_LEAD = 3


def evaluate(state: NebulaState, seat: Seat) -> float:
    stage = stage_of(state)
    rivals = sum(_worth(state, rival, stage) for rival in range(1, state.players + 1) if rival != seat)
    own = _worth(state, seat, stage) + _in_hand(state, seat, stage)
    return own - rivals / (state.players - 1) - GIFT * _stars_left(state)


def _stars_left(state: NebulaState) -> int:
    """What the next seat finds in the clusters, those that will be refilled counted as full."""
    return sum(
        len(cluster) if refill.needs_refill(cluster, state.players) else stars_in(cluster)
        for cluster in state.sky.clusters
    )


def _worth(state: NebulaState, seat: Seat, stage: int) -> float:
    """Galaxy, marked race goals and black track."""
    side, pack = side_of(state, seat), pack_of(state)
    worth = galaxy_worth(pack, aims_of(state, seat, stage), side.stars) + _black(state, side)
    for goal, seats in zip(state.race, state.marks, strict=True):
        if seat in seats:
            worth += race_goals.value(state, goal, seats, seat)
    return worth + _most_black(state, seat) if side.kept >= 0 else worth


def _black(state: NebulaState, side: Side) -> float:
    values = pack_of(state).black_values
    if side.black == len(values) - 1 or state.phase is Phase.OVER:
        return values[side.black]
    return values[side.black] + NEXT_BLACK * (values[side.black + 1] - values[side.black])


def _most_black(state: NebulaState, seat: Seat) -> float:
    """The personal goal that looks at the rivals' black tracks, not at the galaxy."""
    side = side_of(state, seat)
    if pack_of(state).data.personal_goals[side.kept].rule != MOST_BLACK:
        return 0.0
    if state.phase is Phase.OVER:
        return scoring.PERSONAL_GOAL * scoring.personal_goal_reached(state, seat)
    lead = side.black - max(other.black for number, other in enumerate(state.sides, start=1) if number != seat)
    return BLACK_LEAD * max(-SAFE_LEAD, min(SAFE_LEAD, lead))


def _in_hand(state: NebulaState, seat: Seat, stage: int) -> float:
    """What the seat holds: before it has placed anything this turn, what it could place best."""
    if state.phase is Phase.OVER:
        return 0.0
    side = side_of(state, seat)
    different = len(side.area) - side.area.count(0)
    surplus = max(0, sum(side.area) - ENOUGH)
    held = HELD[different] * (1 - stage / LAST_STAGE) - SURPLUS * surplus + _wanted(state, side)
    if seat != state.seat:
        return held
    if state.phase is Phase.KEEP:
        return held + CHAOS
    if state.phase is Phase.TOKEN:
        return held + TOKEN_DUE
    if state.phase is Phase.PLACE and not state.turn.placed:
        return held + LATER * _best_placements(state, side, stage)
    return held


def _wanted(state: NebulaState, side: Side) -> float:
    """Held stars of the colour that the personal goal still lacks."""
    pack = pack_of(state)
    if side.kept < 0 or (colour := pack.data.personal_goals[side.kept].colour) is None:
        return 0.0
    return WANTED * min(side.area[NUMBERS[colour]], pack.personal[side.kept](side.stars, 0, 0))


def _best_placements(state: NebulaState, side: Side, stage: int) -> float:
    """The best stars of different colours, two or three of them."""
    pack, aims = pack_of(state), aims_of(state, state.seat, stage)
    gains = {star: best_gain(pack, aims, side.stars, star) for star in range(BLACK) if side.area[star]}
    if side.area[BLACK] and side.black < pack.black_cells:
        gains[BLACK] = pack.black_values[side.black + 1] - pack.black_values[side.black] + TOKEN_DUE
    best = sorted((gain for gain in gains.values() if gain > 0), reverse=True)
    boosted = gains.get(state.sky.boosted, 0.0) > 0
    return sum(best[: placing.BOOSTED_PLACEMENTS if boosted else placing.PLACEMENTS])
