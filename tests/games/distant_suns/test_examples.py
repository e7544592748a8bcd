"""The worked examples of the book."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from service.games.distant_suns import RULEBOOK
from service.games.distant_suns.events import UpgradeGained
from service.games.distant_suns.hexes import sectors_in
from service.games.distant_suns.moves import Assign
from service.games.distant_suns.printed import MissionId
from service.games.distant_suns.rules.missions import points
from service.games.distant_suns.rules.turns import end_turn
from service.games.distant_suns.state import DistantSunsState, Module
from tests.games.distant_suns.invariants import neighbours
from tests.games.distant_suns.tables import (
    ALIENS,
    AURORA,
    BLACK_HOLE,
    BLANK,
    CLASSIC,
    COMET,
    LIGHTNING,
    MOON,
    SERPENT,
    STAR,
    UPGRADES,
    assigned,
    at,
    drawing,
    draws_of,
    finish_turn,
    moves_of,
    play,
    settle,
    sheet,
    table,
)


def mission(state: DistantSunsState, name: str) -> tuple[int, int]:
    row = next(row for row in RULEBOOK.view(state, None).seats[0].missions if row.mission == name)
    return row.times, row.points


@pytest.mark.parametrize(("times", "expected"), [(0, 0), (1, 3), (2, 6), (3, 10), (4, 15), (5, 20), (6, 25), (8, 35)])
def test_mission_points(times: int, expected: int) -> None:
    assert points(times) == expected


def test_three_aliens_give_ten() -> None:
    with_the_right_shape, with_another = drawing(MOON, *ALIENS[:3]), drawing(STAR, ALIENS[3])
    assert mission(table(sheet(with_the_right_shape, with_another)), "aliens") == (3, 10)


def test_four_upgrades_give_fifteen() -> None:
    assert mission(table(sheet(drawing(STAR, *UPGRADES[:4]))), "upgrades") == (4, 15)


def test_each_treasure_is_counted_once() -> None:
    beside = sectors_in(CLASSIC.treasures[0].near)
    assert mission(table(sheet(drawing(LIGHTNING, *beside[:2]), drawing(LIGHTNING, beside[2]))), "treasures") == (1, 3)


def test_only_the_largest_group_counts() -> None:
    three = drawing(COMET, *at("C4")), drawing(COMET, *at("D4")), drawing(COMET, *at("E4"))
    two = drawing(COMET, *at("I6")), drawing(COMET, *at("J6"))
    bridge = drawing(MOON, *at("F4 G4 H4 H5 I5"))
    assert mission(table(sheet(*three, *two, bridge)), "group") == (3, 10)


def test_three_shapes_beside_a_black_hole_give_ten() -> None:
    hole = drawing(BLACK_HOLE, *at("E6"))
    beside = [drawing(SERPENT, *at(name)) for name in ("D6", "F6", "E7")]
    elsewhere = drawing(SERPENT, *at("I6"))
    assert mission(table(sheet(hole, *beside, elsewhere)), "black_hole") == (3, 10)


def test_without_a_black_hole_its_mission_gives_nothing() -> None:
    assert mission(table(sheet(drawing(SERPENT, *at("D6")), drawing(SERPENT, *at("E6")))), "black_hole") == (0, 0)


def test_the_fifth_module_does_not_fit() -> None:
    """Two modules on each side, with a gap beside each: no free pair is left after the fourth turn."""
    state = table()
    for side, position in ((1, 2), (2, 2), (1, 5), (2, 5)):
        state = finish_turn(play(settle(state, state.active), state.active, Assign(side, position)))
    assert (state.round, state.turns) == (2, 4)


def test_the_fifth_module_fits_when_one_pair_is_left() -> None:
    pairs = (Module(1, 2, 3), Module(1, 5, 6), Module(2, 1, 2), Module(2, 5, 6))
    assert moves_of(table(modules=pairs, turns=4), 1) == [Assign(2, 3), Assign(2, 3, flipped=True)]


def test_a_moon_for_yourself_and_lightning_for_the_others() -> None:
    """The active player covers an upgrade with the shape whose mission counts upgrades."""
    beside = next(near for near in sorted(neighbours(UPGRADES[0])) if near in BLANK)
    board = ("moon", "lightning", "star", "comet", "serpent", "black_hole")
    missions: tuple[MissionId, ...] = ("upgrades", "aliens", "treasures", "group", "black_hole")
    state = assigned(table(sheet(drawing(COMET, beside)), shapes=board, missions=missions), own=1, others=2)
    assert [seat.to_draw for seat in RULEBOOK.view(state, None).seats] == ["moon", "lightning"]

    covering = next(draw for draw in draws_of(state, 1) if UPGRADES[0] in draw.sectors)
    step = RULEBOOK.apply(play(state, 1, covering), 2, draws_of(state, 2)[0])
    assert UpgradeGained(1, UPGRADES[0]) in step.events
    assert mission(step.state, "upgrades") == (1, 3)


def test_the_first_to_reach_a_world_gets_more_and_so_do_all_of_the_same_turn() -> None:
    near = bytes(sectors_in(AURORA.near & CLASSIC.drawable)[:1])
    together = _reach(table(players=3), near, near, b"")
    assert [one.worlds[0] for one in together.sheets] == [AURORA.first, AURORA.first, 0]

    first = _reach(table(players=3), near, b"", b"")
    followed = _reach(first, b"", near, near)
    assert [one.worlds[0] for one in followed.sheets] == [AURORA.first, AURORA.later, AURORA.later]


def _reach(state: DistantSunsState, *seals: bytes) -> DistantSunsState:
    """A turn in which these sectors are drawn."""
    return end_turn(_sealed(assigned(settle(state, state.active), MOON, STAR, side=1 + state.turns % 2), seals)).state


def _sealed(state: DistantSunsState, seals: tuple[bytes, ...]) -> DistantSunsState:
    return replace(state, seals=seals)
