"""How good a known state is for a seat, in points: what bots look at.

The seat's galaxy, marks and black track, and what the stars of its observation area could add; less what its
rivals have on average.
"""

from __future__ import annotations

from service.games.base import Seat
from service.games.nebula.bots.outlook import LAST_STAGE, MOST_BLACK, aims_of, best_gain, galaxy_worth, stage_of
from service.games.nebula.rules import placing, race_goals, refill, scoring
from service.games.nebula.stars import BLACK, NUMBERS
from service.games.nebula.state import NebulaState, Phase, SeatState, pack_of, seat_of

HELD = (0.0, 0.5, 0.8, 0.8, 0.8, 0.8, 0.8, 0.8, 0.8)
"""So many different stars in the observation area, while there is time to place them."""
ENOUGH, SURPLUS = 2, 0.15
"""Stars beyond these are better left in the clusters."""
WANTED = 0.8
"""A held star of the personal goal's colour."""
TOKEN_DUE = 2.5
"""The choice of a value token."""
SEEN = 1 - (6 / 7) ** 5
"""The chance that a given one of seven colours is among five drawn stars."""
BEST_OF_FIVE = tuple(SEEN * (1 - SEEN) ** better for better in range(7))
SECOND_OF_FIVE = tuple(SEEN * better * SEEN * (1 - SEEN) ** max(0, better - 1) for better in range(7))
"""The chance that a colour is the best, or the second best, of those drawn, by how many colours are better."""
NEXT_BLACK = 0.5
"""How much of the next cell of the black track counts already."""
LATER = 0.8
"""What can be placed this turn counts a little less than what is placed."""
UNSEEN = 0.55
"""What chaos may bring counts less again."""
LAST_TURN = 6.0
"""What a rival makes of its last turn: who ends the game early in a round gives one to each seat behind."""
FULL_CLUSTER = 1.2
"""What a cluster that is filled again gives to the seat that comes next."""
BLACK_LEAD = 0.1
"""For the personal goal of most black stars: each star ahead or behind, up to `SAFE_LEAD`."""
SAFE_LEAD = 3


def evaluate(state: NebulaState, seat: Seat) -> float:
    stage = stage_of(state)
    rivals = sum(_worth(state, rival, stage) for rival in range(1, state.players + 1) if rival != seat)
    own = _worth(state, seat, stage) + _in_hand(state, seat, stage) - _refill_cost(state, seat)
    return own - (rivals + LAST_TURN * _turns_behind(state, seat)) / (state.players - 1)


def seat_value(state: NebulaState, seat: Seat) -> float:
    """What the seat has and holds, without the others."""
    stage = stage_of(state)
    return _worth(state, seat, stage) + _in_hand(state, seat, stage)


def _refill_cost(state: NebulaState, seat: Seat) -> float:
    """Who takes the last stars of a cluster leaves a full one to the next seat."""
    if seat != state.active or state.ending or state.phase is Phase.OVER:
        return 0.0
    return FULL_CLUSTER * sum(refill.needs_refill(cluster, state.players) for cluster in state.sky.clusters)


def _turns_behind(state: NebulaState, seat: Seat) -> int:
    """In the last round: how many rivals still have a turn when the seat has had its own."""
    if not state.ending or state.phase is Phase.OVER or state.active < seat:
        return 0
    return state.players - max(seat, state.active - 1)


def _worth(state: NebulaState, seat: Seat, stage: int) -> float:
    """Galaxy, marked race goals and black track."""
    own, pack = seat_of(state, seat), pack_of(state)
    worth = galaxy_worth(pack, aims_of(state, seat, stage), own.stars) + _black_track_value(state, own)
    for goal, seats in zip(state.race, state.marks, strict=True):
        if seat in seats:
            worth += race_goals.value(pack_of(state), goal, seats, seat)
    return worth + _most_black(state, seat) if own.kept >= 0 else worth


def _black_track_value(state: NebulaState, own: SeatState) -> float:
    values = pack_of(state).black_values
    if own.black == len(values) - 1 or state.phase is Phase.OVER:
        return float(values[own.black])
    return values[own.black] + NEXT_BLACK * (values[own.black + 1] - values[own.black])


def _most_black(state: NebulaState, seat: Seat) -> float:
    """The personal goal that looks at the rivals' black tracks, not at the galaxy."""
    own = seat_of(state, seat)
    if pack_of(state).data.personal_goals[own.kept].rule != MOST_BLACK:
        return 0.0
    if state.phase is Phase.OVER:
        return scoring.PERSONAL_GOAL * scoring.personal_goal_reached(state, seat)
    lead = own.black - max(other.black for number, other in enumerate(state.seats, start=1) if number != seat)
    return BLACK_LEAD * max(-SAFE_LEAD, min(SAFE_LEAD, lead))


def _in_hand(state: NebulaState, seat: Seat, stage: int) -> float:
    """What the seat holds: before it has placed anything this turn, what it could place best."""
    if state.phase is Phase.OVER:
        return 0.0
    own = seat_of(state, seat)
    different = len(own.area) - own.area.count(0)
    surplus = max(0, sum(own.area) - ENOUGH)
    held = HELD[different] * (1 - stage / LAST_STAGE) - SURPLUS * surplus + _goal_colour_value(state, own)
    if seat != state.active:
        return held
    if state.phase is Phase.KEEP:
        return held + UNSEEN * _best_after_chaos(state, own, stage)
    if state.phase is Phase.TOKEN:
        return held + TOKEN_DUE
    if state.phase is Phase.PLACE and not state.turn.placed:
        return held + LATER * _best_placements(state, own, stage)
    return held


def _goal_colour_value(state: NebulaState, own: SeatState) -> float:
    """Held stars of the colour that the personal goal still lacks."""
    pack = pack_of(state)
    if own.kept < 0 or (colour := pack.data.personal_goals[own.kept].colour) is None:
        return 0.0
    return WANTED * min(own.area[NUMBERS[colour]], pack.personal[own.kept](own.stars, 0, 0))


def gains_of(state: NebulaState, own: SeatState, stage: int) -> list[float]:
    """What a star of each colour, and a black one, would add if it were placed now."""
    pack, aims = pack_of(state), aims_of(state, state.active, stage)
    gains = [best_gain(pack, aims, own.stars, colour) for colour in range(BLACK)]
    if own.black == pack.black_cells:
        return [*gains, 0.0]
    return [*gains, pack.black_values[own.black + 1] - pack.black_values[own.black] + TOKEN_DUE]


def _best_placements(state: NebulaState, own: SeatState, stage: int) -> float:
    """The best held stars of different colours, two or three of them."""
    gains = gains_of(state, own, stage)
    held = [gain for gain, count in zip(gains, own.area, strict=False) if count and gain > 0]
    return _sum_of_best(held, _holds_boosted(state, own))


def _best_after_chaos(state: NebulaState, own: SeatState, stage: int) -> float:
    """As if the best two colours to expect among five unseen stars were held as well."""
    gains = gains_of(state, own, stage)
    held = [gain for gain, count in zip(gains, own.area, strict=False) if count and gain > 0]
    ranked = sorted(gains, reverse=True)
    drawn = [
        sum(gain * chance for gain, chance in zip(ranked, chances, strict=True))
        for chances in (BEST_OF_FIVE, SECOND_OF_FIVE)
    ]
    return _sum_of_best(held + drawn, _holds_boosted(state, own))


def _holds_boosted(state: NebulaState, own: SeatState) -> bool:
    return state.sky.boosted <= BLACK and own.area[state.sky.boosted] > 0


def _sum_of_best(gains: list[float], boosted: bool) -> float:
    placements = placing.BOOSTED_PLACEMENTS if boosted else placing.PLACEMENTS
    return sum(sorted(gains, reverse=True)[:placements])
