"""A test per ruling: D-1 to D-9."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from service.games.base import TurnBegan
from service.games.distant_suns import RULEBOOK, hexes
from service.games.distant_suns.content.pack import Treasure
from service.games.distant_suns.events import DrawingSealed, RoundEnded, ShapeDrawn
from service.games.distant_suns.moves import Assign, Draw, FillSlot, Pass
from service.games.distant_suns.refusals import (
    NoSuchNotches,
    NoSuchSlot,
    NotchTaken,
    NothingFits,
    NoUpgradeToPlace,
    ShapeFits,
    SlotDue,
    SlotTaken,
    WrongShape,
    WrongSize,
)
from service.games.distant_suns.state import DistantSunsState, Module
from service.games.distant_suns.view import MissionView, UpgradesView
from service.games.refusals import Unavailable
from tests.games.distant_suns.invariants import neighbours
from tests.games.distant_suns.tables import (
    BLACK_HOLE,
    CLASSIC,
    COMET,
    MOON,
    SERPENT,
    STAR,
    UPGRADES,
    assigned,
    at,
    drawing,
    draws_of,
    events,
    finish_turn,
    full_but,
    moves_of,
    play,
    pocket_for_a_reduced_moon,
    refusal,
    settle,
    sheet,
    table,
)


def test_d1_a_module_takes_two_neighbouring_positions_of_one_side() -> None:
    state = table()
    assert len(moves_of(state, 1)) == 2 * 5 * 2

    after = finish_turn(play(state, 1, Assign(side=1, position=2)))

    free = {(move.side, move.position) for move in moves_of(after, 2) if isinstance(move, Assign)}
    assert free == {(1, 4), (1, 5), (2, 1), (2, 2), (2, 3), (2, 4), (2, 5)}
    assert refusal(after, 2, Assign(1, 3)) == NotchTaken()
    assert refusal(after, 2, Assign(1, 6)) == NoSuchNotches()
    assert refusal(after, 2, Assign(3, 1)) == NoSuchNotches()


def test_d1_the_circle_is_the_active_seats_and_flipping_swaps() -> None:
    plain = RULEBOOK.view(play(table(players=3), 1, Assign(1, MOON)), None)
    flipped = RULEBOOK.view(play(table(players=3), 1, Assign(1, MOON, flipped=True)), None)
    assert [seat.to_draw for seat in plain.seats] == ["moon", "star", "star"]
    assert [seat.to_draw for seat in flipped.seats] == ["star", "moon", "moon"]


def test_d1_without_gaps_all_five_modules_fit() -> None:
    state = table()
    for side, position in ((1, 1), (1, 3), (1, 5), (2, 2), (2, 4)):
        assert state.round == 1
        state = finish_turn(play(state, state.active, Assign(side, position)))
    assert (state.round, state.turns) == (2, 5)


def test_d2_a_drawing_is_shown_when_all_have_drawn() -> None:
    state = assigned(table(), MOON, STAR)
    mine, yours = draws_of(state, 1)[0], draws_of(state, 2)[0]

    first = RULEBOOK.apply(state, 1, mine)
    assert first.events == (DrawingSealed(1),)
    assert RULEBOOK.view(first.state, 2).seats[0].drawings == ()
    assert RULEBOOK.view(first.state, 1).seats[0].sealed == mine.sectors
    assert RULEBOOK.view(first.state, 2).seats[0].sealed is None

    told = [event for event in events(first.state, 2, yours) if isinstance(event, ShapeDrawn)]
    assert [(event.seat, event.shape, event.sectors) for event in told] == [
        (1, "moon", mine.sectors),
        (2, "star", yours.sectors),
    ]


def test_d3_passing_is_for_a_shape_that_fits_nowhere() -> None:
    assert refusal(assigned(table(), MOON, STAR), 1, Pass()) == ShapeFits()

    stuck = assigned(table(full_but(*pocket_for_a_reduced_moon())), MOON, STAR)
    assert moves_of(stuck, 1) == [Pass()]
    assert refusal(stuck, 1, Draw(pocket_for_a_reduced_moon())) == NothingFits()


def test_d3_upgrades_are_never_forced_but_may_be_used_instead_of_passing() -> None:
    pocket = pocket_for_a_reduced_moon()
    state = assigned(table(replace(full_but(*pocket), filled=0b1)), MOON, STAR)
    assert moves_of(state, 1) == [Draw(pocket, upgrades=1), Pass()]


def test_d4_what_upgrades_leave_is_connected() -> None:
    state = assigned(table(sheet(filled=0b11)), SERPENT, COMET)
    whole = draws_of(state, 1)[0].sectors
    beside = {sector: len(neighbours(sector) & set(whole)) for sector in whole}
    end = next(sector for sector in whole if beside[sector] == 1 and not hexes.area_of([sector]) & CLASSIC.launch)
    joint = next(sector for sector in whole if beside[sector] == 2)
    without_an_end = tuple(sector for sector in whole if sector != end)
    without_a_joint = tuple(sector for sector in whole if sector != joint)

    RULEBOOK.check(state, 1, Draw(without_an_end, upgrades=1))
    assert refusal(state, 1, Draw(without_a_joint, upgrades=1)) == WrongShape()
    assert refusal(state, 1, Draw(without_an_end)) == WrongSize()
    assert {len(draw.sectors) for draw in draws_of(state, 1, upgrades=2)} == {4}


def test_d4_a_reduced_shape_still_counts_as_its_type() -> None:
    state = assigned(table(sheet(filled=0b1)), MOON, STAR)
    after = finish_turn(play(state, 1, draws_of(state, 1, upgrades=1)[0]))
    assert RULEBOOK.view(after, None).seats[0].drawings[0].shape == "moon"
    assert RULEBOOK.view(after, None).seats[0].drawings[0].left_out == 1


@pytest.mark.parametrize("treasure", CLASSIC.treasures, ids=lambda treasure: hexes.name(treasure.sector))
def test_d5_a_treasure_is_surrounded_when_every_neighbour_in_the_grid_is_covered(treasure: Treasure) -> None:
    near = hexes.sectors_in(hexes.around(hexes.area_of([treasure.sector])))
    for some, expected in ((near, 1), (near[1:], 0)):
        lines = RULEBOOK.score(table(sheet(drawing(MOON, *some)))).seats[0].lines
        assert [line.amount for line in lines if line.rule == "treasure_surrounded"] == [10] * expected


def test_d6_a_player_names_which_slot_is_filled() -> None:
    state = table(sheet(drawing(MOON, UPGRADES[0]), owed=1))
    assert moves_of(state, 1) == [FillSlot(slot) for slot in range(1, 8)]
    assert refusal(state, 1, Assign(1, 1)) == SlotDue()

    after = play(state, 1, FillSlot(5))

    assert RULEBOOK.view(after, None).seats[0].upgrades == UpgradesView(ready=(5,), used=(), without_slot=0)
    assert refusal(after, 1, FillSlot(6)) == NoUpgradeToPlace()
    assert len(moves_of(after, 1)) == 20


@pytest.mark.parametrize("state", [table(sheet(owed=1)), assigned(table(sheet(), sheet(owed=1)), MOON, STAR)])
def test_d6_a_slot_is_named_before_anything_else_is_decided(state: DistantSunsState) -> None:
    """In either phase, whoever is asked."""
    seat = 2 if state.seals else 1
    assert {move.type for move in moves_of(state, seat)} == {"fill_slot"}
    assert RULEBOOK.explain(state, seat) == tuple(Unavailable(kind, SlotDue()) for kind in ("assign", "draw", "pass"))
    for move in (Assign(1, 1), Draw((84, 85, 97, 98)), Pass()):
        assert refusal(state, seat, move) == SlotDue()


def test_d6_only_free_slots_of_the_sheet_can_be_named() -> None:
    state = table(sheet(drawing(MOON, *UPGRADES[:2]), filled=0b10000, owed=1))
    assert FillSlot(5) not in moves_of(state, 1)
    assert refusal(state, 1, FillSlot(5)) == SlotTaken()
    assert refusal(state, 1, FillSlot(8)) == NoSuchSlot(last=7)


def test_d6_all_slots_act_alike() -> None:
    drawn = [draws_of(assigned(table(sheet(filled=slot)), MOON, STAR), 1, upgrades=1) for slot in (0b1, 0b1000000)]
    assert drawn[0] == drawn[1] != []


def test_d7_seat_1_starts_and_the_order_goes_on_through_the_rounds() -> None:
    state = table(players=3)
    active = []
    while state.round < 3:
        active.append(state.active)
        state = settle(state, state.active)
        state = finish_turn(play(state, state.active, moves_of(state, state.active)[0]))
    assert active == [turn % 3 + 1 for turn in range(len(active))]


def test_d7_who_could_not_place_a_module_starts_the_next_round() -> None:
    state = table(
        players=3, active=2, turns=4, modules=(Module(1, 1, 2), Module(1, 3, 4), Module(1, 5, 6), Module(2, 1, 2))
    )
    state = assigned(state, SERPENT, COMET, side=2)
    state = play(play(state, 1, draws_of(state, 1)[0]), 2, draws_of(state, 2)[0])
    step = RULEBOOK.apply(state, 3, draws_of(state, 3)[0])
    assert step.events[-2:] == (RoundEnded(seat=3, round=1, turns=5), TurnBegan(seat=3, round=2))
    assert (step.state.active, step.state.round, step.state.modules) == (3, 2, ())


def test_d8_a_shape_touching_several_black_holes_counts_once() -> None:
    between = drawing(SERPENT, *at("D4 E4"))
    holes = drawing(BLACK_HOLE, *at("C4 B4")), drawing(BLACK_HOLE, *at("F4 G4"))
    missions = RULEBOOK.view(table(sheet(between, *holes)), None).seats[0].missions
    assert MissionView(mission="black_hole", times=1, points=3) in missions


def test_d9_odd_rows_are_shifted_right() -> None:
    assert hexes.sectors_in(hexes.around(hexes.area_of(at("D4")))) == at("C3 D3 C4 E4 C5 D5")
    assert hexes.sectors_in(hexes.around(hexes.area_of(at("D5")))) == at("D4 E4 C5 E5 D6 E6")
    assert hexes.sectors_in(hexes.around(hexes.area_of(at("A0")))) == at("B0 A1")
    assert hexes.sectors_in(hexes.around(hexes.area_of(at("L9")))) == at("K9 L8")
