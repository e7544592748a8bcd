"""The worked examples of the printed book, played through."""

from __future__ import annotations

from service.games.nebula.events import (
    BoostedStarReplaced,
    ChaosAnswered,
    MarkerAdvanced,
    RaceGoalMarked,
    TimeTaken,
    TokenAdvanced,
)
from service.games.nebula.moves import (
    AdvanceToken,
    EndPlacing,
    KeepStars,
    PlaceBlackStar,
    PlaceStar,
    TakeTime,
    TurnToChaos,
)
from service.games.nebula.state import Phase
from tests.games.nebula.build import PACK, area, boosted, box, events, galaxy_of, listed, play, table


def test_time_two_steps_clockwise_three_the_other_way_and_one_clock_left_alone() -> None:
    state = table(
        clusters=(
            "red red white red red red red",
            "blue blue blue blue red blue blue",
            "yellow blue blue blue blue blue blue",
        )
    )
    move = TakeTime((2, -3, 0))
    assert events(state, 1, move, TimeTaken) == [TimeTaken(1, (2, -3, 0), (3, 5, 1), ("white", "red", "yellow"))]
    after = play(state, (1, move))
    assert area(after, 1) == ["red", "yellow", "white"]
    assert [cluster.count(8) for cluster in after.sky.clusters] == [1, 1, 1]


def test_chaos_a_blue_star_for_five_of_which_black_and_red_are_kept() -> None:
    state = table(area={1: "blue blue"}, top="black red yellow white orange")
    assert events(state, 1, TurnToChaos("blue"), ChaosAnswered) == [
        ChaosAnswered(1, "blue", ("black", "red", "yellow", "white", "orange"))
    ]
    drawn = play(state, (1, TurnToChaos("blue")))
    assert drawn.phase is Phase.KEEP
    assert box(drawn) == ["blue"]
    kept = play(drawn, (1, KeepStars(("black", "red"))))
    assert area(kept, 1) == ["red", "blue", "black"]
    assert box(kept) == ["yellow", "white", "blue", "orange"]
    assert kept.phase is Phase.PLACE


def test_placing_white_on_a_dotted_link_and_black_that_replaces_the_boosted_star() -> None:
    """Five stars held, none of the boosted colour: two placements; the marker reaches a glowing cell."""
    state = table(
        phase=Phase.PLACE,
        area={1: "white white violet violet black"},
        galaxy={1: {"3.3": "blue", "2.2": "red", "2.1": "blue", "1.1": "red"}},
        black={1: 2},
        boosted="red",
        top="red violet",
    )
    placed = play(state, (1, PlaceStar("white", "3.1")))
    assert galaxy_of(placed, 1)["3.1"] == "white"
    assert events(placed, 1, PlaceBlackStar(), MarkerAdvanced) == [MarkerAdvanced(1, 3, glowing=True)]
    assert events(placed, 1, PlaceBlackStar(), BoostedStarReplaced) == [BoostedStarReplaced(1, "red", "violet")]
    black = play(placed, (1, PlaceBlackStar()))
    assert black.seats[0].black == 3
    assert boosted(black) == "violet"
    assert box(black) == ["red"]
    assert events(black, 1, AdvanceToken("white"), TokenAdvanced) == [TokenAdvanced(1, "white", 1)]
    after = play(black, (1, AdvanceToken("white")))
    assert after.phase is Phase.PLACE
    assert {move.star for move in listed(after, 1, PlaceStar) if isinstance(move, PlaceStar)} == {"violet"}


def test_a_race_goal_scores_its_upper_value_for_the_first_and_its_lower_for_the_next() -> None:
    galaxy = {"3.3": "red", "2.2": "blue", "2.3": "red", "1.1": "white", "1.2": "yellow", "1.3": "orange"}
    state = table(
        phase=Phase.PLACE,
        area={1: "violet", 2: "violet"},
        galaxy={1: galaxy, 2: galaxy},
        race=("different_orbit_1", "two_of_each", "three_orbits", "all_dotted"),
    )
    place = PlaceStar("violet", "1.4")
    upper, lower = PACK.race_values[PACK.race_ids.index("different_orbit_1")]
    assert events(state, 1, place, RaceGoalMarked) == [RaceGoalMarked(1, "different_orbit_1", upper, first=True)]
    later = play(state, (1, place), (2, TakeTime((5, 0, 0))), (2, place))
    assert events(later, 2, EndPlacing(), RaceGoalMarked) == [
        RaceGoalMarked(2, "different_orbit_1", lower, first=False)
    ]
    assert play(later, (2, EndPlacing())).marks[0] == (1, 2)
