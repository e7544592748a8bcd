"""Turn II, coloured stars: where they may go, and what they may replace."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, lru_cache
from typing import Generic, NamedTuple, TypeVar

from msgspec.structs import replace

from service.games.base import IllegalMove, Refusal, Seat, Step
from service.games.nebula.content.board import Board, Mask, bits
from service.games.nebula.events import StarPlaced, StarReplaced
from service.games.nebula.goals import Stars, occupied
from service.games.nebula.moves import PlaceStar, ReplaceStar
from service.games.nebula.rules import bag
from service.games.nebula.rules.gate import NebulaStep, closed, refuse
from service.games.nebula.stars import BLACK, COLOURS, NUMBERS, Counts, minus, name
from service.games.nebula.state import NebulaState, Phase, Turn, pack_of, side_of, with_side

PLACEMENTS = 2
BOOSTED_PLACEMENTS = 3

P = TypeVar("P", bound=PlaceStar | ReplaceStar)

_CHUNK = 7
_CHUNK_MASK = (1 << _CHUNK) - 1


_COLOURS_OF = tuple(tuple(bits(colours)) for colours in range(1 << len(COLOURS)))


class Openings(NamedTuple):
    """Where a colour may be placed, and where it may replace."""

    colour: int
    empty: Mask
    taken: Mask


def colours_open(state: NebulaState) -> int:
    """The colours (a bit set, black in it) that the current seat may still place."""
    turn = state.turn
    return _colours_open(state.sides[state.seat - 1].area, turn.placed, turn.boosted, state.sky.boosted)


@lru_cache(maxsize=1 << 14)
def _colours_open(area: Counts, placed: int, boosted_placed: bool, boosted: int) -> int:
    """N-1: all placed in one turn differ. N-2: the third placement is open after a boosted star, or for one."""
    held = sum(1 << star for star in range(BLACK + 1) if area[star]) & ~placed
    placements = placed.bit_count()
    if placements >= BOOSTED_PLACEMENTS:
        return 0
    if placements == PLACEMENTS and not boosted_placed:
        return held & 1 << boosted
    return held


def frontier(board: Board, filled: Mask) -> Mask:
    """The first star goes to the centre, later ones to empty cells connected to a star."""
    return board.touching(filled) & ~filled if filled else board.centre


@lru_cache(maxsize=1 << 14)
def openings_of(board: Board, stars: Stars, colours: int, fresh: Mask) -> tuple[Openings, ...]:
    """No star beside one of its own colour. N-7, N-16: only stars of earlier turns and of another colour give way."""
    filled = occupied(stars)
    empty, earlier = frontier(board, filled), filled & ~fresh
    found = []
    for colour in _COLOURS_OF[colours & ~(1 << BLACK)]:
        beside = board.touching(stars[colour])
        found.append(Openings(colour, empty & ~beside, earlier & ~beside & ~stars[colour]))
    return tuple(found)


def openings(state: NebulaState) -> tuple[Openings, ...]:
    """For every coloured star that the current seat may still place."""
    colours = colours_open(state)
    if not colours:
        return ()
    return openings_of(pack_of(state).board, state.sides[state.seat - 1].stars, colours, state.turn.fresh)


class MoveTable(Generic[P]):
    """Ready-made moves: for a colour and a mask of cells, one move per cell."""

    def __init__(self, board: Board, make: Callable[[str, str], P]) -> None:
        starts = range(0, len(board.ids), _CHUNK)
        self._chunks = [[self._chunk(board, make, colour, start) for start in starts] for colour in COLOURS]

    @staticmethod
    def _chunk(board: Board, make: Callable[[str, str], P], colour: str, start: int) -> list[tuple[P, ...]]:
        moves = [make(colour, cell) for cell in board.ids[start : start + _CHUNK]]
        return [tuple(moves[bit] for bit in bits(part)) for part in range(1 << len(moves))]

    def moves(self, colour: int, mask: Mask) -> tuple[P, ...]:
        low, middle, high = self._chunks[colour]
        return low[mask & _CHUNK_MASK] + middle[mask >> _CHUNK & _CHUNK_MASK] + high[mask >> 2 * _CHUNK]


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
    for colour, empty, taken in openings(state):
        found += place.moves(colour, empty)
        found += replacing.moves(colour, taken)
    return found


def can_place(state: NebulaState) -> bool:
    return any(empty or taken for _, empty, taken in openings(state))


def _no_star(state: NebulaState, seat: Seat) -> Refusal | None:
    """Why no coloured star at all may be placed now."""
    if refusal := closed(state, seat, Phase.PLACE):
        return refusal
    if openings(state):
        return None
    if state.turn.placed.bit_count() >= PLACEMENTS:
        return Refusal("no_more_placements", "N-2", "Two stars are placed, and a third needs the boosted colour.")
    return Refusal("no_star_to_place", "N-1", "Your observation area has no colour that you have not placed this turn.")


def why_not_place(state: NebulaState, seat: Seat) -> Refusal | None:
    if refusal := _no_star(state, seat):
        return refusal
    if any(empty for _, empty, _ in openings(state)):
        return None
    return Refusal("no_open_cell", "Placing 3", "Every connected empty cell has a neighbour of the same colour.")


def why_not_replace(state: NebulaState, seat: Seat) -> Refusal | None:
    if refusal := _no_star(state, seat):
        return refusal
    if any(taken for _, _, taken in openings(state)):
        return None
    return Refusal("nothing_to_replace", "N-16", "No star of an earlier turn can take one of your colours.")


def _openings_for(state: NebulaState, seat: Seat, star: str) -> Openings:
    """Raises if this star may not be placed now, wherever."""
    colour = NUMBERS.get(star, BLACK)
    for opening in openings(state):
        if opening.colour == colour:
            return opening
    if colour >= BLACK:
        raise IllegalMove("not_a_colour", "Placing", f"{star} is not one of {', '.join(COLOURS)}.")
    if not side_of(state, seat).area[colour]:
        raise IllegalMove("no_such_star", "Placing", f"There is no {star} star in your observation area.")
    if state.turn.placed & 1 << colour:
        raise IllegalMove("colour_placed", "N-1", f"You have placed a {star} star this turn already.")
    raise IllegalMove("no_more_placements", "N-2", "Two stars are placed, and a third needs the boosted colour.")


def _cell(board: Board, cell: str) -> Mask:
    if cell not in board.numbers:
        raise IllegalMove("no_such_cell", "Galaxy", f"The galaxy has no cell {cell}.")
    return 1 << board.numbers[cell]


def check_place(state: NebulaState, seat: Seat, move: PlaceStar) -> None:
    refuse(closed(state, seat, Phase.PLACE))
    board, stars = pack_of(state).board, side_of(state, seat).stars
    opening, cell = _openings_for(state, seat, move.star), _cell(board, move.cell)
    if cell & opening.empty:
        return
    filled = occupied(stars)
    if cell & filled:
        raise IllegalMove("cell_taken", "N-7", f"{move.cell} holds a star; ask to replace it.")
    if not filled:
        raise IllegalMove("centre_first", "Placing 2", "The first star of a galaxy goes to its centre.")
    if not cell & board.touching(filled):
        raise IllegalMove("not_connected", "Placing 2", f"{move.cell} is not connected to any of your stars.")
    raise _same_colour(move.star, move.cell)


def check_replace(state: NebulaState, seat: Seat, move: ReplaceStar) -> None:
    refuse(closed(state, seat, Phase.PLACE))
    board, stars = pack_of(state).board, side_of(state, seat).stars
    opening, cell = _openings_for(state, seat, move.star), _cell(board, move.cell)
    if cell & opening.taken:
        return
    if not cell & occupied(stars):
        raise IllegalMove("cell_empty", "N-7", f"{move.cell} holds no star to replace.")
    if cell & state.turn.fresh:
        raise IllegalMove("placed_this_turn", "N-16", "Only a star of an earlier turn can be replaced.")
    if cell & stars[opening.colour]:
        raise IllegalMove("colour_unchanged", "N-16", f"{move.cell} holds a {move.star} star already.")
    raise _same_colour(move.star, move.cell)


def _same_colour(star: str, cell: str) -> IllegalMove:
    return IllegalMove("same_colour_connected", "Placing 3", f"{cell} is connected to another {star} star.")


def apply_place(state: NebulaState, seat: Seat, move: PlaceStar) -> NebulaStep:
    colour, cell = NUMBERS[move.star], 1 << pack_of(state).board.numbers[move.cell]
    return Step(_with_star(state, seat, colour, cell), (StarPlaced(seat, move.star, move.cell),))


def apply_replace(state: NebulaState, seat: Seat, move: ReplaceStar) -> NebulaStep:
    colour, cell = NUMBERS[move.star], 1 << pack_of(state).board.numbers[move.cell]
    old = next(number for number, mask in enumerate(side_of(state, seat).stars) if mask & cell)
    after = _with_star(state, seat, colour, cell)
    after = replace(after, sky=bag.into_box(after.sky, (old,)))
    return Step(after, (StarReplaced(seat, move.star, move.cell, str(name(old))),))


def with_star(stars: Stars, colour: int, cell: Mask) -> Stars:
    """The galaxy with this colour in the cell, whatever was there."""
    masks = [mask & ~cell for mask in stars]
    masks[colour] |= cell
    return tuple(masks)


def _with_star(state: NebulaState, seat: Seat, colour: int, cell: Mask) -> NebulaState:
    side = side_of(state, seat)
    placed = replace(side, stars=with_star(side.stars, colour, cell), area=minus(side.area, (colour,)))
    return replace(
        state,
        sides=with_side(state, seat, placed),
        turn=note_placed(state.turn, colour, state.sky.boosted, cell),
    )


def note_placed(turn: Turn, star: int, boosted: int, cell: Mask = 0) -> Turn:
    """N-2: whether a star is boosted is decided when it is placed."""
    return replace(
        turn,
        placed=turn.placed | 1 << star,
        fresh=turn.fresh | cell,
        boosted=turn.boosted or star == boosted,
    )
