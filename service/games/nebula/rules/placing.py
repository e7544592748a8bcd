"""Turn II, coloured stars: where they may go, and what they may replace."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, lru_cache
from typing import Generic, TypeVar

import msgspec
from msgspec.structs import replace

from service.games.base import Seat, Step
from service.games.keep_last import keep_last
from service.games.nebula.content.board import Board, Mask, bits
from service.games.nebula.events import StarPlaced, StarReplaced
from service.games.nebula.goals import Stars, filled_cells
from service.games.nebula.moves import PlaceStar, ReplaceStar
from service.games.nebula.refusals import (
    CellEmpty,
    CellTaken,
    CentreFirst,
    ColourPlaced,
    ColourUnchanged,
    NoMorePlacements,
    NoOpenCell,
    NoStarToPlace,
    NoSuchCell,
    NoSuchStar,
    NotAColour,
    NotConnected,
    NothingToReplace,
    PlacedThisTurn,
    SameColourConnected,
    star_term,
)
from service.games.nebula.rules import bag
from service.games.nebula.stars import BLACK, COLOURS, NUMBERS, Counts, minus
from service.games.nebula.state import NebulaState, NebulaStep, Turn, pack_of, seat_of, with_seat
from service.games.refusals import Refusal

PLACEMENTS = 2
BOOSTED_PLACEMENTS = 3

P = TypeVar("P", bound=PlaceStar | ReplaceStar)

_CHUNK = 7
_CHUNK_MASK = (1 << _CHUNK) - 1


_COLOURS_OF = tuple(tuple(bits(colours)) for colours in range(1 << len(COLOURS)))


class Openings(msgspec.Struct, frozen=True, gc=False):
    """Where a colour may be placed, and where it may replace."""

    colour: int
    empty: Mask
    taken: Mask


def colours_open(state: NebulaState) -> int:
    """The colours (a bit set, black in it) that the current seat may still place."""
    turn = state.turn
    return _colours_open(state.seats[state.active - 1].area, turn.placed, turn.boosted, state.sky.boosted)


@lru_cache(maxsize=1 << 14)
def _colours_open(area: Counts, placed: int, boosted_placed: bool, boosted: int) -> int:
    """N-1: all placed in one turn differ. N-2: the third placement is open after a boosted star, or for one."""
    held = sum([1 << star for star in range(BLACK + 1) if area[star]]) & ~placed
    placements = placed.bit_count()
    if placements >= BOOSTED_PLACEMENTS:
        return 0
    if placements == PLACEMENTS and not boosted_placed:
        return held & 1 << boosted
    return held


def frontier(board: Board, filled: Mask) -> Mask:
    """The first star goes to the centre, later ones to empty cells connected to a star."""
    return board.neighbours_of(filled) & ~filled if filled else board.centre


def openings_of(board: Board, stars: Stars, colours: int, fresh: Mask) -> list[Openings]:
    """No star beside one of its own colour. N-7, N-16: only stars of earlier turns and of another colour give way."""
    filled = filled_cells(stars)
    empty, earlier = frontier(board, filled), filled & ~fresh
    found = []
    for colour in _COLOURS_OF[colours & ~(1 << BLACK)]:
        beside = board.neighbours_of(stars[colour])
        found.append(Openings(colour, empty & ~beside, earlier & ~beside & ~stars[colour]))
    return found


@keep_last
def openings(state: NebulaState, seat: Seat) -> list[Openings]:
    """For every coloured star that the seat, whose turn it is, may still place."""
    colours = colours_open(state)
    if not colours:
        return []
    return openings_of(pack_of(state).board, seat_of(state, seat).stars, colours, state.turn.fresh)


class MoveTable(Generic[P]):
    """Ready-made moves: for a colour and a mask of cells, one move per cell."""

    def __init__(self, board: Board, make: Callable[[str, str], P]) -> None:
        starts = range(0, len(board.ids), _CHUNK)
        self._chunks = [[self._chunk(board, make, colour, start) for start in starts] for colour in COLOURS]

    @staticmethod
    def _chunk(board: Board, make: Callable[[str, str], P], colour: str, start: int) -> list[tuple[P, ...]]:
        moves = [make(colour, cell) for cell in board.ids[start : start + _CHUNK]]
        return [tuple(moves[bit] for bit in bits(part)) for part in range(1 << len(moves))]

    def add_to(self, found: list[PlaceStar | ReplaceStar], colour: int, mask: Mask) -> None:
        """Add the moves of a colour to a list."""
        low, middle, high = self._chunks[colour]
        found += low[mask & _CHUNK_MASK]
        found += middle[mask >> _CHUNK & _CHUNK_MASK]
        found += high[mask >> 2 * _CHUNK]


@cache
def _place_table(board: Board) -> MoveTable[PlaceStar]:
    return MoveTable(board, PlaceStar)


@cache
def _replace_table(board: Board) -> MoveTable[ReplaceStar]:
    return MoveTable(board, ReplaceStar)


def moves(state: NebulaState, seat: Seat) -> list[PlaceStar | ReplaceStar]:
    """Colour by colour: where it can be placed, then what it can replace."""
    board = pack_of(state).board
    place, replacing = _place_table(board), _replace_table(board)
    found: list[PlaceStar | ReplaceStar] = []
    for each in openings(state, seat):
        place.add_to(found, each.colour, each.empty)
        replacing.add_to(found, each.colour, each.taken)
    return found


def can_place(state: NebulaState) -> bool:
    for each in openings(state, state.active):  # noqa: SIM110 - a generator would cost more than the question
        if each.empty or each.taken:
            return True
    return False


def _why_no_star(state: NebulaState, seat: Seat) -> Refusal | None:
    """Why no coloured star at all may be placed now."""
    if openings(state, seat):
        return None
    held = any(seat_of(state, seat).area[colour] and not state.turn.placed & 1 << colour for colour in range(BLACK))
    return NoMorePlacements() if held else NoStarToPlace()


def why_not_place(state: NebulaState, seat: Seat) -> Refusal | None:
    if any(each.empty for each in openings(state, seat)):
        return None
    return _why_no_star(state, seat) or NoOpenCell()


def why_not_replace(state: NebulaState, seat: Seat) -> Refusal | None:
    if any(each.taken for each in openings(state, seat)):
        return None
    return _why_no_star(state, seat) or NothingToReplace()


def _openings_for(state: NebulaState, seat: Seat, star: str) -> Openings | None:
    """Where this star may go; None if it may not be placed now, wherever."""
    colour = NUMBERS.get(star, BLACK)
    for each in openings(state, seat):
        if each.colour == colour:
            return each
    return None


def _why_not_now(state: NebulaState, seat: Seat, star: str) -> Refusal:
    """Why this star may not be placed now, wherever."""
    colour = NUMBERS.get(star, BLACK)
    if colour >= BLACK:
        return NotAColour()
    if not seat_of(state, seat).area[colour]:
        return NoSuchStar(star_term(star))
    if state.turn.placed & 1 << colour:
        return ColourPlaced(star_term(star))
    return NoMorePlacements()


def _find_target(state: NebulaState, seat: Seat, move: PlaceStar | ReplaceStar) -> tuple[Openings, Mask] | Refusal:
    """Where this star may go, and the cell that is meant."""
    opening = _openings_for(state, seat, move.star)
    if opening is None:
        return _why_not_now(state, seat, move.star)
    numbers = pack_of(state).board.numbers
    return (opening, 1 << numbers[move.cell]) if move.cell in numbers else NoSuchCell(move.cell)


def check_place(state: NebulaState, seat: Seat, move: PlaceStar) -> Refusal | None:
    target = _find_target(state, seat, move)
    if isinstance(target, Refusal):
        return target
    opening, cell = target
    return None if cell & opening.empty else _why_not_in(pack_of(state).board, seat_of(state, seat).stars, move, cell)


def _why_not_in(board: Board, stars: Stars, move: PlaceStar, cell: Mask) -> Refusal:
    filled = filled_cells(stars)
    if cell & filled:
        return CellTaken(move.cell)
    if not filled:
        return CentreFirst()
    if not cell & board.neighbours_of(filled):
        return NotConnected(move.cell)
    return SameColourConnected(star_term(move.star), move.cell)


def check_replace(state: NebulaState, seat: Seat, move: ReplaceStar) -> Refusal | None:
    target = _find_target(state, seat, move)
    if isinstance(target, Refusal):
        return target
    opening, cell = target
    return None if cell & opening.taken else _why_not_replaced(state, seat_of(state, seat).stars, move, cell)


def _why_not_replaced(state: NebulaState, stars: Stars, move: ReplaceStar, cell: Mask) -> Refusal:
    if not cell & filled_cells(stars):
        return CellEmpty(move.cell)
    if cell & state.turn.fresh:
        return PlacedThisTurn()
    if cell & stars[NUMBERS[move.star]]:
        return ColourUnchanged(star_term(move.star), move.cell)
    return SameColourConnected(star_term(move.star), move.cell)


def apply_place(state: NebulaState, seat: Seat, move: PlaceStar) -> NebulaStep:
    colour, cell = NUMBERS[move.star], 1 << pack_of(state).board.numbers[move.cell]
    return Step(_with_star(state, seat, colour, cell), (StarPlaced(seat, COLOURS[colour], move.cell),))


def apply_replace(state: NebulaState, seat: Seat, move: ReplaceStar) -> NebulaStep:
    colour, cell = NUMBERS[move.star], 1 << pack_of(state).board.numbers[move.cell]
    old = next(number for number, mask in enumerate(seat_of(state, seat).stars) if mask & cell)
    after = _with_star(state, seat, colour, cell)
    after = replace(after, sky=bag.put_into_box(after.sky, (old,)))
    return Step(after, (StarReplaced(seat, COLOURS[colour], move.cell, COLOURS[old]),))


def with_star(stars: Stars, colour: int, cell: Mask) -> Stars:
    """The galaxy with this colour in the cell, whatever was there."""
    masks = [mask & ~cell for mask in stars]
    masks[colour] |= cell
    return tuple(masks)


def _with_star(state: NebulaState, seat: Seat, colour: int, cell: Mask) -> NebulaState:
    own = seat_of(state, seat)
    placed = replace(own, stars=with_star(own.stars, colour, cell), area=minus(own.area, (colour,)))
    return replace(
        state, seats=with_seat(state, seat, placed), turn=record_placement(state.turn, colour, state.sky.boosted, cell)
    )


def record_placement(turn: Turn, star: int, boosted: int, cell: Mask = 0) -> Turn:
    """N-2: whether a star is boosted is decided when it is placed."""
    return replace(
        turn, placed=turn.placed | 1 << star, fresh=turn.fresh | cell, boosted=turn.boosted or star == boosted
    )
