"""The order of turns, and how a game ends."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from service.games.base import TurnBegan
from service.games.nebula import RULEBOOK
from service.games.nebula.events import (
    BoostedStarReplaced,
    EndTriggered,
    GameEnded,
    PersonalGoalReached,
    PersonalGoalShown,
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
from service.games.nebula.rules import bag
from service.games.nebula.state import NebulaState, Phase
from service.games.refusals import GAME_OVER
from tests.games.nebula.build import BOARD, dealt, events, play, table
from tests.games.nebula.test_scoring import lawful

NOTHING = TakeTime((1, 3, 1))
NOTHING_AGAIN = TakeTime((1, -3, 1))
"""In the clusters of `barren` these turn every clock before an empty cell."""


def barren(**wishes: Any) -> NebulaState:
    """A round begins, and each clock can be turned before an empty cell."""
    return replace(table(clusters=("- - - - blue red red",) * 3, **wishes), busy=False)


def test_n14_seat_one_begins_each_round_and_the_last_seat_ends_it() -> None:
    state = table(3, phase=Phase.PLACE, area={1: "red"})
    assert events(state, 1, EndPlacing(), TurnBegan) == [TurnBegan(2, 1)]
    state = table(3, phase=Phase.PLACE, seat=3, area={3: "red"})
    assert events(state, 3, EndPlacing(), TurnBegan) == [TurnBegan(1, 2)]


def test_n20_the_end_triggers_once_and_the_round_is_finished() -> None:
    state = table(phase=Phase.PLACE, area={1: "black", 2: "red"}, black={1: 5, 2: 6})
    assert events(state, 1, PlaceBlackStar(), EndTriggered) == [EndTriggered(1, "black_marker")]
    triggered = play(state, (1, PlaceBlackStar()), (1, AdvanceToken("red")))
    assert RULEBOOK.end_reason(triggered) == "black_marker"
    assert RULEBOOK.deciders(triggered) == (2,)
    last = play(triggered, (2, TakeTime((5, 0, 0))))
    assert events(last, 2, EndPlacing(), GameEnded) == [GameEnded(0, "black_marker", 1)]
    assert RULEBOOK.is_over(play(last, (2, EndPlacing())))


def test_n20_a_second_trigger_changes_nothing() -> None:
    state = table(phase=Phase.PLACE, area={1: "black"}, black={1: 5, 2: 6})
    state = replace(state, ending="empty_bag")
    assert events(state, 1, PlaceBlackStar(), EndTriggered) == []
    assert play(state, (1, PlaceBlackStar())).ending == "empty_bag"


def test_n20_triggered_by_the_last_seat_the_game_ends_with_that_turn() -> None:
    state = table(phase=Phase.PLACE, seat=2, area={2: "black"}, black={1: 5, 2: 6})
    over = play(state, (2, PlaceBlackStar()), (2, AdvanceToken("red")))
    assert over.phase is Phase.OVER
    assert RULEBOOK.deciders(over) == ()


def test_three_completed_constellations_end_the_game() -> None:
    three = BOARD.constellations[0] | BOARD.constellations[1] | BOARD.constellations[2]
    cells = tuple(cell for number, cell in enumerate(BOARD.ids) if three & 1 << number)
    galaxy = lawful(cells)
    star = galaxy.pop("1.4")
    state = table(phase=Phase.PLACE, area={1: star}, galaxy={1: galaxy})
    assert not state.ending
    assert events(state, 1, PlaceStar(star, "1.4"), EndTriggered) == [EndTriggered(1, "three_constellations")]


ENOUGH = {
    2: ((2,), (1, 2), (1,), ()),
    3: ((2,), (2, 3), (2, 3), ()),
    4: ((2, 3, 4), (2, 3, 4), (2,), ()),
}
"""One marker short of the end, the goal that seat 1 is about to reach being the first."""


@pytest.mark.parametrize("players", [2, 3, 4])
def test_enough_race_markers_end_the_game(players: int) -> None:
    galaxy = {"3.3": "red", "2.2": "blue", "2.3": "red", "1.1": "white", "1.2": "yellow", "1.3": "orange"}
    state = table(
        players,
        phase=Phase.PLACE,
        area={1: "violet"},
        galaxy={1: galaxy},
        race=("different_orbit_1", "two_of_each", "three_orbits", "all_dotted"),
    )
    move = PlaceStar("violet", "1.4")
    enough = ENOUGH[players]
    assert events(replace(state, marks=enough), 1, move, EndTriggered) == [EndTriggered(1, "race_markers")]
    one_fewer = (enough[0][1:], *enough[1:])
    assert events(replace(state, marks=one_fewer), 1, move, EndTriggered) == []


def test_n25_a_whole_round_without_a_star_taken_was_the_last() -> None:
    one = play(barren(), (1, NOTHING))
    assert one.active == 2
    assert not one.ending
    assert events(one, 2, NOTHING_AGAIN, EndTriggered) == [EndTriggered(2, "standstill")]
    assert events(one, 2, NOTHING_AGAIN, GameEnded) == [GameEnded(0, "standstill", 1)]
    over = play(one, (2, NOTHING_AGAIN))
    assert over.phase is Phase.OVER
    assert over.ending == "standstill"


def test_n25_it_takes_every_seat_of_the_round() -> None:
    state = play(barren(players=3), (1, NOTHING), (2, NOTHING_AGAIN))
    assert not state.ending
    assert play(state, (3, TakeTime((-2, 3, 0)))).ending == "standstill"


def test_n25_one_star_taken_from_the_clusters_keeps_the_game_going() -> None:
    state = play(barren(), (1, NOTHING))
    after = play(state, (2, TakeTime((3, 1, 1))), (2, EndPlacing()))
    assert after.round == 2
    assert not after.ending
    assert not after.busy


def test_n25_a_star_taken_by_chaos_keeps_the_game_going() -> None:
    state = barren(area={1: "red"}, top="blue white blue white blue")
    drawn = play(state, (1, TurnToChaos("red")), (1, KeepStars(("blue", "white"))), (1, EndPlacing()))
    after = play(drawn, (2, NOTHING))
    assert after.round == 2
    assert not after.ending


def test_n25_a_star_taken_in_the_round_before_does_not_count() -> None:
    state = replace(barren(), busy=True)
    second = play(state, (1, NOTHING), (2, NOTHING_AGAIN))
    assert second.round == 2
    assert play(second, (1, TakeTime((-1, 3, 1))), (2, TakeTime((2, -2, -1)))).ending == "standstill"


def test_n25_a_new_boosted_star_does_not_count() -> None:
    state = barren(area={1: "black"}, black={2: 2}, boosted="red", top="blue")
    assert events(play(state, (1, NOTHING)), 1, PlaceBlackStar(), BoostedStarReplaced)
    placed = play(state, (1, NOTHING), (1, PlaceBlackStar()), (1, AdvanceToken("red")))
    assert placed.active == 2
    assert play(placed, (2, NOTHING_AGAIN)).ending == "standstill"


def test_the_view_names_the_last_round_once_the_end_is_triggered() -> None:
    state = table(phase=Phase.PLACE, area={1: "black"}, black={1: 5, 2: 6})
    before = RULEBOOK.view(state, 1)
    assert (before.last_round, before.end_reason, before.active, before.phase) == (None, None, 1, "place")
    triggered = RULEBOOK.view(play(state, (1, PlaceBlackStar()), (1, AdvanceToken("red"))), None)
    assert (triggered.last_round, triggered.end_reason, triggered.active) == (1, "black_marker", 2)


def test_nobody_is_active_before_the_first_turn_and_after_the_last() -> None:
    assert RULEBOOK.view(dealt(2), 1).active is None
    assert RULEBOOK.view(replace(table(), phase=Phase.OVER), 1).active is None


def test_after_the_last_turn_every_seat_shows_its_personal_goal() -> None:
    state = table(phase=Phase.PLACE, seat=2, area={2: "red"}, kept={1: "most_black", 2: "six_red"})
    state = replace(state, ending="empty_bag")
    assert events(state, 2, EndPlacing(), PersonalGoalShown) == [
        PersonalGoalShown(1, "most_black"),
        PersonalGoalShown(2, "six_red"),
    ]
    assert events(state, 2, EndPlacing(), PersonalGoalReached) == [PersonalGoalReached(1, "most_black")]


def test_nothing_can_be_asked_for_after_the_end() -> None:
    over = replace(table(), phase=Phase.OVER)
    assert {reason.refusal for reason in RULEBOOK.explain(over, 1)} == {GAME_OVER}
    assert len(RULEBOOK.explain(over, 1)) == len(RULEBOOK.move_classes)


@pytest.mark.parametrize(("players", "black"), [(2, 30), (3, 25), (4, 20)])
def test_setup_fills_the_clusters_and_deals_goals_and_stars(players: int, black: int) -> None:
    state = dealt(players)
    assert bag.visible_stars(state)[6] + state.sky.bag.count(6) == black
    assert [cluster.count(8) for cluster in state.sky.clusters] == [0, 0, 0]
    assert [sum(each.area) for each in state.seats] == list(range(players))
    assert [len(each.offered) for each in state.seats] == [2] * players
    assert len(state.race) == len(state.advanced) == 4
    assert state.sky.clocks == (0, 0, 0)
    assert state.sky.marker == 0


def test_the_introductory_game_has_no_value_board_and_no_advanced_goals() -> None:
    state = dealt(2, full=False)
    assert not state.tracks
    assert not state.advanced
    assert RULEBOOK.view(state, 1).value_board is None
