"""Final scoring, line by line."""

from __future__ import annotations

import msgspec
import pytest

from service.games.astra.printed import SCORING_CARDS
from service.games.astra.state import AstraState, Turn
from tests.games.astra.build import CARDS, RULEBOOK, all_but, score_lines, table


def ended(state: AstraState) -> AstraState:
    return msgspec.structs.replace(state, turn=Turn(1, "over"))


def only_elements(lines: dict[tuple[str, str], int]) -> dict[tuple[str, str], int]:
    return {key: amount for key, amount in lines.items() if key[0].startswith("element")}


def test_fame_gained_in_play_counts() -> None:
    assert score_lines(table(3).player(1, fame=93).build(), 1)["fame", ""] == 93


@pytest.mark.parametrize("pouch", [5, 9, 12])
def test_pouch_size_is_scored(pouch: int) -> None:
    assert score_lines(table(3).player(1, pouch=pouch).build(), 1)["pouch_size", ""] == pouch


@pytest.mark.parametrize(("wisdom", "limit"), [(0, 2), (5, 4), (12, 8)])
def test_the_card_limit_is_scored(wisdom: int, limit: int) -> None:
    assert score_lines(table(3).player(1, wisdom=wisdom).build(), 1)["card_limit", ""] == limit


@pytest.mark.parametrize(("stardust", "fame"), [(0, 0), (2, 0), (3, 1), (8, 2), (9, 3)])
def test_every_third_stardust_is_scored(stardust: int, fame: int) -> None:
    assert score_lines(table(3).player(1, stardust=stardust).build(), 1).get(("stardust", ""), 0) == fame


@pytest.mark.parametrize(
    ("taurus", "leo", "fame"), [((0,), (), 0), ((0,), (0,), 1), ((0, 1, 2), (0,), 2), ((0, 1, 2), (0, 1), 2)]
)
def test_every_second_own_star_is_scored_over_all_undiscovered_cards_together(
    taurus: tuple[int, ...], leo: tuple[int, ...], fame: int
) -> None:
    state = table(3).sky("taurus", {1: taurus, 2: (3, 4)}).sky("leo", {1: leo}).build()
    assert score_lines(state, 1).get(("marked_stars", ""), 0) == fame


def test_stars_of_a_full_card_are_not_scored() -> None:
    state = table(3).sky("taurus", {1: all_but("taurus")}).build()
    assert ("marked_stars", "") not in score_lines(state, 1)


def test_active_cards_score_their_fame_and_exhausted_ones_none() -> None:
    state = table(3).player(1, active=("taurus", "leo"), exhausted=("draco",), wisdom=2).build()
    lines = score_lines(state, 1)
    assert lines["active_card", "taurus"] == CARDS["taurus"].fame
    assert lines["active_card", "leo"] == CARDS["leo"].fame
    assert ("active_card", "draco") not in lines


def test_elements_as_in_the_worked_example_are_28() -> None:
    """Air and fire are premarked; 3 air, 2 earth and 3 water cards: air 4, earth 2, fire 1, water 3."""
    state = (
        table(3)
        .player(
            1,
            scoring=("fire", "air"),
            wisdom=12,
            active=("gemini", "libra", "aquarius", "taurus", "virgo"),
            exhausted=("pisces", "cancer", "scorpius"),
        )
        .build()
    )
    lines = only_elements(score_lines(state, 1))
    assert lines == {
        ("element_row", "air"): 11,
        ("element_row", "earth"): 2,
        ("element_row", "water"): 6,
        ("element_column", "1"): 6,
        ("element_column", "2"): 3,
    }
    assert sum(lines.values()) == 28


@pytest.mark.parametrize(("cards", "fame"), [((), 0), (("leo",), 2), (("leo", "aries"), 6)])
def test_rows_score_0_2_6_and_11(cards: tuple[str, ...], fame: int) -> None:
    state = table(3).player(1, scoring=("fire", "water"), active=cards).build()
    assert score_lines(state, 1).get(("element_row", "fire"), 0) == fame


def test_at_most_four_marks_go_into_a_row() -> None:
    fire = ("leo", "aries", "sagittarius", "orion", "ara", "hercules")
    state = table(3).player(1, scoring=("fire", "water"), active=fire, wisdom=12).build()
    assert only_elements(score_lines(state, 1)) == {("element_row", "fire"): 11}


def test_four_marks_in_a_column_score_6() -> None:
    cards = ("leo", "aries", "pisces", "cancer", "gemini", "libra", "taurus", "virgo")
    state = table(3).player(1, scoring=("fire", "water"), active=cards, wisdom=12).build()
    assert only_elements(score_lines(state, 1)) == {
        ("element_row", "fire"): 6,
        ("element_row", "water"): 6,
        ("element_row", "air"): 2,
        ("element_row", "earth"): 2,
        ("element_column", "1"): 6,
        ("element_column", "2"): 6,
    }


def test_three_marks_in_a_column_score_3() -> None:
    state = table(3).player(1, scoring=("fire", "water"), active=("gemini",)).build()
    assert only_elements(score_lines(state, 1)) == {("element_column", "1"): 3}


@pytest.mark.parametrize("pair", SCORING_CARDS)
def test_a_scoring_card_premarks_two_elements_once(pair: tuple[str, str]) -> None:
    """With one card of each element the premarked rows have two marks, the others one."""
    cards = ("leo", "pisces", "gemini", "taurus")
    state = table(3).player(1, scoring=pair, active=cards, wisdom=4).build()
    assert only_elements(score_lines(state, 1)) == {
        ("element_row", pair[0]): 2,
        ("element_row", pair[1]): 2,
        ("element_column", "1"): 6,
    }


def test_the_most_fame_wins() -> None:
    state = ended(table(3).player(2, fame=50).build())
    assert RULEBOOK.score(state).winners == (2,)


def test_ties_share_the_victory() -> None:
    state = ended(table(3).player(1, fame=50).player(2, fame=10).player(3, fame=50).build())
    assert RULEBOOK.score(state).winners == (1, 3)


def test_scoring_cards_are_turned_up_at_the_end() -> None:
    state = table(3).build()
    assert [seat.scoring_card for seat in RULEBOOK.view(state, None).seats] == [None] * 3
    shown = [seat.scoring_card for seat in RULEBOOK.view(ended(state), None).seats]
    assert shown == [SCORING_CARDS[me.scoring] for me in state.seats]
