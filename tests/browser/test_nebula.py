"""Nebula by mouse, by touch and by keys: whole games, clocks, cells, what is told before it is played."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Arrive
from tests.browser.hands import CUT, HANDS, PLAY, SCREENS, SMALL_TARGETS, SMALL_TEXTS, TERMS, Hand, explanation, kinds
from tests.browser.test_axe import States, fits, is_for_everybody, needs_axe
from tests.browser.visitor import PATIENCE, Visitor

MOST_DECISIONS = 300
GOAL = "[data-touch^='goal:'][aria-pressed=false]"
TOKEN = "[data-touch^='token:']:not([aria-disabled])"
BLACK = "[data-touch='mine:black'].usable"
CELL = "[data-touch^='cell:']:not([aria-disabled])"
KEPT = "[data-touch^='drawn:'][aria-pressed=false]"
END = ".bar [data-touch=end]"

WATCH = """() => {
  globalThis.moved = new Set();
  const note = ({ target }) => target.classList.contains("arrives") && moved.add(target.dataset.arrives);
  new MutationObserver((changes) => changes.forEach(note))
    .observe(document.body, { subtree: true, attributes: true, attributeFilter: ["class"] });
}"""
"""What moves in is written down, however soon it is drawn again."""

PREVIEWED = """async ([star, cell]) => {
  const { modules } = await import(`${document.documentElement.dataset.files}/main.js`);
  const id = new URLSearchParams(location.hash.slice(1)).get("game");
  const table = await modules["server.js"].server.games.resume(id);
  const { move } = table.moves.find((each) => each.move.star === star && each.move.cell === cell);
  const { score } = await table.preview(move);
  return score.seats.find((each) => each.seat === table.seat).total;
}"""
"""The own score after a star is placed, as the server tells it."""


TWO_COLOURS = """() => {
  const ring = (cluster) => [...document.querySelectorAll(`[data-touch^="ring:${cluster}:"]`)];
  const starOf = (node) => node.querySelector("[data-arrives]")?.dataset.arrives.split(":")[2];
  const ways = [[0, 1], [1, 2], [2, 0]].flatMap(([one, other]) => [-3, 3].flatMap((three) => [-2, 2].map((two) => {
    const reached = (nodes, steps) => nodes[(nodes.findIndex((each) => each.ariaPressed === "true") + steps + 7) % 7];
    return [reached(ring(one), three), reached(ring(other), two)];
  })));
  const isColour = (star) => star && star !== "black";
  const differ = ([one, other]) => isColour(starOf(one)) && isColour(starOf(other)) && starOf(one) !== starOf(other);
  return (ways.find(differ) ?? ways[0]).map((node) => node.dataset.touch);
}"""
"""A star three steps from one clock's hand and one two steps from another's: of two colours, if there are such."""


LARGEST_STEP = """() => [...document.querySelectorAll(".of-6 .neb-column")]
  .filter((node) => {
    if (!node.getClientRects().length) return false;
    const next = node.querySelector(".neb-next");
    const was = next.innerHTML;
    next.innerHTML = "<b>3</b><i>−12</i>";
    const width = next.getBoundingClientRect().width;
    next.innerHTML = was;
    return width > node.clientWidth - 2;
  }).map((node) => node.dataset.about)"""
"""Columns of colours that have no room, nor a border, for what a step may bring at most."""


def _turn_clocks(ada: Visitor, hand: Hand) -> None:
    """Five steps: one clock by three, by its star; another by two."""
    for touch in ada.measure(TWO_COLOURS):
        assert hand.press(f"[data-touch='{touch}']")


def _decide(ada: Visitor, hand: Hand) -> None:
    """Choose something and play it, black stars first: they bring the end near."""
    if ada.at("[data-touch^='ring:']").count():
        _turn_clocks(ada, hand)
    elif ada.at(KEPT).count():
        hand.press(KEPT)
        hand.press(KEPT)
    else:
        assert any(hand.press(selector) for selector in (GOAL, TOKEN, BLACK, CELL, END))
    ada.at(PLAY).wait_for()
    hand.press(PLAY)


@pytest.mark.parametrize("kind", kinds("touch"))
def test_a_whole_game_against_a_bot(arrive: Arrive, kind: str) -> None:
    make, screen = HANDS[kind]
    ada = arrive(**screen)
    ada.expect_refusals(409)  # What a move would do may be asked just before it is played.
    ada.create("nebula", "Ada", "greedy")
    hand, states = make(ada), States()
    for _ in range(MOST_DECISIONS):
        ada.is_ready()
        if ada.is_over:
            break
        states.look(ada)
        _decide(ada, hand)
    ada.sees("h2[data-status=finished]")
    assert ada.overflow() <= 0


def _take_up(arrive: Arrive, **screen: Any) -> Visitor:
    """A table where the own stars are to be placed."""
    ada = arrive(**screen)
    ada.create("nebula", "Ada", "random")
    ada.is_ready()
    hand = Hand(ada)
    _decide(ada, hand)
    ada.at("[data-touch^='ring:']").first.wait_for()
    ada.is_ready()
    _decide(ada, hand)
    ada.at(END).wait_for()
    ada.is_ready()
    return ada


def _to_clocks(arrive: Arrive) -> Visitor:
    ada = arrive(width=1440, height=900)
    ada.create("nebula", "Ada", "random")
    ada.is_ready()
    _decide(ada, Hand(ada))
    ada.at("[data-touch='ring:0:3']").wait_for()
    ada.is_ready()
    return ada


def test_clocks_take_exactly_five_steps(arrive: Arrive) -> None:
    ada = _to_clocks(arrive)
    hand = Hand(ada)
    hand.press("[data-touch='ring:0:3']")
    ada.sees(".bar .title", "3 of 5 steps")
    expect(ada.at(PLAY)).to_have_count(0)
    hand.press("[data-touch='ring:1:3']")
    ada.sees(".bubble", "That star is 3 steps away; you have 2 left.")
    hand.press("[data-touch='ring:1:5']")
    ada.sees(".bar .play", "Take")
    hand.press(PLAY)
    ada.is_ready()
    ada.hears("turned the clocks (+3, -2, 0)")


COVERED = """() => {
  const chip = document.querySelector(".neb-steps rect").getBoundingClientRect();
  return [...document.querySelectorAll(".column.stage .neb-coin")].filter((coin) => {
    const { x, y, width } = coin.getBoundingClientRect();
    const past = (from, to, at) => Math.max(0, from - at, at - to);
    const [side, below] = [past(chip.left, chip.right, x + width / 2), past(chip.top, chip.bottom, y + width / 2)];
    return Math.hypot(side, below) < width / 2 - 2;
  }).length;
}"""
"""Stars that the number of steps lies on."""


def _is_told_beside(ada: Visitor, star: str) -> None:
    """What was tapped is ringed when it is set, and has a chip unless the hand was there already."""
    expect(ada.at(f"[data-touch='{star}']")).to_have_attribute("aria-pressed", "true", timeout=PATIENCE)
    if ada.at(".neb-steps").count():
        assert ada.measure(COVERED) == 0, star


def test_the_number_of_steps_lies_on_no_star(arrive: Arrive) -> None:
    ada = _to_clocks(arrive)
    for star in [f"ring:{cluster}:{cell}" for cluster in range(3) for cell in range(7)]:
        Hand(ada).press(f"[data-touch='{star}']")
        _is_told_beside(ada, star)
        if ada.at(".bar [data-touch=clear]").count():
            Hand(ada).press(".bar [data-touch=clear]")
            expect(ada.at(".neb-steps")).to_have_count(0)


def test_the_bar_shows_the_placings_of_this_turn_under_its_column(arrive: Arrive) -> None:
    ada = _take_up(arrive, width=1440, height=900)
    hand = Hand(ada)
    expect(ada.at(".neb-placing")).to_have_count(3)
    hand.press(CELL)
    expect(ada.at(".neb-placing.held")).to_have_count(1, timeout=PATIENCE)
    assert ada.at(".neb-placing.made").count() == 0
    first = ada.at(".neb-placing.held svg").inner_html()
    play, end = ada.at(".bar .play").bounding_box(), ada.at(".column.right").bounding_box()
    assert play
    assert end
    assert end["x"] < play["x"] < play["x"] + play["width"] < end["x"] + end["width"]
    hand.press(PLAY)
    expect(ada.at(".neb-placing.made")).to_have_count(1, timeout=PATIENCE)
    assert ada.at(".neb-placing.made svg").first.inner_html() == first


def test_a_star_is_placed_only_by_play_and_goes_to_its_cell(arrive: Arrive) -> None:
    ada = _take_up(arrive, width=1440, height=900)
    hand = Hand(ada)
    assert hand.press(CELL)
    expect(ada.at(".neb-chosen")).to_have_count(1, timeout=PATIENCE)
    assert ada.at(".neb-placed").count() == 0
    ada.sees(".bar .title", "on 3.3")
    ada.page.emulate_media(reduced_motion="no-preference")
    ada.measure(WATCH)
    hand.press(PLAY)
    expect(ada.at(".neb-placed")).to_have_count(1, timeout=PATIENCE)
    ada.page.wait_for_function("[...moved].some((key) => key.startsWith('3.3:'))")


def test_what_is_not_possible_says_why_at_the_thing(arrive: Arrive) -> None:
    ada = _take_up(arrive, width=1440, height=900)
    ada.expect_refusals(409)
    hand = Hand(ada)
    hand.press(".neb-tray-star.usable:not([data-touch='mine:black'])")
    hand.press("[data-touch='cell:1.1']")
    ada.sees(".bubble")
    assert ada.at(".neb-chosen").count() == 0


def test_the_score_that_is_told_before_is_the_server_s(arrive: Arrive) -> None:
    ada = _take_up(arrive, width=1440, height=900)
    hand = Hand(ada)
    for _ in range(2):
        assert hand.press(CELL)
        ada.at(PLAY).wait_for()
        star = str(ada.at(".neb-tray-star[aria-pressed=true]").get_attribute("data-touch")).split(":")[1]
        cell = ada.at(".bar .title").inner_text().split()[-1]
        told = int(ada.at(".bar .effects").inner_text().split("→")[-1])
        assert ada.page.evaluate(PREVIEWED, [star, cell]) == told
        hand.press(PLAY)
        ada.is_ready()


def _phases(ada: Visitor) -> list[str]:
    """What stands for each phase of the turn: a numeral, the name of the one that is now, nothing but a tick for those
    that are over."""
    return [" ".join(text.split()) for text in ada.at(".coach .phase").all_inner_texts()]


def test_the_coach_says_which_phase_of_the_turn_it_is(arrive: Arrive) -> None:
    ada = arrive(width=1440, height=900)
    ada.create("nebula", "Ada", "random")
    ada.is_ready()
    assert _phases(ada) == [], "nobody's turn has begun while goals are chosen"
    _decide(ada, Hand(ada))
    ada.at("[data-touch^='ring:']").first.wait_for()
    ada.is_ready()
    assert _phases(ada) == ["I Take", "II", "III", "IV"]
    _decide(ada, Hand(ada))
    ada.at(END).wait_for()
    ada.is_ready()
    assert _phases(ada) == ["", "II Place", "III", "IV"]
    assert ada.at(".phase.now").count() == 1
    ada.at(".phases").click()
    ada.sees("dialog.explanation", "IV Refill.")


FILLED = "(gauges) => gauges.map((node) => node.parentElement.innerText + ' ' + node.style.getPropertyValue('--full'))"


def test_four_gauges_say_how_near_the_end_is(arrive: Arrive) -> None:
    """In the header; where that is too short, on a tap, and beside the others."""
    empty = ["black 0/12 0%", "constellations 0/3 0%", "race 0/5 0%", "bag 127 0%"]
    ada = arrive(width=1440, height=900)
    ada.create("nebula", "Ada", "random")
    ada.is_ready()
    ada.sees(".top .progress", "ends when one fills")
    assert ada.at(".top .gauge").evaluate_all(FILLED) == empty
    ada.resize(1024, 768)
    expect(ada.at(".top .gauge")).to_have_count(0)
    ada.at(".top [data-about=ends]").click()
    assert ada.at("dialog .gauge").evaluate_all(FILLED) == empty
    ada.page.keyboard.press("Escape")
    ada.resize(390, 844)
    ada.at("[data-key=tab-others]").click()
    assert ada.at(".how-far .gauge").evaluate_all(FILLED) == empty
    fits(ada, "others")


@pytest.mark.parametrize(("width", "height"), SCREENS)
def test_all_that_a_decision_needs_is_legible_and_large_enough(arrive: Arrive, width: int, height: int) -> None:
    ada = _take_up(arrive, width=width, height=height)
    assert ada.measure(SMALL_TEXTS) == []
    assert ada.measure(SMALL_TARGETS) == []
    assert ada.measure("document.documentElement.scrollHeight - innerHeight") <= 1
    assert ada.overflow() <= 0
    for part in (".neb-canvas", "[data-part=tray]", ".bar .play"):
        box = ada.at(part).first.bounding_box()
        assert box
        assert box["y"] + box["height"] <= height + 1


@pytest.mark.parametrize("locale", ["en-GB", "fr-FR", "ru-RU", "uk-UA"])
def test_no_word_is_missing_or_cut(arrive: Arrive, locale: str) -> None:
    ada = _take_up(arrive, width=1440, height=900, locale=locale)
    fits(ada, "nothing chosen")
    assert ada.measure(CUT) == []
    assert ada.measure(LARGEST_STEP) == []
    fits(ada, "table")
    ada.resize(390, 844)
    ada.at(".tabs button").first.wait_for()
    fits(ada, "phone")
    for tab in ("mine", "others"):
        ada.at(f"[data-key=tab-{tab}]").click()
        assert ada.measure(LARGEST_STEP) == []
        fits(ada, tab)


@pytest.mark.parametrize("locale", ["en-GB", "fr-FR", "ru-RU", "uk-UA"])
def test_phases_and_gauges_leave_room_for_the_longest_sentence_and_for_everybody_s_points(
    arrive: Arrive, locale: str
) -> None:
    ada = arrive(locale=locale)
    ada.create("nebula", "Ada", "random", "random", "random")
    ada.is_ready()
    _decide(ada, Hand(ada))
    ada.at("[data-touch^='ring:']").first.wait_for()
    ada.is_ready()
    assert ada.at(".coach.longer").count() == 1
    for width, height in (*SCREENS, (1200, 800)):
        ada.resize(width, height)
        expect(ada.at(".top .gauge")).to_have_count(0 if 700 < width < 1200 else 4)
        fits(ada, f"{width}x{height}")


def test_everything_explains_itself(arrive: Arrive) -> None:
    ada = _take_up(arrive, width=1440, height=900)
    terms = ada.measure(TERMS)
    assert len(terms) > 15
    for term in terms:
        told = explanation(ada, term)
        assert len(told) > 20, term
        assert "_" not in told


@needs_axe
@pytest.mark.parametrize(("width", "height"), SCREENS[::2])
def test_axe_finds_nothing(arrive: Arrive, width: int, height: int) -> None:
    is_for_everybody(_take_up(arrive, width=width, height=height), "table")
