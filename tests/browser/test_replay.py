"""What the replay tells of a finished game along its moves: rounds, signs, what each seat did, and where it turned."""

from __future__ import annotations

import itertools
import math
from typing import Any

import pytest

from tests.browser.conftest import Arrive
from tests.browser.finished_game import finished_game
from tests.browser.test_axe import fits
from tests.browser.visitor import DRAWN_AGAIN, PATIENCE, Visitor

ANALYSED = "() => document.querySelectorAll('.viewer .turning').length > 0"

SIGNS = """() => {
  const chart = document.querySelector(".curve svg").getBoundingClientRect();
  return [...document.querySelectorAll(".sign")].map((node) => node.getBoundingClientRect())
    .map((box) => [box.x + box.width / 2 - chart.x, box.y + box.height / 2 - chart.y, chart.width, chart.height]);
}"""
"""Where each sign lies in its chart, and how large that is."""

SIGNED = {
    "astra": {"card_gained"},
    "nebula": {"race_goal_marked", "personal_goal_reached"},
    "distant_suns": {"world_reached", "nothing_drawn"},
}
BOARDS = {"astra": 0, "nebula": 3, "distant_suns": 3}
"""Boards that are somebody's: the sky of Astra is everybody's."""
LEADS = "The lead changed hands"


def _read(ada: Visitor, path: str) -> Any:
    return ada.page.request.get(f"{ada.url}/v1/games/{path}").json()


def _watch(ada: Visitor, rulebook: str) -> str:
    """The replay of a game of three bots, at its end."""
    game = finished_game(ada, rulebook, seats=3)
    ada.page.goto(f"{ada.url}/#game={game}&step={_read(ada, game)['version']}")
    ada.page.wait_for_function(ANALYSED, timeout=PATIENCE)
    ada.at(".rounds text").first.wait_for(state="attached")
    return game


def _leaders(points: list[dict[str, Any]]) -> list[int]:
    """Who led alone, one after the other."""
    alone = [each["expected"] for each in points if each["expected"].count(max(each["expected"])) == 1]
    return [seat for seat, _ in itertools.groupby(expected.index(max(expected)) + 1 for expected in alone)]


def _rounds_and_signs_stand_along_the_curves(ada: Visitor, game: str, rulebook: str) -> None:
    events = _read(ada, f"{game}/events?limit=1000")["events"]
    rounds = [int(text.removeprefix("Round ")) for text in ada.at(".rounds text").all_text_contents()]
    assert rounds[0] == 1
    assert rounds == sorted(set(rounds))
    assert rounds[-1] <= max(event["round"] for event in events if event["type"] == "turn_began")
    signed = [event for event in events if event["type"] in SIGNED[rulebook] and event["seat"]]
    places = ada.measure(SIGNS)
    assert 0 < len(places) <= len(signed)
    assert ada.at(".signs-legend > .row").count() == len({event["type"] for event in signed})
    for x, y, width, height in places:
        assert 0 < x < width
        assert 0 < y < height
    for one, other in itertools.combinations(places, 2):
        assert math.dist(one[:2], other[:2]) > 22, "no sign covers another"


def _moments_that_turned_are_told_in_order_and_lead_there(ada: Visitor, game: str) -> None:
    analysis = _read(ada, f"{game}/analysis")
    steps = [int(text) for text in ada.at(".viewer .turning-step").all_inner_texts()]
    assert steps == sorted(set(steps))
    assert {turn["version"] for turn in analysis["turning_points"]} < set(steps)
    gaps = [max(each["expected"]) - min(each["expected"]) for each in analysis["points"]]
    assert gaps.index(max(gaps)) in steps
    ada.sees(".viewer .end-turns", f"{LEADS} {len(_leaders(analysis['points'])) - 1} time")
    ada.at(f"[data-key=turning-{steps[0]}]").click()
    ada.sees(".mini-line", f"Move {steps[0]} of")
    ada.at(f"[data-key=turning-{steps[0]}][aria-current=true]").wait_for()


def _everybody_s_points_are_in_the_header(ada: Visitor, game: str) -> None:
    score = _read(ada, game)["result"]
    totals = {each["seat"]: each["total"] for each in score["seats"]}
    shown = ada.at(".results .pill b").all_inner_texts()
    assert [int(text.replace("−", "-")) for text in shown] == [totals[seat] for seat in sorted(totals)]
    assert ada.at(".results .winner").count() == len(score["winners"])


def _every_board_says_what_was_done_there_last(ada: Visitor) -> None:
    boards = ada.at(".viewer .mini-did").count()
    assert all(ada.at(".viewer .mini-did").all_inner_texts())
    ada.at("[data-key=replay-first]").click()
    ada.sees(".mini-line", "Move 0 of")
    assert ada.at(".viewer .mini-did").all_inner_texts() == [""] * boards


@pytest.mark.parametrize("width", [1440, 390])
def test_a_press_under_way_is_not_lost_when_something_is_told(arrive: Arrive, width: int) -> None:
    ada = arrive(width=width, height=844)
    game = finished_game(ada, "distant_suns")
    ada.page.goto(f"{ada.url}/#game={game}&step=3")
    ada.at("[data-key=replay-next]").wait_for()
    ada.measure(DRAWN_AGAIN)
    button = ada.at("[data-key=replay-next]").bounding_box()
    assert button
    ada.page.mouse.move(button["x"] + 20, button["y"] + 20)
    ada.page.mouse.down()
    ada.measure("dispatchEvent(new Event('resize'))")
    ada.page.mouse.up()
    ada.page.wait_for_function("() => location.hash.endsWith('step=4')")


@pytest.mark.parametrize(("rulebook", "boards"), BOARDS.items())
def test_a_finished_game_is_told_along_its_moves(arrive: Arrive, rulebook: str, boards: int) -> None:
    ada = arrive(width=1440, height=900)
    game = _watch(ada, rulebook)
    fits(ada, rulebook)
    assert ada.at(".viewer .mini-did").count() == boards
    _everybody_s_points_are_in_the_header(ada, game)
    _rounds_and_signs_stand_along_the_curves(ada, game, rulebook)
    _every_board_says_what_was_done_there_last(ada)
    _moments_that_turned_are_told_in_order_and_lead_there(ada, game)
