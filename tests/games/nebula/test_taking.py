"""Turn I, the bag, and the personal goals before it."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from service.games.base import Step
from service.games.nebula import RULEBOOK
from service.games.nebula.events import BoostedStarReplaced, BoostedStarStayed, ChaosAnswered, EndTriggered, GoalKept
from service.games.nebula.moves import EndPlacing, KeepGoal, KeepStars, PlaceBlackStar, PlaceStar, TakeTime, TurnToChaos
from service.games.nebula.refusals import (
    BagIsEmpty,
    GoalsBeingChosen,
    GoalsChosen,
    NoSuchStar,
    NotDrawn,
    NotFiveSteps,
    NothingToReturn,
    NotOffered,
)
from service.games.nebula.rules import bag
from service.games.nebula.rules.refill import needs_refill
from service.games.nebula.state import NOT_YET, NebulaState, Phase
from service.games.refusals import Term, WrongPhase
from tests.games.nebula.build import PACK, area, boosted, box, dealt, events, listed, numbers, play, refusal, table


def taken(state: NebulaState, steps: tuple[int, ...]) -> list[str]:
    return area(play(state, (1, TakeTime(steps))), 1)


def test_time_has_every_way_to_spend_five_steps() -> None:
    moves = listed(table(), 1, TakeTime)
    assert len(moves) == 102
    assert all(isinstance(move, TakeTime) and sum(map(abs, move.steps)) == 5 for move in moves)


@pytest.mark.parametrize("steps", [(0, 0, 0), (2, 2, 0), (6, 0, 0), (5,), (1, 1, 1, 2), (3, -3, 0)])
def test_time_spends_exactly_five_steps(steps: tuple[int, ...]) -> None:
    assert refusal(table(), 1, TakeTime(steps)) == NotFiveSteps()


def test_n3_one_star_left_means_at_most_one_and_two_with_two_players() -> None:
    clusters = ["- - - - - - -", "red - - - - - -", "red blue - - - - -", "red blue red - - - -"]
    assert [needs_refill(numbers(cluster), 2) for cluster in clusters] == [True, True, True, False]
    assert [needs_refill(numbers(cluster), 3) for cluster in clusters] == [True, True, False, False]
    assert [needs_refill(numbers(cluster), 4) for cluster in clusters] == [True, True, False, False]


def test_n3_a_refill_that_empties_the_bag_stops_there_and_triggers_the_end() -> None:
    state = table(phase=Phase.PLACE, clusters=("red - - - - - -",) * 3, area={1: "red"}, only="white blue yellow")
    after = play(state, (1, EndPlacing()))
    assert after.sky.clusters[0] == numbers("red white blue yellow - - -")
    assert after.sky.clusters[1] == numbers("red - - - - - -")
    assert after.ending == "empty_bag"


def test_n4_a_clock_before_an_empty_cell_takes_nothing_and_a_still_one_takes_its_star() -> None:
    clusters = ("red - - - - - -", "blue blue blue - - - blue", "yellow yellow yellow - - - -")
    assert taken(table(clusters=clusters), (5, 0, 0)) == ["yellow", "blue"]
    assert taken(table(clusters=clusters), (0, -5, 0)) == ["red", "yellow", "blue"]
    assert taken(table(clusters=("- red red - red red -",) * 3), (0, 0, 5)) == ["red"]


def test_n5_chaos_is_two_decisions_and_the_five_are_public() -> None:
    state = table(area={1: "red"}, top="blue blue white black yellow")
    (event,) = events(state, 1, TurnToChaos("red"), ChaosAnswered)
    assert event.drawn == ("blue", "blue", "white", "black", "yellow")
    drawn = play(state, (1, TurnToChaos("red")))
    assert RULEBOOK.view(drawn, 2).this_turn.drawn == ("blue", "blue", "white", "black", "yellow")
    assert {type(move) for move in RULEBOOK.legal_moves(drawn, 1)} == {KeepStars}
    assert refusal(drawn, 1, TakeTime((5, 0, 0))) == WrongPhase(Term("now.keep"), "N-5")


def test_n5_with_fewer_than_five_in_the_bag_all_are_drawn() -> None:
    state = table(area={1: "red"}, only="blue white black")
    (event,) = events(state, 1, TurnToChaos("red"), ChaosAnswered)
    assert event.drawn == ("blue", "white", "black")


def test_n10_a_boosted_star_of_the_old_colour_goes_back() -> None:
    state = table(phase=Phase.PLACE, area={1: "black"}, black={2: 2}, boosted="red", top="red red blue")
    assert events(state, 1, PlaceBlackStar(), BoostedStarReplaced) == [BoostedStarReplaced(1, "red", "blue")]
    after = play(state, (1, PlaceBlackStar()))
    assert boosted(after) == "blue"
    assert len(after.sky.bag) == len(state.sky.bag) - 1
    assert after.drawn > state.drawn


def test_n10_the_old_boosted_star_stays_when_the_bag_holds_no_other_colour() -> None:
    state = table(phase=Phase.PLACE, area={1: "black"}, black={2: 2}, boosted="red", only="red red")
    assert events(state, 1, PlaceBlackStar(), BoostedStarStayed) == [BoostedStarStayed(1, "red")]
    after = play(state, (1, PlaceBlackStar()))
    assert boosted(after) == "red"
    assert after.sky.bag == state.sky.bag
    assert not after.ending


def test_n10_a_bag_that_contradicts_what_can_be_seen_is_looked_into() -> None:
    state = table(phase=Phase.PLACE, area={1: "black"}, black={2: 2}, boosted="red")
    only_red = replace(state, sky=replace(state.sky, bag=numbers("red red red")))
    assert events(only_red, 1, PlaceBlackStar(), BoostedStarStayed) == [BoostedStarStayed(1, "red")]


def test_n10_a_hidden_bag_gives_the_answer_of_the_open_one() -> None:
    for inside in ("red red", "red blue", "blue"):
        state = table(phase=Phase.PLACE, area={1: "black"}, black={2: 2}, boosted="red", only=inside)
        hidden = RULEBOOK.known(state, 1)
        assert bag.holds_other_than(hidden, 0) == bag.holds_other_than(state, 0) == ("blue" in inside)


def test_n18_chaos_needs_a_star_to_return_and_a_star_to_draw() -> None:
    assert refusal(table(), 1, TurnToChaos("red")) == NothingToReturn()
    assert refusal(table(area={1: "blue"}), 1, TurnToChaos("red")) == NoSuchStar(Term("star.red"))
    assert refusal(table(area={1: "red"}, only=""), 1, TurnToChaos("red")) == BagIsEmpty()
    assert listed(table(area={1: "red red blue"}), 1, TurnToChaos) == [TurnToChaos("red"), TurnToChaos("blue")]


@pytest.mark.parametrize(
    ("drawn", "choices"),
    [
        ("blue blue white", [("blue", "blue"), ("blue", "white")]),
        ("blue white", [("blue", "white")]),
        ("blue", [("blue",)]),
    ],
)
def test_n18_keep_exactly_two_or_all_if_fewer_were_drawn(drawn: str, choices: list[tuple[str, ...]]) -> None:
    state = play(table(area={1: "red"}, only=drawn), (1, TurnToChaos("red")))
    assert set(RULEBOOK.legal_moves(state, 1)) == {KeepStars(stars) for stars in choices}
    assert refusal(state, 1, KeepStars(("red", "red"))) == NotDrawn(len(choices[0]))


def test_n18_two_stars_are_kept_in_any_order() -> None:
    assert KeepStars(("white", "blue")) == KeepStars(("blue", "white"))


def test_n19_clusters_are_refilled_in_order_and_cells_ascending() -> None:
    clusters = ("red - - - - - -", "red red red red - - -", "- - - red - - -")
    state = table(phase=Phase.PLACE, area={1: "red"}, clusters=clusters, top="blue " * 6 + "white " * 6)
    after = play(state, (1, EndPlacing()))
    assert after.sky.clusters == (
        numbers("red blue blue blue blue blue blue"),
        numbers("red red red red - - -"),
        numbers("white white white red white white white"),
    )


@pytest.mark.parametrize(
    "step",
    [
        pytest.param(
            RULEBOOK.apply(table(area={1: "red"}, only="blue white"), 1, TurnToChaos("red")),
            id="chaos",
        ),
        pytest.param(
            RULEBOOK.apply(
                table(phase=Phase.PLACE, area={1: "black"}, black={2: 2}, boosted="red", only="blue"),
                1,
                PlaceBlackStar(),
            ),
            id="boosted star",
        ),
        pytest.param(
            RULEBOOK.apply(
                table(phase=Phase.PLACE, area={1: "red"}, clusters=("red - - - - - -",) * 3, only="blue"),
                1,
                EndPlacing(),
            ),
            id="refill",
        ),
    ],
)
def test_n19_any_draw_that_empties_the_bag_triggers_the_end(step: Step[NebulaState]) -> None:
    assert EndTriggered(1, "empty_bag") in step.events
    assert step.state.ending == "empty_bag"


def test_n21_personal_goals_are_chosen_by_all_at_once_before_the_first_turn() -> None:
    state = dealt(3)
    ids = [[PACK.personal_ids[goal] for goal in each.offered] for each in state.seats]
    assert RULEBOOK.deciders(state) == (1, 2, 3)
    assert refusal(state, 1, TakeTime((5, 0, 0))) == WrongPhase(Term("now.goals"), "N-21")
    assert refusal(state, 1, KeepGoal(ids[1][0])) == NotOffered()
    assert events(state, 2, KeepGoal(ids[1][1]), GoalKept) == [GoalKept(2)]
    chosen = play(state, (2, KeepGoal(ids[1][1])), (3, KeepGoal(ids[2][0])))
    assert RULEBOOK.deciders(chosen) == (1,)
    assert refusal(chosen, 2, KeepGoal(ids[1][0])) == GoalsBeingChosen()
    begun = play(chosen, (1, KeepGoal(ids[0][0])))
    assert RULEBOOK.deciders(begun) == (1,)
    assert begun.phase is Phase.TAKE
    assert refusal(begun, 1, KeepGoal(ids[0][1])) == GoalsChosen()
    assert all(each.kept != NOT_YET for each in begun.seats)


def test_n21_the_kept_goal_is_shown_after_the_end_and_the_other_one_never() -> None:
    state = table(kept={1: "six_red", 2: "six_blue"})
    offered = tuple(PACK.personal_ids[goal] for goal in state.seats[0].offered)
    assert RULEBOOK.view(state, 2).seats[0].goal is None
    over = replace(state, phase=Phase.OVER)
    seen = RULEBOOK.view(over, 2).seats[0]
    assert seen.goal == "six_red"
    assert seen.goals_offered == ()
    assert RULEBOOK.view(over, 1).seats[0].goals_offered == offered


def test_n24_observation_areas_are_public_and_unlimited() -> None:
    state = table(area={1: "red " * 9 + "blue " * 9})
    assert RULEBOOK.view(state, 2).seats[0].area == ("red",) * 9 + ("blue",) * 9
    after = play(state, (1, TakeTime((5, 0, 0))))
    assert len(area(after, 1)) == 21


def test_placing_ends_at_once_when_nothing_was_taken_and_nothing_is_held() -> None:
    state = table(clusters=("- red red red red red -",) * 3)
    moved = play(state, (1, TakeTime((-1, 0, 0 - 4))))
    assert moved.active == 1
    nothing = table(clusters=("- - - - - red red",) * 3)
    assert play(nothing, (1, TakeTime((1, 3, 1)))).active == 2


def test_a_star_taken_is_placed_and_the_rest_stays_in_the_area() -> None:
    state = table(clusters=("red red red red red red red", "blue " * 7, "white " * 7), boosted="black")
    after = play(state, (1, TakeTime((5, 0, 0))), (1, PlaceStar("red", "3.3")), (1, PlaceStar("blue", "2.2")))
    assert area(after, 1) == ["white"]
    assert box(after) == []
    assert after.active == 2
