"""Goals, ranks and ledgers."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from service.games.base import Line
from service.games.nebula import RULEBOOK
from service.games.nebula.moves import PlaceStar, ReplaceStar, TakeTime
from service.games.nebula.state import Phase
from tests.games.nebula.build import BOARD, PACK, Galaxy, lines, masks, play, table, track

NO_RACE = ("three_orbits", "two_of_each", "all_dotted", "beside_glowing")


def missing(goal: str, galaxy: Galaxy) -> int:
    return PACK.race[PACK.race_ids.index(goal)](masks(galaxy))


def is_personal(goal: str, galaxy: Galaxy, black: int = 0, rivals: int = 0) -> bool:
    return PACK.personal[PACK.personal_ids.index(goal)](masks(galaxy), black, rivals) == 0


def times(goal: str, galaxy: Galaxy, marks: int = 0) -> int:
    return PACK.advanced[PACK.advanced_ids.index(goal)](masks(galaxy), marks)


def filled(*cells: str, star: str = "red") -> dict[str, str]:
    return dict.fromkeys(cells, star)


def cells_of(name: str) -> list[str]:
    mask = BOARD.constellations[BOARD.constellation_ids.index(name)]
    return [cell for number, cell in enumerate(BOARD.ids) if mask & 1 << number]


def test_n6_a_mark_stays_whatever_is_replaced_later() -> None:
    galaxy = {"3.3": "red", "2.2": "blue", "2.3": "red", "1.1": "white", "1.2": "yellow", "1.3": "orange"}
    state = table(
        phase=Phase.PLACE,
        area={1: "violet"},
        galaxy={1: galaxy},
        race=("different_orbit_1", *NO_RACE[:3]),
    )
    marked = play(state, (1, PlaceStar("violet", "1.4")))
    assert marked.marks[0] == (1,)
    again = table(phase=Phase.PLACE, area={1: "yellow"}, galaxy={1: {**galaxy, "1.4": "violet"}})
    again = replace(again, race=marked.race, marks=marked.marks)
    spoilt = play(again, (1, ReplaceStar("yellow", "1.4")))
    assert missing("different_orbit_1", {**galaxy, "1.4": "yellow"}) == 1
    assert spoilt.marks[0] == (1,)
    assert [line.source for line in lines(spoilt, 1, "race_goal")] == ["different_orbit_1"]


def test_n12_connected_colours_are_matched_each_star_once() -> None:
    chain = {"1.1": "red", "1.2": "blue", "1.3": "red", "1.4": "blue"}
    assert times("pair_red_blue", chain) == 2
    assert times("pair_red_blue", {"3.3": "red", "2.2": "blue", "4.3": "blue", "3.2": "blue"}) == 1
    greedy_trap = {"1.2": "red", "1.1": "blue", "1.3": "blue", "2.3": "red", "2.2": "white"}
    assert times("pair_red_blue", greedy_trap) == 2
    assert times("pair_red_blue", {"1.1": "red", "5.1": "blue"}) == 0


def test_n13_each_glowing_star_of_the_most_frequent_glowing_colour() -> None:
    assert times("most_glowing", {"3.3": "red", "1.2": "blue", "2.3": "blue", "4.2": "blue", "1.1": "red"}) == 3
    assert times("most_glowing", {"1.1": "red"}) == 0


@pytest.mark.parametrize(
    "pair", [("lambda", "upsilon"), ("upsilon", "diamond"), ("diamond", "sigma"), ("sigma", "lambda")]
)
def test_n15_all_four_side_by_side_pairs_are_neighbours(pair: tuple[str, str]) -> None:
    both = filled(*cells_of(pair[0]), *cells_of(pair[1]))
    assert missing("neighbouring_constellations", both) == 0
    assert missing("opposite_constellations", both) > 0


@pytest.mark.parametrize("pair", [("lambda", "diamond"), ("upsilon", "sigma")])
def test_opposite_constellations(pair: tuple[str, str]) -> None:
    both = filled(*cells_of(pair[0]), *cells_of(pair[1]))
    assert missing("opposite_constellations", both) == 0
    assert missing("neighbouring_constellations", both) > 0


def test_n22_empty_cells_are_those_of_the_galaxy() -> None:
    assert is_personal("few_empty", filled(*BOARD.ids[:17]))
    assert not is_personal("few_empty", filled(*BOARD.ids[:16]), black=7)


def test_n22_a_tie_for_most_black_stars_counts_even_at_zero() -> None:
    assert is_personal("most_black", {}, black=0, rivals=0)
    assert is_personal("most_black", {}, black=3, rivals=3)
    assert not is_personal("most_black", {}, black=2, rivals=3)
    state = replace(table(kept={1: "most_black", 2: "six_blue"}), phase=Phase.OVER)
    assert lines(state, 1, "personal_goal") == [Line("personal_goal", 14, "most_black")]
    assert lines(state, 2, "personal_goal") == []


def test_n23_surrounded_glowing_cells_leave_the_centre_out_and_may_be_empty() -> None:
    halo = ("1.1", "1.3", "2.2")
    assert times("surrounded", filled(*halo)) == 1
    assert times("surrounded", filled(*halo, "1.2")) == 1
    assert times("surrounded", filled("1.1", "1.3")) == 0
    assert times("surrounded", filled("2.2", "4.3", "3.2", "3.4")) == 0, "the centre is left out"
    assert times("surrounded", filled(*BOARD.ids)) == 4


def test_n23_beside_a_glowing_cell_leaves_the_centre_out() -> None:
    assert times("beside_red", filled("1.1", "1.3", "3.2", "3.4")) == 2
    eight = ("1.1", "1.3", "2.2", "2.4", "4.1", "4.3", "5.2", "5.4")
    assert times("beside_red", filled(*eight)) == 8
    assert missing("beside_glowing", filled(*eight)) == 0
    assert missing("beside_glowing", filled(*eight[1:], "3.2")) == 1


@pytest.mark.parametrize(
    ("colours", "lacks"),
    [
        ("red blue white red blue white", 0),
        ("red blue red blue red blue", 1),
        ("red blue white yellow red blue", 1),
        ("red blue white red blue", 1),
    ],
)
def test_n23_exactly_three_colours_ask_for_a_full_constellation(colours: str, lacks: int) -> None:
    galaxy = dict(zip(cells_of("lambda"), colours.split(), strict=False))
    assert missing("three_colours_lambda", galaxy) == lacks


def test_n23_exactly_three_colours_ask_for_a_full_orbit() -> None:
    orbit = ("3.1", "3.2", "3.3", "3.4", "3.5")
    assert missing("three_colours_orbit_3", dict(zip(orbit, ["red", "blue", "white", "red", "blue"], strict=True))) == 0
    assert missing("three_colours_orbit_3", dict(zip(orbit, ["red", "blue", "white", "red"], strict=False))) == 1


def test_n23_all_different_asks_for_a_full_orbit() -> None:
    orbit = ("1.1", "1.2", "1.3", "1.4")
    assert missing("different_orbit_1", dict(zip(orbit, ["red", "blue", "white", "yellow"], strict=True))) == 0
    assert missing("different_orbit_1", dict(zip(orbit, ["red", "blue", "white", "red"], strict=True))) == 1
    assert missing("different_orbit_1", dict(zip(orbit, ["red", "blue", "white"], strict=False))) == 1


def test_n24_what_is_left_in_the_area_scores_nothing() -> None:
    bare = table(kept={1: "six_red", 2: "six_blue"})
    held = table(kept={1: "six_red", 2: "six_blue"}, area={1: "red " * 6 + "black " * 5})
    assert RULEBOOK.score(held) == RULEBOOK.score(bare)


def test_n24_colours_ranked_four_to_six_score_nothing() -> None:
    ranking = (5, 4, 3, 2, 1, 0)
    galaxy = {"3.3": "orange", "2.2": "blue", "4.3": "white", "3.2": "yellow", "3.4": "violet", "3.1": "red"}
    tracks = (track(ranking), track((0, 1, 2, 3)), track((0, 1, 2, 3)))
    state = table(galaxy={1: galaxy}, tracks=tracks)
    assert lines(state, 1, "stars") == [Line("stars", 3, "orange"), Line("stars", 2, "blue"), Line("stars", 1, "white")]


def test_n24_the_advanced_goal_ranked_fourth_scores_nothing() -> None:
    tracks = (track((0, 1, 2, 3, 4, 5)), track((0, 1, 2, 3)), track((3, 2, 1, 0)))
    advanced = ("orbits_red", "orbits_blue", "orbits_white", "orbits_yellow")
    galaxy = {"3.3": "red", "2.2": "blue", "2.3": "white", "3.2": "yellow", "3.4": "blue"}
    state = table(galaxy={1: galaxy}, tracks=tracks, advanced=advanced)
    assert lines(state, 1, "advanced_goal") == [
        Line("advanced_goal", 4, "orbits_yellow"),
        Line("advanced_goal", 3, "orbits_white"),
        Line("advanced_goal", 4, "orbits_blue"),
    ]


def test_n24_completed_constellations_score_by_rank_and_the_fourth_six() -> None:
    full = table(
        galaxy={1: lawful(BOARD.ids)}, tracks=(track((0, 1, 2, 3, 4, 5)), track((2, 0, 3, 1)), track((0, 1, 2, 3)))
    )
    assert {line.source: line.amount for line in lines(full, 1, "constellation")} == {
        "sigma": 14,
        "lambda": 12,
        "diamond": 10,
        "upsilon": 6,
    }


def test_introductory_constellations_score_six_each_and_nothing_else_of_the_value_board() -> None:
    state = table(full=False, galaxy={1: lawful(BOARD.ids)}, kept={1: "six_red", 2: "six_blue"})
    assert [line.amount for line in lines(state, 1, "constellation")] == [6, 6, 6, 6]
    assert {line.rule for line in RULEBOOK.score(state).seats[0].lines} <= {"constellation", "personal_goal"}


def lawful(cells: tuple[str, ...]) -> dict[str, str]:
    """The cells filled so that connected ones differ."""
    galaxy: dict[str, str] = {}
    for cell in cells:
        near = BOARD.neighbours[BOARD.numbers[cell]]
        used = {star for other, star in galaxy.items() if near & 1 << BOARD.numbers[other]}
        galaxy[cell] = next(star for star in ("red", "blue", "white", "yellow") if star not in used)
    return galaxy


@pytest.mark.parametrize(("black", "points"), [(1, 1), (2, 2), (3, 4), (4, 7), (5, 11), (6, 16), (7, 22)])
def test_the_black_track_scores_its_last_filled_cell(black: int, points: int) -> None:
    assert lines(table(black={1: black}), 1, "black_track") == [Line("black_track", points)]


def test_a_personal_goal_scores_fourteen() -> None:
    galaxy = {"3.3": "red", "1.2": "red", "2.3": "red", "4.2": "red", "2.2": "blue", "4.3": "blue"}
    state = table(galaxy={1: galaxy}, kept={1: "glowing_red", 2: "six_blue"})
    assert lines(state, 1, "personal_goal") == [Line("personal_goal", 14, "glowing_red")]


@pytest.mark.parametrize(
    ("goal", "galaxy", "reached"),
    [
        ("dotted_red", filled("1.1", "3.2", "1.4", "5.4"), True),
        ("dotted_red", filled("1.1", "3.1", "1.4", "5.4"), False),
        ("dotted_red", filled("1.1", "3.2", "1.4", "5.4", star="blue"), False),
        ("glowing_red", filled("1.2", "2.3", "4.2", "5.3"), True),
        ("glowing_red", filled("3.3", "1.2", "2.3", "4.2"), True),
        ("glowing_red", filled("3.3", "1.2", "2.3", "1.1"), False),
        ("six_red", filled("1.1", "1.3", "3.2", "3.4", "5.1", "5.3"), True),
        ("six_red", filled("1.1", "1.3", "3.2", "3.4", "5.1"), False),
    ],
)
def test_personal_goals(goal: str, galaxy: dict[str, str], reached: bool) -> None:
    assert is_personal(goal, galaxy) == reached


@pytest.mark.parametrize(
    ("goal", "galaxy", "lacks"),
    [
        ("two_of_each", {}, 12),
        ("two_of_each", filled("1.1", "1.3", "1.4"), 10),
        ("twice_in_three_red", filled("3.3", "1.1", "5.1", "1.3"), 0),
        ("twice_in_three_red", filled("3.3", "1.1", "5.1"), 1),
        ("three_orbits", filled(*(cell for cell in BOARD.ids if cell[0] in "234")), 0),
        ("three_orbits", filled(*(cell for cell in BOARD.ids if cell[0] in "124")), 5),
        ("all_dotted", filled("1.1", "3.1", "5.1", "3.2", "1.4", "3.4", "5.4", "3.5"), 0),
        ("all_dotted", filled("1.1", "3.1", "5.1", "3.2", "1.4", "3.4", "5.4"), 1),
    ],
)
def test_race_goals(goal: str, galaxy: dict[str, str], lacks: int) -> None:
    assert missing(goal, galaxy) == lacks


def test_advanced_goals() -> None:
    assert times("race_goals", {}, marks=3) == 3
    assert times("orbits_red", filled("1.1", "1.3", "3.3", "5.1")) == 3
    assert times("orbits_red", filled("1.1", star="blue")) == 0


@pytest.mark.parametrize(("black", "winners"), [({1: 1, 2: 2}, (2,)), ({1: 1, 2: 1}, (1, 2))])
def test_ties_go_to_more_black_stars_and_are_shared_else(black: dict[int, int], winners: tuple[int, ...]) -> None:
    """Two black stars are worth one point more than one; one star of the third colour makes up for it."""
    galaxy = {1: {"3.3": "yellow"}} if black[1] != black[2] else {}
    tracks = (track((0, 1, 2, 3, 4, 5)), track((0, 1, 2, 3)), track((0, 1, 2, 3)))
    state = table(
        galaxy=galaxy,
        black=black,
        kept={1: "six_red", 2: "six_blue"},
        tracks=tracks,
        advanced=("pair_red_blue", "pair_red_white", "pair_red_orange", "pair_white_blue"),
    )
    score = RULEBOOK.score(replace(state, phase=Phase.OVER))
    assert score.seats[0].total == score.seats[1].total
    assert score.winners == winners


def test_only_the_own_goals_are_checked_at_the_end_of_a_turn() -> None:
    galaxy = {
        "3.3": "red",
        "2.2": "blue",
        "2.3": "red",
        "1.1": "white",
        "1.2": "yellow",
        "1.3": "orange",
        "1.4": "violet",
    }
    state = table(galaxy={2: galaxy}, race=("different_orbit_1", *NO_RACE[:3]), clusters=("- - - - - red red",) * 3)
    assert play(state, (1, TakeTime((1, 3, 1)))).marks[0] == ()
