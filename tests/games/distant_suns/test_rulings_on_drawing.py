"""A test per ruling: D-10 to D-17."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from service.games.base import Seat
from service.games.distant_suns import RULEBOOK, hexes, placements
from service.games.distant_suns.events import NothingDrawn, UpgradeGained, UpgradesUsed, WorldReached
from service.games.distant_suns.moves import Assign, Draw, Pass
from service.games.distant_suns.refusals import AlreadyDrawn, NotTouching, SectorNotFree, UpgradeNotReady
from service.games.distant_suns.rules.turns import end_turn
from service.games.distant_suns.state import PASSED, Module
from service.games.distant_suns.view import UpgradesView
from tests.games.distant_suns.invariants import neighbours
from tests.games.distant_suns.tables import (
    ALIENS,
    AURORA,
    BLACK_HOLE,
    BLANK,
    CLASSIC,
    COMET,
    FREE,
    LIGHTNING,
    MOON,
    SERPENT,
    STAR,
    UPGRADES,
    assigned,
    can_pass,
    drawing,
    draws_of,
    events,
    finish_turn,
    full_but,
    moves_of,
    play,
    refusal,
    settle,
    sheet,
    table,
)


def test_d10_until_something_is_drawn_a_shape_touches_the_start_whatever_the_turn() -> None:
    late = table(sheet(drawing(MOON, *BLANK[:4])), round=3, turns=11, active=2)
    state = assigned(late, MOON, STAR)
    assert draws_of(state, 2)
    assert all(hexes.area_of(draw.sectors) & CLASSIC.launch for draw in draws_of(state, 2))

    away = next(draw for draw in _moons_anywhere() if not hexes.area_of(draw.sectors) & CLASSIC.launch)
    assert refusal(state, 2, away) == NotTouching()


def _moons_anywhere() -> list[Draw]:
    return CLASSIC.shapes["moon"].layouts[0].drawings(CLASSIC.drawable, CLASSIC.drawable)


@pytest.mark.parametrize("shape", sorted(CLASSIC.shapes))
def test_d10_each_shape_has_a_first_drawing(shape: str) -> None:
    assert placements.any_fits(CLASSIC.shapes[shape].forms[0], CLASSIC.drawable, CLASSIC.launch)


@pytest.mark.parametrize("active", [1, 2, 3])
def test_d11_any_seat_active_or_not_may_use_upgrades_of_earlier_turns(active: Seat) -> None:
    """In each turn all draw, and each leaves out a hex."""
    one = sheet(filled=0b1)
    state = assigned(table(one, one, one, players=3, active=active, turns=active - 1), MOON, STAR)
    for seat in (1, 2):
        state = play(state, seat, draws_of(state, seat, upgrades=1)[0])
    told = events(state, 3, draws_of(state, 3, upgrades=1)[0])
    assert [event for event in told if isinstance(event, UpgradesUsed)] == [
        UpgradesUsed(seat, slots=(1,)) for seat in (1, 2, 3)
    ]


def test_d11_two_upgrades_at_most_are_used_in_a_turn() -> None:
    state = assigned(table(sheet(filled=0b111), sheet(filled=0b1)), MOON, STAR)
    assert {move.upgrades for move in moves_of(state, 1) if isinstance(move, Draw)} == {0, 1, 2}
    assert {move.upgrades for move in moves_of(state, 2) if isinstance(move, Draw)} == {0, 1}
    three_left_out = Draw(draws_of(state, 1)[0].sectors[:1], upgrades=3)
    assert refusal(state, 1, three_left_out) == UpgradeNotReady()


def test_d11_an_upgrade_is_used_once() -> None:
    state = assigned(table(sheet(filled=0b100)), MOON, STAR)
    after = finish_turn(play(state, 1, draws_of(state, 1, upgrades=1)[0]))
    assert RULEBOOK.view(after, None).seats[0].upgrades.used == (3,)
    assert not draws_of(assigned(after, STAR, LIGHTNING, side=2), 1, upgrades=1)


def test_d11_an_upgrade_is_not_used_in_the_turn_of_its_gain() -> None:
    beside = next(near for near in sorted(neighbours(UPGRADES[0])) if near in BLANK)
    state = assigned(table(sheet(drawing(COMET, beside))), MOON, STAR)
    covering = next(draw for draw in draws_of(state, 1) if UPGRADES[0] in draw.sectors)
    reduced = tuple(sector for sector in covering.sectors if sector != covering.sectors[-1])
    assert refusal(state, 1, Draw(reduced, upgrades=1)) == UpgradeNotReady()


@pytest.mark.parametrize("seat", [1, 2])
def test_d11_an_upgrade_is_used_from_the_next_turn_by_whoever_gained_it(seat: Seat) -> None:
    """Seat 2 is active then, seat 1 is not."""
    gain, nothing = bytes([UPGRADES[0], *BLANK[:3]]), PASSED
    seals = (gain, nothing) if seat == 1 else (nothing, gain)
    state = end_turn(replace(assigned(table(), MOON, STAR), seals=seals)).state
    assert state.sheet(seat).owed == 1
    state = settle(assigned(settle(state, 2), MOON, STAR, side=2), 1)
    assert draws_of(state, seat, upgrades=1)


def test_d11_a_shape_covering_two_upgrade_sectors_gains_two() -> None:
    before = replace(assigned(table(), MOON, STAR), seals=(bytes(sorted([*UPGRADES[:2], *BLANK[:2]])), None))
    step = RULEBOOK.apply(before, 2, draws_of(before, 2)[0])
    assert [event.sector for event in step.events if event.seat == 1 and isinstance(event, UpgradeGained)] == [
        *UPGRADES[:2]
    ]
    after = settle(assigned(settle(step.state, 2), MOON, STAR, side=2), 1)
    assert RULEBOOK.view(after, None).seats[0].upgrades == UpgradesView(ready=(1, 2), used=(), without_slot=0)
    assert draws_of(after, 1, upgrades=2)


def test_d11_unused_upgrades_score_nothing() -> None:
    some, none = sheet(filled=0b1111, used=0b1, owed=2), sheet()
    ledgers = [RULEBOOK.score(table(one)).seats[0] for one in (some, none)]
    assert ledgers[0] == ledgers[1]


def test_d12_a_left_out_hex_may_lie_off_the_grid_or_on_any_sector() -> None:
    state = assigned(table(sheet(filled=0b1)), SERPENT, COMET)
    whole = [set(draw.sectors) for draw in draws_of(assigned(table(), SERPENT, COMET), 1)]
    parts = [set(draw.sectors) for draw in draws_of(state, 1, upgrades=1)]
    assert any(not any(part <= shape for shape in whole) for part in parts)


def test_d12_only_hexes_really_drawn_touch() -> None:
    state = assigned(table(sheet(filled=0b11)), SERPENT, COMET)
    for upgrades in (1, 2):
        assert all(hexes.area_of(draw.sectors) & CLASSIC.launch for draw in draws_of(state, 1, upgrades))


def test_d13_a_module_may_face_the_black_hole_and_its_neighbour() -> None:
    view = RULEBOOK.view(play(table(), 1, Assign(2, SERPENT)), None)
    assert [seat.to_draw for seat in view.seats] == ["serpent", "black_hole"]


def test_d13_the_round_ends_by_itself() -> None:
    gaps = (Module(1, 2, 3), Module(1, 5, 6), Module(2, 2, 3))
    state = finish_turn(assigned(table(modules=gaps, turns=3, active=2), SERPENT, BLACK_HOLE, side=2))
    assert (state.round, state.turns, RULEBOOK.deciders(state)) == (2, 4, (1,))
    assert len(moves_of(settle(state, 1), 1)) == 20
    assert state.modules == ()


def test_d14_each_seat_scores_each_world_at_most_once() -> None:
    near = hexes.sectors_in(AURORA.near & CLASSIC.drawable)
    reached = sheet(drawing(MOON, near[0]), worlds=(AURORA.first, 0, 0))
    state = replace(assigned(table(reached), MOON, STAR), seals=(bytes([near[1], *BLANK[20:23]]), None))
    step = RULEBOOK.apply(state, 2, draws_of(state, 2)[0])
    assert not [event for event in step.events if isinstance(event, WorldReached)]
    assert step.state.sheet(1).worlds == (AURORA.first, 0, 0)


@pytest.mark.parametrize(
    "special", [CLASSIC.start, AURORA.sector, CLASSIC.treasures[0].sector], ids=["start", "world", "treasure"]
)
def test_d15_start_worlds_and_treasures_are_never_covered(special: int) -> None:
    moons = CLASSIC.shapes["moon"].layouts[0]
    bit = hexes.area_of([special])
    over = next(draw for draw in moons.drawings(hexes.GRID, bit) if special in draw.sectors)
    beside = next(sector for sector in BLANK if sector not in over.sectors)
    state = assigned(table(sheet(drawing(COMET, beside))), MOON, STAR)
    assert refusal(state, 1, over) == SectorNotFree()


def test_d15_black_holes_cover_like_any_shape() -> None:
    total = RULEBOOK.score(table(sheet(drawing(BLACK_HOLE, *ALIENS)))).seats[0].total
    assert total == 0
    overlapping = assigned(table(sheet(drawing(BLACK_HOLE, *FREE))), MOON, STAR)
    assert can_pass(overlapping, 1)


def test_d16_a_drawing_is_final_and_others_see_only_who_is_still_to_draw() -> None:
    state = assigned(table(players=3), MOON, STAR)
    drawn, another = draws_of(state, 2)[:2]
    after = play(state, 2, drawn)
    assert RULEBOOK.deciders(after) == (1, 3)
    assert refusal(after, 2, another) == AlreadyDrawn()
    assert refusal(after, 2, Pass()) == AlreadyDrawn()
    for viewer in (None, 1, 3):
        seats = RULEBOOK.view(after, viewer).seats
        assert [seat.has_drawn for seat in seats] == [False, True, False]
        assert [seat.sealed for seat in seats] == [None, None, None]


def test_d17_a_turn_in_which_all_pass_uses_up_its_module() -> None:
    state = assigned(table(full_but(), full_but()), MOON, STAR)
    step = RULEBOOK.apply(play(state, 1, Pass()), 2, Pass())
    assert [event for event in step.events if isinstance(event, NothingDrawn)] == [
        NothingDrawn(1, 1, "moon"),
        NothingDrawn(2, 1, "star"),
    ]
    assert (step.state.turns, len(step.state.modules), step.state.active) == (1, 1, 2)


def test_d17_totals_may_be_negative() -> None:
    assert [seat.total for seat in RULEBOOK.score(table()).seats] == [-45, -45]
