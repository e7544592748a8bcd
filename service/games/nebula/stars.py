"""Stars are small numbers: six colours, black, and two that no star has."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Annotated, Literal, get_args

from msgspec import Meta

Colour = Literal["red", "violet", "yellow", "white", "blue", "orange"]
Star = Literal["red", "violet", "yellow", "white", "blue", "orange", "black"]

COLOURS: tuple[Colour, ...] = get_args(Colour)
STARS: tuple[Star, ...] = get_args(Star)

BLACK = 6
UNKNOWN = 7
"""A star that the viewer has not seen: its colour is a placeholder."""
EMPTY = 8
"""A cell of a cluster without a star."""

NAMES = (*STARS, "unknown")
NUMBERS = {name: number for number, name in enumerate(NAMES)}

OF_EACH_COLOUR = 20
BLACK_STARS = {2: 30, 3: 25, 4: 20}
ALL_STARS = 150

Counts = tuple[Annotated[int, Meta(ge=0, le=ALL_STARS)], ...]
"""How many stars of each colour: the six, black, unknown."""
NO_STARS: Counts = (0,) * len(NAMES)


_CALLED: tuple[Star | None, ...] = (*STARS, None, None)


def name(star: int) -> Star | None:
    """As the wire says it; None for an unknown star and for no star."""
    return _CALLED[star]


def names(stars: Iterable[int]) -> tuple[Star | None, ...]:
    return tuple([_CALLED[star] for star in stars])


def spread(counts: Sequence[int]) -> tuple[int, ...]:
    """One number per star, in the order of the colours."""
    return tuple(star for star, count in enumerate(counts) for _ in range(count))


def plus(counts: Counts, stars: Iterable[int]) -> Counts:
    more = list(counts)
    for star in stars:
        more[star] += 1
    return tuple(more)


def minus(counts: Counts, stars: Iterable[int]) -> Counts:
    fewer = list(counts)
    for star in stars:
        fewer[star] -= 1
    return tuple(fewer)


def all_stars(players: int) -> Counts:
    """What goes into the bag before the game."""
    return (*(OF_EACH_COLOUR for _ in COLOURS), BLACK_STARS[players], 0)
