"""Turn I, chaos: a star into the box, five out of the bag, two of them to keep (N-5, N-18)."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from itertools import combinations

from msgspec.structs import replace

from service.games.base import IllegalMove, Refusal, Seat, Step
from service.games.nebula.events import ChaosAnswered, StarsKept
from service.games.nebula.moves import KeepStars, TurnToChaos
from service.games.nebula.rules import bag, game_end
from service.games.nebula.rules.gate import NebulaStep, closed, follow, refuse
from service.games.nebula.stars import NAMES, NUMBERS, minus, name, names, plus
from service.games.nebula.state import NebulaState, Phase, side_of, with_side

DRAWN = 5
KEPT = 2

_TURNS = tuple(TurnToChaos(star) for star in NAMES)


def why_not_turn(state: NebulaState, seat: Seat) -> Refusal | None:
    """N-18: it takes a star to return and a star to draw."""
    if refusal := closed(state, seat, Phase.TAKE):
        return refusal
    if not any(side_of(state, seat).area):
        return Refusal("nothing_to_return", "N-18", "Chaos takes a star of your observation area, and it is empty.")
    if not state.sky.bag:
        return Refusal("bag_is_empty", "N-18", "The bag is empty: chaos has nothing to give.")
    return None


def turn_moves(state: NebulaState, seat: Seat) -> tuple[TurnToChaos, ...]:
    if not state.sky.bag:
        return ()
    return tuple([move for move, count in zip(_TURNS, side_of(state, seat).area, strict=True) if count])


def check_turn(state: NebulaState, seat: Seat, move: TurnToChaos) -> None:
    refuse(why_not_turn(state, seat))
    if move not in turn_moves(state, seat):
        raise IllegalMove("no_such_star", "N-18", f"There is no {move.star} star in your observation area.")


def apply_turn(state: NebulaState, seat: Seat, move: TurnToChaos) -> NebulaStep:
    """N-5: with fewer than five in the bag, all are drawn; the drawn stars are public."""
    returned, side = NUMBERS[move.star], side_of(state, seat)
    sky, seen = bag.draw(bag.into_box(state.sky, (returned,)), DRAWN)
    after = replace(
        state,
        sky=sky,
        sides=with_side(state, seat, replace(side, area=minus(side.area, (returned,)))),
        turn=replace(state.turn, seen=seen),
        busy=True,
        phase=Phase.KEEP,
    )
    return follow(Step(after, (ChaosAnswered(seat, name(returned), names(seen)),)), game_end.at_empty_bag)


def why_not_keep(state: NebulaState, seat: Seat) -> Refusal | None:
    return closed(state, seat, Phase.KEEP)


@lru_cache(maxsize=1 << 12)
def _choices(seen: bytes) -> tuple[KeepStars, ...]:
    """N-18: exactly two, or all if fewer were drawn; stars of one colour are the same star."""
    kept = sorted(set(combinations(sorted(seen), min(KEPT, len(seen)))))
    return tuple(KeepStars(tuple(NAMES[star] for star in stars)) for stars in kept)


def keep_moves(state: NebulaState, seat: Seat) -> tuple[KeepStars, ...]:
    return _choices(bytes(sorted(state.turn.seen)))


def check_keep(state: NebulaState, seat: Seat, move: KeepStars) -> None:
    refuse(why_not_keep(state, seat))
    if move not in keep_moves(state, seat):
        wanted = min(KEPT, len(state.turn.seen))
        raise IllegalMove("not_drawn", "N-18", f"Keep exactly {wanted} of the stars that were drawn.")


def apply_keep(state: NebulaState, seat: Seat, move: KeepStars) -> NebulaStep:
    kept = [NUMBERS[star] for star in move.stars]
    boxed = sorted((Counter(state.turn.seen) - Counter(kept)).elements())
    side = side_of(state, seat)
    after = replace(
        state,
        sky=bag.into_box(state.sky, boxed),
        sides=with_side(state, seat, replace(side, area=plus(side.area, kept))),
        turn=replace(state.turn, seen=b""),
    )
    return Step(after, (StarsKept(seat, names(kept), names(boxed)),))
