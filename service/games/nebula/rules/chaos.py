"""Turn I, chaos: a star into the box, five out of the bag, two of them to keep (N-5, N-18)."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from itertools import combinations

from msgspec.structs import replace

from service.games.base import Seat, Step
from service.games.nebula.events import ChaosAnswered, StarsKept
from service.games.nebula.moves import KeepStars, TurnToChaos
from service.games.nebula.refusals import BagIsEmpty, NoSuchStar, NotDrawn, NothingToReturn, star_term
from service.games.nebula.rules import bag, game_end
from service.games.nebula.stars import NAMES, NUMBERS, minus, name, names, plus
from service.games.nebula.state import NebulaState, NebulaStep, Phase, seat_of, with_seat
from service.games.refusals import Refusal

DRAWN = 5
KEPT = 2

_TURNS = tuple(TurnToChaos(star) for star in NAMES)


def why_not_turn(state: NebulaState, seat: Seat) -> Refusal | None:
    """N-18: it takes a star to return and a star to draw."""
    if not any(seat_of(state, seat).area):
        return NothingToReturn()
    return None if state.sky.bag else BagIsEmpty()


def turn_moves(state: NebulaState, seat: Seat) -> tuple[TurnToChaos, ...]:
    if not state.sky.bag:
        return ()
    return tuple([move for move, count in zip(_TURNS, seat_of(state, seat).area, strict=True) if count])


def check_turn(state: NebulaState, seat: Seat, move: TurnToChaos) -> Refusal | None:
    if move in turn_moves(state, seat):
        return None
    return why_not_turn(state, seat) or NoSuchStar(star_term(move.star))


def apply_turn(state: NebulaState, seat: Seat, move: TurnToChaos) -> NebulaStep:
    """N-5: with fewer than five in the bag, all are drawn; the drawn stars are public."""
    returned, own = NUMBERS[move.star], seat_of(state, seat)
    sky, seen = bag.draw(bag.put_into_box(state.sky, (returned,)), DRAWN)
    after = replace(
        state,
        sky=sky,
        seats=with_seat(state, seat, replace(own, area=minus(own.area, (returned,)))),
        turn=replace(state.turn, seen=seen),
        busy=True,
        phase=Phase.KEEP,
    )
    return Step(after, (ChaosAnswered(seat, name(returned), names(seen)),)).then(game_end.at_empty_bag)


@lru_cache(maxsize=1 << 12)
def _choices(seen: bytes) -> tuple[KeepStars, ...]:
    """N-18: exactly two, or all if fewer were drawn; stars of one colour are the same star."""
    kept = sorted(set(combinations(sorted(seen), min(KEPT, len(seen)))))
    return tuple(KeepStars(tuple(NAMES[star] for star in stars)) for stars in kept)


def keep_moves(state: NebulaState, seat: Seat) -> tuple[KeepStars, ...]:
    return _choices(bytes(sorted(state.turn.seen)))


def check_keep(state: NebulaState, seat: Seat, move: KeepStars) -> Refusal | None:
    if move in keep_moves(state, seat):
        return None
    return NotDrawn(min(KEPT, len(state.turn.seen)))


def apply_keep(state: NebulaState, seat: Seat, move: KeepStars) -> NebulaStep:
    kept = [NUMBERS[star] for star in move.stars]
    boxed = sorted((Counter(state.turn.seen) - Counter(kept)).elements())
    own = seat_of(state, seat)
    after = replace(
        state,
        sky=bag.put_into_box(state.sky, boxed),
        seats=with_seat(state, seat, replace(own, area=plus(own.area, kept))),
        turn=replace(state.turn, seen=b""),
    )
    return Step(after, (StarsKept(seat, names(kept), names(boxed)),))
