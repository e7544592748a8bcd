"""What the strong bot sees in the clusters: each handful of stars once, and what the turn that begins can bring."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from service.games.nebula import RULEBOOK
from service.games.nebula.bots import taking
from service.games.nebula.state import NebulaState, Phase, seat_of
from tests.games.nebula.build import BOARD, play, table
from tests.games.nebula.test_scoring import lawful

REDS = ("red red red red red red red", "red red red red red red red", "red red red red red red -")


def nearly_complete(star_in_reach: bool, seat: int = 1) -> NebulaState:
    """Seat 1 lacks one star of a constellation; it is in a cluster, or nowhere in sight."""
    cells = tuple(cell for number, cell in enumerate(BOARD.ids) if BOARD.constellations[0] & 1 << number)
    galaxy = lawful(cells)
    wanted, other = galaxy.pop("1.1"), galaxy["1.2"]
    cluster = " ".join([wanted if star_in_reach else other, *[other] * 6])
    return table(full=False, seat=seat, galaxy={1: galaxy}, clusters=(cluster, " ".join([other] * 7), "- - - - - - -"))


def foreseen(state: NebulaState, seat: int) -> float:
    return RULEBOOK.foresee(state, seat) - RULEBOOK.evaluate(state, seat)


def test_of_the_ways_to_take_the_same_stars_one_is_tried() -> None:
    assert len(RULEBOOK.worth_trying(table(clusters=REDS), 1)) == 1


def test_a_handful_that_leaves_a_cluster_to_be_filled_is_another_one() -> None:
    state = table(clusters=(*REDS[:2], "red red red - - - -"))
    with_refill, without = sorted(
        RULEBOOK.worth_trying(state, 1), key=lambda move: play(state, (1, move)).sky.clusters[2].count(0)
    )
    assert play(state, (1, with_refill)) != play(state, (1, without))
    assert RULEBOOK.worth_trying(state, 1)[0] == without


def test_chaos_is_tried_with_every_star_that_can_be_returned() -> None:
    state = table(clusters=REDS, area={1: "blue white"})
    assert len(RULEBOOK.worth_trying(state, 1)) == 1 + 2


def test_the_star_that_completes_a_constellation_is_tried_first() -> None:
    state = nearly_complete(star_in_reach=True)
    taken = seat_of(play(state, (1, RULEBOOK.worth_trying(state, 1)[0])), 1).area
    assert taken[state.sky.clusters[0][0]] == 1


def test_what_the_turn_that_begins_can_take_counts_for_its_seat_and_against_the_other() -> None:
    with_star, without = nearly_complete(star_in_reach=True), nearly_complete(star_in_reach=False)
    assert foreseen(with_star, 1) > foreseen(without, 1)
    assert foreseen(with_star, 2) == pytest.approx(-foreseen(with_star, 1))


def test_a_last_turn_counts_in_full() -> None:
    state = replace(nearly_complete(star_in_reach=True), ending="black_marker")
    assert foreseen(state, 1) == pytest.approx(taking.best_handful_value(state))
    assert taking.best_handful_value(state) > 0


def test_nothing_is_foreseen_after_the_end() -> None:
    state = replace(nearly_complete(star_in_reach=True), ending="black_marker", phase=Phase.OVER)
    assert foreseen(state, 1) == 0
