"""The rules of Nim, and what every rulebook promises."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from almagest_nim import RULEBOOK
from almagest_nim.moves import Guess, NimMove, Take
from almagest_nim.refusals import HeapEmpty, OwnCard, WrongNumber
from almagest_nim.state import NimState
from almagest_nim.text import colour_term
from service.games.base import Seat
from service.games.conformance import Conformance
from service.games.refusals import NOT_YOUR_DECISION, IllegalMove, Refusal
from service.games.rng import Rng


class TestNim(Conformance):
    rulebook = RULEBOOK


@pytest.fixture
def start() -> NimState:
    """Two seats, with amber and jade."""
    return replace(RULEBOOK.setup(2, {}, Rng(b"test")), cards=("amber", "jade"))


@pytest.fixture
def last_stone(start: NimState) -> NimState:
    """Seat 1 has taken the last stone."""
    return replace(start, heaps=(0, 0, 0), taken=((3, 0, 5), (0, 4, 0)))


def refusal(state: NimState, seat: Seat, move: NimMove) -> Refusal:
    with pytest.raises(IllegalMove) as refused:
        RULEBOOK.check(state, seat, move)
    return refused.value.refusal


def test_stones_are_taken_from_one_heap_and_the_next_seat_is_active(start: NimState) -> None:
    after = RULEBOOK.apply(start, 1, Take("jade", 3)).state
    assert after.heaps == (3, 1, 5)
    assert after.taken == ((0, 3, 0), (0, 0, 0))
    assert RULEBOOK.deciders(after) == (2,)
    assert refusal(after, 1, Take("jade", 1)) == NOT_YOUR_DECISION


def test_a_round_ends_with_the_last_seat(start: NimState) -> None:
    second = RULEBOOK.apply(start, 1, Take("jade", 1)).state
    third = RULEBOOK.apply(second, 2, Take("jade", 1)).state
    assert (start.round, second.round, third.round) == (1, 1, 2)


@pytest.mark.parametrize("stones", [-1, 0, 4])
def test_one_stone_at_least_and_no_more_than_there_are(start: NimState, stones: int) -> None:
    assert refusal(start, 1, Take("amber", stones)) == WrongNumber(colour_term("amber"), 3)


def test_nothing_is_taken_from_an_empty_heap(start: NimState) -> None:
    assert refusal(replace(start, heaps=(0, 4, 5)), 1, Take("amber", 1)) == HeapEmpty(colour_term("amber"))


def test_who_took_the_last_stone_guesses_a_card_but_not_its_own(last_stone: NimState) -> None:
    assert RULEBOOK.legal_moves(last_stone, 1) == [Guess("jade"), Guess("onyx")]
    assert refusal(last_stone, 1, Guess("amber")) == OwnCard(colour_term("amber"))


def test_a_right_guess_the_last_stone_and_stones_of_the_own_colour_score(last_stone: NimState) -> None:
    right = RULEBOOK.score(RULEBOOK.apply(last_stone, 1, Guess("jade")).state)
    wrong = RULEBOOK.score(RULEBOOK.apply(last_stone, 1, Guess("onyx")).state)
    assert [seat.total for seat in right.seats] == [3 + 3 + 2, 4]
    assert [seat.total for seat in wrong.seats] == [3 + 3, 4]
    assert right.winners == (1,)


def test_cards_are_hidden_from_others_until_the_end(last_stone: NimState) -> None:
    after = RULEBOOK.apply(last_stone, 1, Guess("onyx")).state
    assert [seat.card for seat in RULEBOOK.view(last_stone, 2).seats] == [None, "jade"]
    assert [seat.card for seat in RULEBOOK.view(after, None).seats] == ["amber", "jade"]
