"""Games of Nebula put into a wished state, and the words in which the tests ask about them.

`table(2, area={1: "red black"}, galaxy={1: {"3.3": "red"}}, top="white blue")` is a whole game in which seat 1 is to
take stars: what is not asked for stays as it was dealt, and the bag holds every star that is nowhere else, so that
stars are conserved.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar

import pytest
from msgspec.structs import replace

from service.games.base import Event, Line, Seat
from service.games.nebula import RULEBOOK
from service.games.nebula.content.pack import PACKS
from service.games.nebula.moves import NebulaMove
from service.games.nebula.rules import bag
from service.games.nebula.stars import COLOURS, EMPTY, NAMES, NO_STARS, NUMBERS, plus, spread
from service.games.nebula.state import NebulaState, Phase, SeatState, Track
from service.games.refusals import IllegalMove, Refusal
from service.games.rng import Rng
from tests.games.nebula import invariants

E = TypeVar("E", bound=Event)
Galaxy = Mapping[str, str]
"""The colour on each cell."""

PACK = PACKS.by_name("classic")
BOARD = PACK.board


def numbers(stars: str) -> bytes:
    """Stars by their names, in order; `-` is an empty cell."""
    return bytes(EMPTY if star == "-" else NUMBERS[star] for star in stars.split())


def masks(galaxy: Galaxy) -> tuple[int, ...]:
    return tuple(sum(1 << BOARD.numbers[cell] for cell, star in galaxy.items() if star == colour) for colour in COLOURS)


def track(ranking: tuple[int, ...], cells: tuple[int, ...] | None = None) -> Track:
    return Track(ranking, cells or (0,) * len(ranking))


def dealt(players: int, *, full: bool = True) -> NebulaState:
    options = {"pack": "classic", "variant": "full" if full else "introductory"}
    return RULEBOOK.setup(players, options, Rng(b"table"))


def table(
    players: int = 2,
    *,
    full: bool = True,
    phase: Phase = Phase.TAKE,
    seat: Seat = 1,
    area: Mapping[Seat, str] | None = None,
    galaxy: Mapping[Seat, Galaxy] | None = None,
    black: Mapping[Seat, int] | None = None,
    kept: Mapping[Seat, str] | None = None,
    clusters: tuple[str, str, str] | None = None,
    boosted: str | None = None,
    race: tuple[str, ...] | None = None,
    advanced: tuple[str, ...] | None = None,
    tracks: tuple[Track, ...] | None = None,
    top: str = "",
    only: str | None = None,
) -> NebulaState:
    """A game with wishes. `top` is drawn next, in this order; with `only` the bag holds nothing else."""
    start = dealt(players, full=full)
    seats = tuple(
        _seat(each, number, area or {}, galaxy or {}, black or {}, kept or {})
        for number, each in enumerate(start.seats, start=1)
    )
    marker = min(PACK.last_marker, sum(each.black for each in seats))
    sky = replace(start.sky, bag=b"", marker=marker)
    if clusters is not None:
        sky = replace(sky, clusters=tuple(numbers(cluster) for cluster in clusters))
    if boosted is not None:
        sky = replace(sky, boosted=NUMBERS[boosted])
    state = replace(start, sky=sky, seats=seats, phase=phase, active=seat, busy=True)
    if race is not None:
        state = replace(state, race=tuple(PACK.race_ids.index(goal) for goal in race))
    if advanced is not None:
        state = replace(state, advanced=tuple(PACK.advanced_ids.index(goal) for goal in advanced))
    if tracks is not None:
        state = replace(state, tracks=tracks)
    state = _with_bag(state, numbers(top if only is None else only), rest_in_box=only is not None)
    invariants.stars_are_conserved(state)
    return state


def _seat(
    each: SeatState,
    seat: Seat,
    area: Mapping[Seat, str],
    galaxy: Mapping[Seat, Galaxy],
    black: Mapping[Seat, int],
    kept: Mapping[Seat, str],
) -> SeatState:
    goal = PACK.personal_ids.index(kept[seat]) if seat in kept else each.offered[0]
    return replace(
        each,
        kept=goal,
        offered=(goal, each.offered[1]),
        area=plus(NO_STARS, numbers(area.get(seat, ""))),
        stars=masks(galaxy.get(seat, {})),
        black=black.get(seat, 0),
    )


def _with_bag(state: NebulaState, top: bytes, *, rest_in_box: bool) -> NebulaState:
    rest = list(spread(bag.unseen_stars(state)))
    for star in top:
        rest.remove(star)
    if rest_in_box:
        return replace(state, sky=replace(bag.put_into_box(state.sky, rest), bag=top[::-1]))
    return replace(state, sky=replace(state.sky, bag=bytes(rest) + top[::-1]))


def play(state: NebulaState, *moves: tuple[Seat, NebulaMove]) -> NebulaState:
    """The state after the moves; stars are conserved by each of them."""
    for seat, move in moves:
        state = RULEBOOK.apply(state, seat, move).state
        invariants.stars_are_conserved(state)
    return state


def events(state: NebulaState, seat: Seat, move: NebulaMove, kind: type[E]) -> list[E]:
    return [event for event in RULEBOOK.apply(state, seat, move).events if isinstance(event, kind)]


def refusal(state: NebulaState, seat: Seat, move: NebulaMove) -> Refusal:
    """The refusal of a move that is not listed either."""
    assert move not in RULEBOOK.legal_moves(state, seat)
    with pytest.raises(IllegalMove) as refused:
        RULEBOOK.apply(state, seat, move)
    return refused.value.refusal


def area(state: NebulaState, seat: Seat) -> list[str]:
    return [NAMES[star] for star in spread(state.seats[seat - 1].area)]


def box(state: NebulaState) -> list[str]:
    return [NAMES[star] for star in spread(state.sky.box)]


def galaxy_of(state: NebulaState, seat: Seat) -> dict[str, str]:
    return dict(RULEBOOK.view(state, None).seats[seat - 1].galaxy)


def listed(state: NebulaState, seat: Seat, kind: type[NebulaMove]) -> list[NebulaMove]:
    return [move for move in RULEBOOK.legal_moves(state, seat) if isinstance(move, kind)]


def lines(state: NebulaState, seat: Seat, rule: str) -> list[Line]:
    return [line for line in RULEBOOK.score(state).seats[seat - 1].lines if line.rule == rule]


def boosted(state: NebulaState) -> str:
    return NAMES[state.sky.boosted]
