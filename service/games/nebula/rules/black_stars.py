"""Turn II, black stars: the own track, the black marker and the boosted star."""

from __future__ import annotations

from msgspec.structs import replace

from service.games.base import Seat, Step
from service.games.nebula.events import BlackStarPlaced, BoostedStarReplaced, BoostedStarStayed, MarkerAdvanced
from service.games.nebula.moves import PlaceBlackStar
from service.games.nebula.refusals import BlackTrackFull, ColourPlaced, NoBlackStar, NoMorePlacements, star_term
from service.games.nebula.rules import bag, game_end, value_board
from service.games.nebula.rules.placing import colours_open, record_placement
from service.games.nebula.stars import BLACK, UNKNOWN, minus, name
from service.games.nebula.state import NebulaState, NebulaStep, Phase, pack_of, seat_of, with_seat
from service.games.refusals import Refusal
from service.games.rng import Rng

_MOVE = (PlaceBlackStar(),)


def track_is_full(state: NebulaState, seat: Seat) -> bool:
    return seat_of(state, seat).black >= pack_of(state).black_cells


def can_place(state: NebulaState) -> bool:
    holds_black = seat_of(state, state.active).area[BLACK]
    return bool(holds_black and colours_open(state) & 1 << BLACK) and not track_is_full(state, state.active)


def why_not(state: NebulaState, seat: Seat) -> Refusal | None:
    if can_place(state):
        return None
    if not seat_of(state, seat).area[BLACK]:
        return NoBlackStar()
    if state.turn.placed & 1 << BLACK:
        return ColourPlaced(star_term("black"))
    return BlackTrackFull() if track_is_full(state, seat) else NoMorePlacements()


def moves(state: NebulaState, seat: Seat) -> tuple[PlaceBlackStar, ...]:
    return _MOVE if can_place(state) else ()


def check(state: NebulaState, seat: Seat, move: PlaceBlackStar) -> Refusal | None:
    return why_not(state, seat)


def apply(state: NebulaState, seat: Seat, move: PlaceBlackStar) -> NebulaStep:
    """The next cell of the own track, then the black marker, then (full game) a value token."""
    own = seat_of(state, seat)
    own = replace(own, black=own.black + 1, area=minus(own.area, (BLACK,)))
    after = replace(
        state, seats=with_seat(state, seat, own), turn=record_placement(state.turn, BLACK, state.sky.boosted)
    )
    return Step(after, (BlackStarPlaced(seat, own.black),)).then(advance_marker).then(ask_for_token)


def advance_marker(state: NebulaState) -> NebulaStep:
    """N-17: on its last cell the marker stays, and so does the boosted star."""
    pack = pack_of(state)
    if state.sky.marker == pack.last_marker:
        return Step(state)
    marker = state.sky.marker + 1
    glowing = marker in pack.glowing_marker
    after = replace(state, sky=replace(state.sky, marker=marker))
    step = Step(after, (MarkerAdvanced(state.active, marker, glowing),))
    return step.then(replace_boosted_star if glowing else game_end.at_last_marker_cell)


def replace_boosted_star(state: NebulaState) -> NebulaStep:
    """N-10: by another colour; if the bag holds none, the old one stays."""
    old = state.sky.boosted
    if not bag.holds_other_than(state, old):
        return Step(state, (BoostedStarStayed(state.active, name(old)),))
    drawn = draw_other_colour(state, old)
    sky = bag.put_into_box(drawn.sky, (old,))
    event = BoostedStarReplaced(state.active, name(old), name(sky.boosted))
    return Step(replace(drawn, sky=sky), (event,)).then(game_end.at_empty_bag)


def draw_other_colour(state: NebulaState, old: int) -> NebulaState:
    """Draw, put back what has the old colour, and draw again."""
    rng = Rng(state.seed, state.drawn)
    sky, stars = bag.draw(state.sky, 1)
    while stars[0] == old != UNKNOWN:
        sky = replace(sky, bag=bag.put_back(sky.bag, old, rng))
        sky, stars = bag.draw(sky, 1)
    return replace(state, sky=replace(sky, boosted=stars[0]), drawn=rng.drawn)


def ask_for_token(state: NebulaState) -> NebulaStep:
    return Step(replace(state, phase=Phase.TOKEN) if value_board.is_due(state) else state)
