"""The bag and the box: drawing, putting back, and counting what nobody has seen."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from service.games.nebula.stars import BLACK, EMPTY, UNKNOWN, Counts, all_stars, plus
from service.games.nebula.state import NebulaState, Sky
from service.games.rng import Rng


def draw(sky: Sky, count: int) -> tuple[Sky, bytes]:
    """Up to `count` stars, in the order drawn; unknown ones from a bag whose order is hidden."""
    left = max(0, len(sky.bag) - count)
    return replace(sky, bag=sky.bag[:left]), sky.bag[left:][::-1]


def put_back(bag: bytes, star: int, rng: Rng) -> bytes:
    """N-10: to a place that nobody knows."""
    place = rng.below(len(bag) + 1)
    return bag[:place] + bytes((star,)) + bag[place:]


def put_into_box(sky: Sky, stars: Iterable[int]) -> Sky:
    return replace(sky, box=plus(sky.box, stars))


def visible_stars(state: NebulaState) -> Counts:
    """Every star outside the bag, all of them public (N-5, N-24)."""
    sky = state.sky
    loose = b"".join((*sky.clusters, state.turn.seen, bytes((sky.boosted,))))
    heaps = zip(sky.box, *(each.area for each in state.seats), strict=True)
    seen = [loose.count(star) + sum(counts) for star, counts in enumerate(heaps)]
    for each in state.seats:
        seen[BLACK] += each.black
        for star, mask in enumerate(each.stars):
            seen[star] += mask.bit_count()
    return tuple(seen)


def unseen_stars(state: NebulaState) -> Counts:
    """What the bag holds, by counting what it does not; placeholders outside the bag are counted in."""
    counts = zip(all_stars(state.players), visible_stars(state), strict=True)
    known = [total - outside for total, outside in counts]
    return (*known[:-1], 0)


def stars_in(cluster: bytes) -> int:
    return len(cluster) - cluster.count(EMPTY)


def holds_other_than(state: NebulaState, star: int) -> bool:
    """N-10: an open bag is looked into; of a hidden one the public counts tell the same."""
    bag = state.sky.bag
    if UNKNOWN not in bag:
        return bag.count(star) < len(bag)
    inside = unseen_stars(state)
    return sum(inside) > inside[star]
