"""Questions about stars on one card: which may be marked first, which next, along which paths."""

from __future__ import annotations

import functools

from msgspec import Struct

from service.games.astra.content.cards import Card
from service.games.astra.moves import Dream, MarkStar, Observe

PATHS_KEPT = 1 << 13
"""Cards with a set of marks whose paths are kept in memory, some kilobytes each."""


@functools.lru_cache(maxsize=1 << 16)
def stars_of(mask: int) -> tuple[int, ...]:
    return tuple(star for star in range(mask.bit_length()) if mask >> star & 1)


def mask_of(stars: tuple[int, ...]) -> int:
    mask = 0
    for star in stars:
        mask |= 1 << star
    return mask


class Stroke(Struct, frozen=True, gc=False):
    """A set of stars that can be marked at once, and what matters of it."""

    stars: int
    count: int
    grand: int
    before_grand: int = 0
    only_common: bool = False


def stroke_along(card: Card, path: tuple[int, ...]) -> Stroke:
    stars = mask_of(path)
    grand = (stars & card.grand).bit_count()
    return Stroke(stars, len(path), grand, _before_first_grand(card, path) if grand else 0, not stars & ~card.common)


def _before_first_grand(card: Card, path: tuple[int, ...]) -> int:
    """Stars marked before the first grand star of an Observe; none counts where no grand star is marked."""
    for count, star in enumerate(path):
        if card.grand >> star & 1:
            return count
    return 0


def is_untouched(marked: int) -> bool:
    return marked == 0


def neighbours(card: Card, stars: int) -> int:
    """Every star that is adjacent to one of these."""
    adjacent = 0
    for star in stars_of(stars):
        adjacent |= card.adjacent[star]
    return adjacent


@functools.lru_cache(maxsize=1 << 16)
def first_stars(card: Card, marked: int) -> int:
    """The starting star on an untouched card, else every unmarked star adjacent to a marked one.

    A card that the viewer may not know has no star.
    """
    if is_untouched(marked):
        return 1 << card.start if card.size else 0
    return neighbours(card, marked) & ~marked


def first_stars_any_common(card: Card, marked: int) -> int:
    """With Boötes and its like the first star may also be any unmarked common star."""
    return first_stars(card, marked) | card.common & ~marked


def next_stars(card: Card, marked: int, last: int) -> int:
    """The unmarked stars adjacent to the one just marked."""
    return card.adjacent[last] & ~marked


def _extend(card: Card, marked: int, path: tuple[int, ...], found: list[tuple[int, ...]]) -> None:
    found.append(path)
    for star in stars_of(next_stars(card, marked, path[-1])):
        _extend(card, marked | 1 << star, (*path, star), found)


def _paths(card: Card, marked: int, firsts: int) -> list[tuple[int, ...]]:
    """Every continuous path, short ones first."""
    found: list[tuple[int, ...]] = []
    for star in stars_of(firsts):
        _extend(card, marked | 1 << star, (star,), found)
    return sorted(found, key=lambda path: (len(path), path))


def is_path(card: Card, marked: int, firsts: int, path: tuple[int, ...]) -> bool:
    """Whether the path starts on one of the first stars and each next star is adjacent to the one before."""
    allowed = firsts
    for star in path:
        if not 0 <= star < card.size or not allowed >> star & 1:
            return False
        marked |= 1 << star
        allowed = next_stars(card, marked, star)
    return bool(path)


@functools.lru_cache(maxsize=PATHS_KEPT)
def _observes(card: Card, marked: int, any_common: bool) -> tuple[Observe, ...]:
    firsts = first_stars_any_common(card, marked) if any_common else first_stars(card, marked)
    return tuple(Observe(card.id, path) for path in _paths(card, marked, firsts))


@functools.lru_cache(maxsize=4 * PATHS_KEPT)
def observes(card: Card, marked: int, stardust: int, any_common: bool) -> tuple[Observe, ...]:
    """Every Observe of a card that so much stardust pays for."""
    return tuple(move for move in _observes(card, marked, any_common) if len(move.path) <= stardust)


@functools.lru_cache(maxsize=1 << 14)
def markings(card: Card, stars: int) -> tuple[MarkStar, ...]:
    """One move for each of these stars."""
    return tuple(MarkStar(card.id, star) for star in stars_of(stars))


def is_dead_end(card: Card, marked: int, path: tuple[int, ...]) -> bool:
    return not next_stars(card, marked | mask_of(path), path[-1])


@functools.lru_cache(maxsize=PATHS_KEPT)
def dreams(card: Card, marked: int, number: int) -> tuple[Dream, ...]:
    """Paths of the sphere's number of stars, and shorter ones that reach a dead end."""
    return tuple(
        Dream(card.id, path)
        for path in _paths(card, marked, first_stars(card, marked))
        if len(path) == number or (len(path) < number and is_dead_end(card, marked, path))
    )
