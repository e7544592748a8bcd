"""States to test on, set up as a test needs them."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from service.games.base import Event, Seat
from service.games.distant_suns import RULEBOOK
from service.games.distant_suns.content.pack import PACKS
from service.games.distant_suns.hexes import COLUMNS, LETTERS, sectors_in
from service.games.distant_suns.moves import Assign, DistantSunsMove, Draw, FillSlot, Pass
from service.games.distant_suns.state import DistantSunsState, Drawing, Sheet
from service.games.refusals import IllegalMove, Refusal
from service.games.rng import Rng

CLASSIC = PACKS.by_name("classic")
SHAPES = ("moon", "star", "lightning", "comet", "serpent", "black_hole")
MISSIONS = ("aliens", "upgrades", "treasures", "group", "black_hole")
MOON, STAR, LIGHTNING, COMET, SERPENT, BLACK_HOLE = range(1, 7)

ALIENS = sectors_in(CLASSIC.aliens)
UPGRADES = sectors_in(CLASSIC.upgrades)
AURORA, ZENITH, MERIDIAN = CLASSIC.worlds
FREE = sectors_in(CLASSIC.drawable)
BLANK = [sector for sector in FREE if sector not in (*ALIENS, *UPGRADES)]


def at(names: str) -> tuple[int, ...]:
    """`at("A0 B0")`: the numbers of these sectors, ascending."""
    return tuple(sorted(int(name[1:]) * COLUMNS + LETTERS.index(name[0]) for name in names.split()))


def drawing(position: int, *sectors: int) -> Drawing:
    return Drawing(position, bytes(sorted(sectors)))


def sheet(*drawings: Drawing, worlds: tuple[int, ...] = (0, 0, 0), **changes: Any) -> Sheet:
    return Sheet(worlds=worlds, drawings=drawings, **changes)


def table(*sheets: Sheet, players: int = 2, **changes: Any) -> DistantSunsState:
    """Before a module is placed, with these sheets and blank ones for the other seats."""
    start = RULEBOOK.setup(players, {"pack": "classic"}, Rng(b"tests"))
    rest = start.sheets[len(sheets) :]
    return replace(start, **{"shapes": SHAPES, "missions": MISSIONS, "sheets": (*sheets, *rest), **changes})


def assigned(state: DistantSunsState, own: int, others: int, side: int = 1) -> DistantSunsState:
    """The active seat has placed the next module on these two neighbouring positions."""
    return play(state, state.active, Assign(side, min(own, others), flipped=own > others))


def play(state: DistantSunsState, seat: Seat, move: DistantSunsMove) -> DistantSunsState:
    return RULEBOOK.apply(state, seat, move).state


def events(state: DistantSunsState, seat: Seat, move: DistantSunsMove) -> tuple[Event, ...]:
    return RULEBOOK.apply(state, seat, move).events


def moves_of(state: DistantSunsState, seat: Seat) -> list[DistantSunsMove]:
    return list(RULEBOOK.legal_moves(state, seat))


def draws_of(state: DistantSunsState, seat: Seat, upgrades: int = 0) -> list[Draw]:
    return [move for move in moves_of(state, seat) if isinstance(move, Draw) and move.upgrades == upgrades]


def can_pass(state: DistantSunsState, seat: Seat) -> bool:
    return Pass() in moves_of(state, seat)


def settle(state: DistantSunsState, seat: Seat) -> DistantSunsState:
    """The seat puts the upgrades it has gained into the first free slots."""
    while state.sheet(seat).owed:
        state = play(state, seat, next(move for move in moves_of(state, seat) if isinstance(move, FillSlot)))
    return state


def finish_turn(state: DistantSunsState) -> DistantSunsState:
    """Whoever is still to draw takes the first move, if possible one that gains no upgrade."""
    turns = state.turns
    while state.turns == turns:
        seat = RULEBOOK.deciders(state)[0]
        state = settle(state, seat)
        state = play(state, seat, min(moves_of(state, seat), key=gains_upgrade))
    return state


def gains_upgrade(move: DistantSunsMove) -> bool:
    return isinstance(move, Draw) and not set(move.sectors).isdisjoint(UPGRADES)


def refusal(state: DistantSunsState, seat: Seat, move: DistantSunsMove) -> Refusal:
    with pytest.raises(IllegalMove) as caught:
        RULEBOOK.check(state, seat, move)
    return caught.value.refusal


def full_but(*left: int) -> Sheet:
    """A sheet on which only these sectors are still free."""
    return sheet(drawing(COMET, *(sector for sector in FREE if sector not in left)))


def pocket_for_a_reduced_moon() -> tuple[int, ...]:
    """Three connected sectors, without anything special, that a moon with one hex left out fills."""
    state = assigned(table(sheet(filled=0b1)), MOON, STAR)
    return next(draw.sectors for draw in draws_of(state, 1, upgrades=1) if set(draw.sectors) <= set(BLANK))
