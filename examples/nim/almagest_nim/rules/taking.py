"""Taking stones: one or more, all from one heap."""

from __future__ import annotations

from msgspec.structs import replace

from almagest_nim.events import StonesTaken
from almagest_nim.moves import Take
from almagest_nim.refusals import HeapEmpty, WrongNumber
from almagest_nim.rules.turn import pass_on
from almagest_nim.state import COLOURS, Colour, NimState
from almagest_nim.text import colour_term
from service.games.base import Seat, Step
from service.games.refusals import Refusal


def moves(state: NimState, seat: Seat) -> list[Take]:
    heaps = zip(COLOURS, state.heaps, strict=True)
    return [Take(heap, stones) for heap, left in heaps for stones in range(1, left + 1)]


def check(state: NimState, seat: Seat, move: Take) -> Refusal | None:
    left = stones_in(state, move.heap)
    if not left:
        return HeapEmpty(colour_term(move.heap))
    return None if 1 <= move.stones <= left else WrongNumber(colour_term(move.heap), left)


def apply(state: NimState, seat: Seat, move: Take) -> Step[NimState]:
    taken = replace(
        state,
        heaps=_add_stones(state.heaps, move.heap, -move.stones),
        taken=tuple(
            _add_stones(own, move.heap, move.stones) if owner == seat else own
            for owner, own in enumerate(state.taken, start=1)
        ),
    )
    step = Step(taken, (StonesTaken(seat, move.heap, move.stones, stones_in(taken, move.heap)),))
    return step.then(pass_on) if any(taken.heaps) else step


def stones_in(state: NimState, heap: Colour) -> int:
    return state.heaps[COLOURS.index(heap)]


def _add_stones(counts: tuple[int, ...], heap: Colour, by: int) -> tuple[int, ...]:
    return tuple(count + by if colour == heap else count for colour, count in zip(COLOURS, counts, strict=True))
