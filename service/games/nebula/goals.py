"""The goals of the book as rows. A rule makes, for a board and a card, a function of a galaxy.

Personal and race rules count the stars that are missing; a goal is reached when none is. Advanced rules count how many
times the goal is met.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Generic, NamedTuple, TypeVar

from service.games.nebula.content.board import Board, Mask, bits
from service.games.nebula.content.shapes import GoalData
from service.games.nebula.stars import NUMBERS

Stars = tuple[Mask, ...]
"""The galaxy of one seat: for each of the six colours, the cells that hold it."""

Personal = Callable[[Stars, int, int], int]
"""Missing stars, from a galaxy, its number of black stars and the most black stars of any rival."""
Race = Callable[[Stars], int]
"""Missing stars, from a galaxy."""
Advanced = Callable[[Stars, int], int]
"""How many times met, from a galaxy and the number of race goals its seat has marked."""

F = TypeVar("F")

IN_THREE_COLOURS = 3
GLOWING_WANTED = 4
SIX = 6
EMPTY_ALLOWED = 4


class Rule(NamedTuple, Generic[F]):
    """`needs` are the fields that a card of this rule must have."""

    make: Callable[[Board, GoalData], F]
    needs: tuple[str, ...] = ()


def filled_cells(stars: Stars) -> Mask:
    red, violet, yellow, white, blue, orange = stars
    return red | violet | yellow | white | blue | orange


def colours_in(stars: Stars, where: Mask) -> int:
    return len([mask for mask in stars if mask & where])


def _colour(card: GoalData) -> int:
    return NUMBERS[str(card.colour)]


def _orbit(board: Board, card: GoalData) -> Mask:
    return board.orbits[int(card.orbit or 0) - 1]


def _constellation(board: Board, card: GoalData) -> Mask:
    return board.constellations[board.constellation_ids.index(str(card.constellation))]


def _empty(stars: Stars, where: Mask) -> int:
    return (where & ~filled_cells(stars)).bit_count()


def _in_each_dotted_link(board: Board, card: GoalData) -> Personal:
    colour = _colour(card)
    return lambda stars, black, rivals: sum(1 for link in board.dotted if not stars[colour] & link)


def _four_glowing(board: Board, card: GoalData) -> Personal:
    colour = _colour(card)
    return lambda stars, black, rivals: max(0, GLOWING_WANTED - (stars[colour] & board.glowing).bit_count())


def _six_of_colour(board: Board, card: GoalData) -> Personal:
    colour = _colour(card)
    return lambda stars, black, rivals: max(0, SIX - stars[colour].bit_count())


def _few_empty(board: Board, card: GoalData) -> Personal:
    """N-22: the cells of the galaxy alone, not those of the black track."""
    return lambda stars, black, rivals: max(0, _empty(stars, board.all) - EMPTY_ALLOWED)


def _most_black(board: Board, card: GoalData) -> Personal:
    """N-22: a tie counts, even at zero."""
    return lambda stars, black, rivals: max(0, rivals - black)


def _missing_in_three_colours(stars: Stars, where: Mask) -> int:
    """N-23: full, in exactly three colours; a colour too many is a star to replace."""
    empty, colours = _empty(stars, where), colours_in(stars, where)
    if colours > IN_THREE_COLOURS:
        return empty + colours - IN_THREE_COLOURS
    return max(empty, IN_THREE_COLOURS - colours)


def _constellation_in_three_colours(board: Board, card: GoalData) -> Race:
    where = _constellation(board, card)
    return lambda stars: _missing_in_three_colours(stars, where)


def _orbit_in_three_colours(board: Board, card: GoalData) -> Race:
    where = _orbit(board, card)
    return lambda stars: _missing_in_three_colours(stars, where)


def _two_of_each_colour(board: Board, card: GoalData) -> Race:
    return lambda stars: sum([max(0, 2 - mask.bit_count()) for mask in stars])


def _orbit_all_different(board: Board, card: GoalData) -> Race:
    """N-23: a full orbit; what is not a colour of its own is empty or to be replaced."""
    where = _orbit(board, card)
    return lambda stars: where.bit_count() - colours_in(stars, where)


def _two_in_three_constellations(board: Board, card: GoalData) -> Race:
    colour = _colour(card)
    return lambda stars: sum(
        sorted([max(0, 2 - (stars[colour] & constellation).bit_count()) for constellation in board.constellations])[:3]
    )


def _three_neighbouring_orbits(board: Board, card: GoalData) -> Race:
    orbits = board.orbits
    bands = tuple(one | two | three for one, two, three in zip(orbits, orbits[1:], orbits[2:], strict=False))
    return lambda stars: min(_empty(stars, band) for band in bands)


def _opposite_constellations(board: Board, card: GoalData) -> Race:
    return lambda stars: min(_empty(stars, pair) for pair in board.opposite)


def _neighbouring_constellations(board: Board, card: GoalData) -> Race:
    """N-15: all four side-by-side pairs."""
    return lambda stars: min(_empty(stars, pair) for pair in board.neighbouring)


def _all_dotted_cells(board: Board, card: GoalData) -> Race:
    return lambda stars: _empty(stars, board.dotted_cells)


def _beside_glowing_cells(board: Board, card: GoalData) -> Race:
    return lambda stars: _empty(stars, board.beside_glowing)


@lru_cache(maxsize=1 << 16)
def most_pairs(neighbours: tuple[Mask, ...], ones: Mask, others: Mask) -> int:
    """N-12: a maximum matching of connected stars, each in one pair at most."""
    partner: dict[int, int] = {}

    def finds_partner(one: int, tried: set[int]) -> bool:
        for other in bits(neighbours[one] & others):
            if other in tried:
                continue
            tried.add(other)
            if other not in partner or finds_partner(partner[other], tried):
                partner[other] = one
                return True
        return False

    return sum(finds_partner(one, set()) for one in bits(ones))


def _connected_pairs(board: Board, card: GoalData) -> Advanced:
    one, other = _colour(card), NUMBERS[str(card.other)]
    return lambda stars, marks: most_pairs(board.neighbours, stars[one], stars[other])


def _most_glowing_of_one_colour(board: Board, card: GoalData) -> Advanced:
    """N-13: the colour with most glowing stars; each of them scores once."""
    return lambda stars, marks: max((mask & board.glowing).bit_count() for mask in stars)


def _race_goals_reached(board: Board, card: GoalData) -> Advanced:
    return lambda stars, marks: marks


def _orbits_with_colour(board: Board, card: GoalData) -> Advanced:
    colour = _colour(card)
    return lambda stars, marks: sum(1 for orbit in board.orbits if stars[colour] & orbit)


def _surrounded_glowing_cells(board: Board, card: GoalData) -> Advanced:
    """N-23: the centre is left out, and the glowing cell itself may be empty."""
    halos = tuple(board.neighbours[cell] for cell in bits(board.outer_glowing))
    return lambda stars, marks: sum(1 for halo in halos if not _empty(stars, halo))


def _beside_glowing_on_orbit(board: Board, card: GoalData) -> Advanced:
    colour = _colour(card)
    return lambda stars, marks: (stars[colour] & board.beside_glowing).bit_count()


PERSONAL: Mapping[str, Rule[Personal]] = {
    "in_each_dotted_link": Rule(_in_each_dotted_link, ("colour",)),
    "four_glowing": Rule(_four_glowing, ("colour",)),
    "six_of_colour": Rule(_six_of_colour, ("colour",)),
    "few_empty": Rule(_few_empty),
    "most_black": Rule(_most_black),
}

RACE: Mapping[str, Rule[Race]] = {
    "constellation_in_three_colours": Rule(_constellation_in_three_colours, ("constellation", "upper", "lower")),
    "orbit_in_three_colours": Rule(_orbit_in_three_colours, ("orbit", "upper", "lower")),
    "two_of_each_colour": Rule(_two_of_each_colour, ("upper", "lower")),
    "orbit_all_different": Rule(_orbit_all_different, ("orbit", "upper", "lower")),
    "two_in_three_constellations": Rule(_two_in_three_constellations, ("colour", "upper", "lower")),
    "three_neighbouring_orbits": Rule(_three_neighbouring_orbits, ("upper", "lower")),
    "opposite_constellations": Rule(_opposite_constellations, ("upper", "lower")),
    "neighbouring_constellations": Rule(_neighbouring_constellations, ("upper", "lower")),
    "all_dotted_cells": Rule(_all_dotted_cells, ("upper", "lower")),
    "beside_glowing_cells": Rule(_beside_glowing_cells, ("upper", "lower")),
}

ADVANCED: Mapping[str, Rule[Advanced]] = {
    "connected_pairs": Rule(_connected_pairs, ("colour", "other")),
    "most_glowing_of_one_colour": Rule(_most_glowing_of_one_colour),
    "race_goals_reached": Rule(_race_goals_reached),
    "orbits_with_colour": Rule(_orbits_with_colour, ("colour",)),
    "surrounded_glowing_cells": Rule(_surrounded_glowing_cells),
    "beside_glowing_on_orbit": Rule(_beside_glowing_on_orbit, ("colour",)),
}
