"""Action phase: Observe, its star marking rules and each way to be refused. Taurus is the figure of the books.

0 - 1 - 2 - 3 - 4          horn to head, then the left horn; 3 and 7 are grand
        2 - 5 - 6 - 7      neck and upper branch
            5 - 8 - 9      lower branch
"""

from __future__ import annotations

import pytest

from service.games.astra.events import StarsMarked, WisdomGained
from service.games.astra.moves import EndTurn, Observe, Rest
from service.games.astra.state import Turn
from tests.games.astra.build import RULEBOOK, all_but, events, legal, marks, play, player, reasons, refusal, table


def paths(moves: set[Observe]) -> set[tuple[int, ...]]:
    return {move.path for move in moves if move.card == "taurus"}


def test_each_star_costs_a_stardust() -> None:
    state = table(3).sky("taurus").player(1, stardust=8).build()
    after = play(state, (1, Observe("taurus", (0, 1, 2))))
    assert player(after, 1).stardust == 5
    assert marks(after, "taurus", 1) == (0, 1, 2)
    assert events(state, 1, Observe("taurus", (0, 1, 2)), StarsMarked) == [StarsMarked(1, "taurus", (0, 1, 2), 3, 0)]


def test_an_untouched_card_begins_with_its_starting_star() -> None:
    state = table(3).sky("taurus").build()
    assert {path[0] for path in paths(legal(state, 1, Observe))} == {0}
    assert refusal(state, 1, Observe("taurus", (1,))) == ("wrong_first_star", "star_marking")


def test_else_the_first_star_is_unmarked_and_adjacent_to_any_marked_one() -> None:
    state = table(3).sky("taurus", {2: (0, 1, 2)}).build()
    assert {path[0] for path in paths(legal(state, 1, Observe))} == {3, 5}
    assert refusal(state, 1, Observe("taurus", (4,))) == ("wrong_first_star", "star_marking")
    assert refusal(state, 1, Observe("taurus", (2,))) == ("wrong_first_star", "star_marking")


@pytest.mark.parametrize("star", [-1, 10, 99])
def test_there_is_no_such_star(star: int) -> None:
    state = table(3).sky("taurus").build()
    assert refusal(state, 1, Observe("taurus", (star,))) == ("wrong_first_star", "star_marking")
    assert refusal(state, 1, Observe("taurus", (0, star))) == ("broken_path", "star_marking")


def test_every_next_star_is_adjacent_to_the_one_just_marked() -> None:
    state = table(3).sky("taurus", {2: (0, 1)}).build()
    for broken in ((2, 4), (2, 3, 5), (2, 5, 6, 8), (2, 1), (2, 2), (2, 3, 2)):
        assert refusal(state, 1, Observe("taurus", broken)) == ("broken_path", "star_marking")
    assert paths(legal(state, 1, Observe)) == {
        (2,),
        (2, 3),
        (2, 3, 4),
        (2, 5),
        (2, 5, 6),
        (2, 5, 6, 7),
        (2, 5, 8),
        (2, 5, 8, 9),
    }


def test_at_least_one_star_is_marked() -> None:
    state = table(3).sky("taurus").build()
    assert refusal(state, 1, Observe("taurus", ())) == ("empty_path", "observe")


def test_a_marked_star_blocks_the_path() -> None:
    state = table(3).sky("taurus", {1: (0, 1, 2, 5, 6, 8)}).build()
    assert paths(legal(state, 1, Observe)) == {(3,), (3, 4), (7,), (9,)}


def test_the_path_is_no_longer_than_the_stardust() -> None:
    state = table(3).sky("taurus").player(1, stardust=2).build()
    assert paths(legal(state, 1, Observe)) == {(0,), (0, 1)}
    assert refusal(state, 1, Observe("taurus", (0, 1, 2))) == ("not_enough_stardust", "observe")


def test_without_stardust_there_is_no_observe() -> None:
    state = table(3).sky("taurus").player(1, stardust=0, telescopes=3).build()
    assert refusal(state, 1, Observe("taurus", (0,))) == ("no_stardust", "A-20")
    assert reasons(state, 1)["observe"] == ("no_stardust", "A-20")


def test_the_card_has_to_be_laid_out() -> None:
    state = table(3).sky("taurus").player(2, active=("leo",)).build()
    for card in ("leo", state.deck[0], state.discard[0], "nothing", ""):
        assert refusal(state, 1, Observe(card, (0,))) == ("card_not_laid_out", "star_marking")


def test_a_full_card_cannot_be_observed() -> None:
    state = table(3).sky("taurus", {1: all_but("taurus")}).build()
    assert refusal(state, 1, Observe("taurus", (9,))) == ("already_discovered", "A-1")


def test_the_first_observe_costs_no_telescope_and_each_further_one_costs_one() -> None:
    state = table(3).sky("taurus").sky("leo").player(1, telescopes=2).build()
    first = play(state, (1, Observe("taurus", (0, 1))))
    assert player(first, 1).telescopes == 2
    assert RULEBOOK.view(first, 2).turn.observes == 1
    second = play(first, (1, Observe("leo", (0,))))
    assert player(second, 1).telescopes == 1
    assert events(first, 1, Observe("leo", (0,)), StarsMarked) == [StarsMarked(1, "leo", (0,), 1, 1)]
    third = play(second, (1, Observe("taurus", (2,))))
    assert player(third, 1).telescopes == 0
    assert third.turn == Turn(2)


def test_a_further_observe_may_begin_anywhere_next_to_a_mark_of_the_same_card() -> None:
    state = table(3).sky("taurus", {2: (0, 1)}).player(1, telescopes=1).build()
    dead_end = play(state, (1, Observe("taurus", (2, 3, 4))))
    assert paths(legal(dead_end, 1, Observe)) == {(5,), (5, 6), (5, 6, 7), (5, 8), (5, 8, 9)}


def test_without_a_telescope_the_action_phase_is_over_after_one_observe() -> None:
    state = table(3).sky("taurus").player(1, telescopes=0).build()
    after = play(state, (1, Observe("taurus", (0,))))
    assert after.turn == Turn(2)
    assert refusal(after, 1, Observe("taurus", (1,))) == ("not_your_decision", "turn_order")


def test_without_stardust_left_the_action_phase_is_over_too() -> None:
    state = table(3).sky("taurus").player(1, stardust=2, telescopes=1).build()
    assert play(state, (1, Observe("taurus", (0, 1)))).turn == Turn(2)


def test_a_player_may_stop_with_telescopes_and_stardust_left() -> None:
    state = table(3).sky("taurus").player(1, telescopes=1).build()
    observed = play(state, (1, Observe("taurus", (0,))))
    ended = play(observed, (1, EndTurn()))
    assert ended.turn == Turn(2)
    assert (player(ended, 1).telescopes, player(ended, 1).stardust) == (1, 7)


def test_no_rest_after_an_observe() -> None:
    state = table(3).sky("taurus").player(1, telescopes=1).build()
    observed = play(state, (1, Observe("taurus", (0,))))
    assert refusal(observed, 1, Rest()) == ("already_observed", "action_phase")
    assert reasons(observed, 1)["rest"] == ("already_observed", "action_phase")


def test_no_observe_after_a_rest() -> None:
    three = table(3).sky("taurus").player(1, telescopes=3).build()
    assert refusal(play(three, (1, Rest())), 1, Observe("taurus", (0,))) == ("not_your_decision", "turn_order")
    two = table(2).sky("taurus").player(1, telescopes=3).build()
    assert refusal(play(two, (1, Rest())), 1, Observe("taurus", (0,))) == ("wrong_phase", "A-13")


def test_a_grand_star_gives_a_wisdom_to_whoever_marks_it() -> None:
    state = table(3).sky("taurus", {2: (0, 1)}).build()
    without, with_grand = Observe("taurus", (2, 5)), Observe("taurus", (2, 3))
    assert player(play(state, (1, without)), 1).wisdom == 0
    assert player(play(state, (1, with_grand)), 1).wisdom == 1
    assert player(play(state, (1, with_grand)), 2).wisdom == 0
    assert events(state, 1, with_grand, WisdomGained) == [WisdomGained(1, 1)]


def test_every_grand_star_of_a_path_gives_a_wisdom() -> None:
    state = table(3).sky("orion", {2: (0,)}).build()
    assert player(play(state, (1, Observe("orion", (1, 2, 3)))), 1).wisdom == 2


def test_wisdom_beyond_the_track_is_lost() -> None:
    state = table(3).sky("taurus", {2: (0, 1, 2)}).player(1, wisdom=12).build()
    after = play(state, (1, Observe("taurus", (3,))))
    assert player(after, 1).wisdom == 12
    assert events(state, 1, Observe("taurus", (3,)), WisdomGained) == []


def test_observing_is_only_for_the_player_of_the_turn() -> None:
    state = table(3).sky("taurus").turn(2).build()
    assert legal(state, 1, Observe) == set()
    assert refusal(state, 1, Observe("taurus", (0,))) == ("not_your_decision", "turn_order")
    assert Observe("taurus", (0,)) in RULEBOOK.legal_moves(state, 2)
