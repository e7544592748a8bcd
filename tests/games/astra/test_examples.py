"""The worked examples of the books, star by star: Taurus observed and discovered by three players.

Robin is seat 1, Matthew seat 2, Dorothy seat 3. Elements = 28 is in test_book_scoring, deck sizes in test_book_setup.
"""

from __future__ import annotations

import pytest

from service.games.astra.moves import Discard, Observe, PickBoon
from service.games.astra.state import AstraState, Turn
from tests.games.astra.build import CARDS, RULEBOOK, boon, legal, marks, play, player, refusal, table

ROBIN, MATTHEW, DOROTHY = 1, 2, 3
HORN_TO_HEAD = Observe("taurus", (0, 1, 2))
LEFT_HORN = Observe("taurus", (3, 4))
NECK_AND_UPPER = Observe("taurus", (5, 6, 7))
LOWER = Observe("taurus", (8, 9))


@pytest.fixture
def untouched() -> AstraState:
    """Robin has a card limit of 3 and two cards already."""
    return (
        table(3)
        .sky("taurus")
        .sky("leo", {ROBIN: tuple(range(8))})
        .player(ROBIN, wisdom=2, active=("orion", "virgo"))
        .deck("lyra")
        .build()
    )


def first_stars(state: AstraState, seat: int) -> set[int]:
    return {move.path[0] for move in legal(state, seat, Observe) if move.card == "taurus"}


def test_the_figure_of_taurus_is_the_one_of_the_books() -> None:
    taurus = CARDS["taurus"]
    assert (taurus.size, taurus.start) == (10, 0)
    joined = {frozenset(line) for line in taurus.lines}
    tail = ((0, 1), (1, 2), (2, 3), (3, 4), (2, 5), (5, 6), (6, 7), (5, 8), (8, 9))
    assert joined == {frozenset(line) for line in tail}


def test_robin_begins_with_the_starting_star_and_spends_3(untouched: AstraState) -> None:
    assert first_stars(untouched, ROBIN) == {0}
    after = play(untouched, (ROBIN, HORN_TO_HEAD))
    assert marks(after, "taurus", ROBIN) == (0, 1, 2)
    assert player(after, ROBIN).stardust == 8 - 3


def test_matthew_has_two_first_stars_and_ends_in_the_left_horn(untouched: AstraState) -> None:
    state = play(untouched, (ROBIN, HORN_TO_HEAD))
    assert first_stars(state, MATTHEW) == {3, 5}
    assert not any(move.path[:2] == (3, 4) and len(move.path) > 2 for move in legal(state, MATTHEW, Observe))
    after = play(state, (MATTHEW, LEFT_HORN))
    assert player(after, MATTHEW).stardust == 8 - 2


def test_dorothy_has_one_first_star_and_ends_in_the_upper_branch(untouched: AstraState) -> None:
    state = play(untouched, (ROBIN, HORN_TO_HEAD), (MATTHEW, LEFT_HORN))
    assert first_stars(state, DOROTHY) == {5}
    assert refusal(state, DOROTHY, Observe("taurus", (5, 6, 7, 8))) == ("broken_path", "star_marking")
    after = play(state, (DOROTHY, NECK_AND_UPPER))
    assert player(after, DOROTHY).stardust == 8 - 3
    assert [marks(after, "taurus", seat) for seat in (1, 2, 3)] == [(0, 1, 2), (3, 4), (5, 6, 7)]


def observed(untouched: AstraState) -> AstraState:
    """Robin marks the last two stars in his next turn."""
    return play(untouched, (ROBIN, HORN_TO_HEAD), (MATTHEW, LEFT_HORN), (DOROTHY, NECK_AND_UPPER), (ROBIN, LOWER))


def test_dorothy_picks_4_fame_first_then_matthew_6_stardust(untouched: AstraState) -> None:
    state = observed(untouched)
    assert RULEBOOK.deciders(state) == (DOROTHY,)
    assert refusal(state, ROBIN, PickBoon(0)) == ("not_your_decision", "turn_order")
    state = play(state, (DOROTHY, PickBoon(0)))
    assert player(state, DOROTHY).fame == 4
    assert RULEBOOK.deciders(state) == (MATTHEW,)
    assert refusal(state, MATTHEW, PickBoon(0)) == ("boon_struck", "picking_boons")
    before = player(state, MATTHEW).stardust
    state = play(state, (MATTHEW, PickBoon(boon("taurus", "stardust"))))
    assert player(state, MATTHEW).stardust == before + 6 == 12
    assert player(state, MATTHEW).pouch == 5


def taken(state: AstraState) -> AstraState:
    return play(state, (DOROTHY, PickBoon(0)), (MATTHEW, PickBoon(boon("taurus", "stardust"))))


def test_robin_takes_taurus_active_as_his_third_card(untouched: AstraState) -> None:
    state = taken(observed(untouched))
    assert player(state, ROBIN).limit == 3
    assert player(state, ROBIN).active == ("orion", "virgo", "taurus")
    assert state.turn == Turn(MATTHEW)


def test_a_fourth_card_makes_robin_discard_down_to_3(untouched: AstraState) -> None:
    state = taken(observed(untouched))
    others = (MATTHEW, Observe("lyra", (0,))), (DOROTHY, Observe("lyra", (1,)))
    state = play(state, *others, (ROBIN, Observe("leo", (8,))))
    assert state.turn.phase == "discard"
    assert legal(state, ROBIN, Discard) == {Discard(card) for card in ("orion", "virgo", "taurus", "leo")}
    after = play(state, (ROBIN, Discard("orion")))
    assert player(after, ROBIN).active == ("virgo", "taurus", "leo")
