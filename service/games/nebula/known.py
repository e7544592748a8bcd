"""What a viewer knows, and full states that agree with it.

Secret are the order of the bag (and with it the seed), and the personal goals: those offered to other seats for ever,
those that they keep until the end. What the bag holds is no secret: every star that left it did so in public, so
anyone can count (`bag.unseen_stars`).
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from service.games.base import Viewer
from service.games.nebula.rules import bag
from service.games.nebula.stars import UNKNOWN, Counts, plus, spread
from service.games.nebula.state import HIDDEN, NOT_YET, NebulaState, Phase, SeatState, pack_of
from service.games.rng import Rng

_SEED_NUMBERS = 1 << 32


def known(state: NebulaState, viewer: Viewer) -> NebulaState:
    over = state.phase is Phase.OVER
    return replace(
        state,
        seed=b"",
        drawn=0,
        sky=replace(state.sky, bag=bytes((UNKNOWN,)) * len(state.sky.bag)),
        seats=tuple(
            each if seat == viewer else _known_seat(each, over=over) for seat, each in enumerate(state.seats, start=1)
        ),
    )


def _known_seat(each: SeatState, *, over: bool) -> SeatState:
    """N-21: that a goal is kept is public, which one only after the end, the other one never."""
    kept = each.kept if over or each.kept == NOT_YET else HIDDEN
    return replace(each, offered=(HIDDEN,) * len(each.offered), kept=kept)


def imagine(state: NebulaState, viewer: Viewer, rng: Rng) -> NebulaState:
    """Placeholders filled evenly: stars from those nobody has seen, goals from those the viewer has not."""
    seed = rng.below(_SEED_NUMBERS).to_bytes(4, "big")
    stars = iter(rng.permutation(spread(bag.unseen_stars(state))))
    goals = iter(rng.permutation(_unseen_goals(state)))
    seats = tuple(_imagine_seat(each, stars, goals, rng) for each in state.seats)
    turn = replace(state.turn, seen=_fill_stars(state.turn.seen, stars))
    return _imagine_sky(replace(state, seed=seed, seats=seats, turn=turn), stars)


def _fill_stars(stars: bytes, unseen: Iterator[int]) -> bytes:
    return bytes(next(unseen) if star == UNKNOWN else star for star in stars)


def _fill_counts(counts: Counts, unseen: Iterator[int]) -> Counts:
    """The last count is of unknown stars; a preview of hidden draws can put some into areas and the box."""
    return plus((*counts[:UNKNOWN], 0), (next(unseen) for _ in range(counts[UNKNOWN])))


def _imagine_sky(state: NebulaState, unseen: Iterator[int]) -> NebulaState:
    sky = state.sky
    sky = replace(
        sky,
        boosted=next(unseen) if sky.boosted == UNKNOWN else sky.boosted,
        box=_fill_counts(sky.box, unseen),
        clusters=tuple(_fill_stars(cluster, unseen) for cluster in sky.clusters),
        bag=_fill_stars(sky.bag, unseen),
    )
    return replace(state, sky=sky)


def _unseen_goals(state: NebulaState) -> list[int]:
    seen = {goal for each in state.seats for goal in (*each.offered, each.kept)}
    return [goal for goal in range(len(pack_of(state).personal)) if goal not in seen]


def _imagine_seat(each: SeatState, stars: Iterator[int], goals: Iterator[int], rng: Rng) -> SeatState:
    each = replace(each, area=_fill_counts(each.area, stars))
    if HIDDEN not in each.offered:
        return each
    if each.kept < 0:
        offered = tuple(next(goals) for _ in each.offered)
        return replace(each, offered=offered, kept=rng.choice(offered) if each.kept == HIDDEN else each.kept)
    offered = (each.kept, *(next(goals) for _ in each.offered[1:]))
    return replace(each, offered=rng.permutation(offered))
