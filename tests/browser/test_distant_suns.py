"""Distant Suns by mouse, by touch and by keys: whole games, fits, the module chooser, what is told before sealing."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Arrive
from tests.browser.hands import (
    CUT,
    HANDS,
    PLAY,
    SCREENS,
    SMALL_TARGETS,
    SMALL_TEXTS,
    TERMS,
    Finger,
    Hand,
    explanation,
    kinds,
)
from tests.browser.test_axe import States, fits, is_for_everybody, needs_axe
from tests.browser.visitor import PATIENCE, Visitor

MOST_DECISIONS = 80
LINK = ".suns-link.open[aria-pressed=false]"
SLOT = "[data-touch^='slot:']"
NEXT = "[data-touch=next]"
OPEN = ".suns-target.open"
FITTING: dict[type[Hand], tuple[str, ...]] = {Finger: (NEXT,)}
"""On a phone the small map may lie over a sector; there the tools bring the shape."""


def _decide(ada: Visitor, hand: Hand) -> None:
    """Choose something and play it; where nothing fits, nothing has to be chosen."""
    if not ada.at(PLAY).count():
        assert any(hand.press(selector) for selector in (SLOT, LINK, *FITTING.get(type(hand), (OPEN, NEXT))))
    ada.at(PLAY).wait_for()
    hand.press(PLAY)


def _be_guided(ada: Visitor, hand: Hand) -> None:
    """One press, five lessons, and one sits at a table with an easy bot."""
    ada.enter()
    hand.press(".tile.distant_suns .play-now")
    for step in range(1, 6):
        ada.sees(".taught > .caps", f"How to play · {step} of 5")
        hand.press(".howto [data-key=next]")
    expect(ada.at("dialog")).to_have_count(0)


@pytest.mark.parametrize("kind", kinds("keyboard"))
def test_a_guided_first_game_to_its_end(arrive: Arrive, kind: str) -> None:
    make, screen = HANDS[kind]
    ada = arrive(**screen)
    ada.expect_refusals(409)  # What a move would do may be asked just before it is played.
    hand = make(ada)
    _be_guided(ada, hand)
    states = States()
    for _ in range(MOST_DECISIONS):
        ada.is_ready()
        if ada.is_over:
            break
        states.look(ada)
        _decide(ada, hand)
    ada.sees("h2[data-status=finished]")
    ada.at(".turning").first.wait_for()
    is_for_everybody(ada, "end")
    fits(ada, "end")
    step = ada.at(".turning-step").first.inner_text()
    hand.press(f"[data-key=turning-{step}]")
    expect(ada.at("[data-key=slider]")).to_have_attribute("aria-label", re.compile(f"Move {step} of"), timeout=PATIENCE)
    is_for_everybody(ada, "replay")
    fits(ada, "replay")
    if kind != "touch":
        _go_from_the_course_to_the_table(ada, hand, step)


def _go_from_the_course_to_the_table(ada: Visitor, hand: Hand, step: str) -> None:
    """Phones have the table alone."""
    ada.sees(".mini-line", f"Move {step} of")
    ada.sees(".turning[aria-current=true]", "The strong bot would have played")
    hand.press("[data-key=replay-other]")
    ada.sees(".recap", f"Move {step} of")
    ada.sees(".turn-note", "The strong bot would have played")
    is_for_everybody(ada, "replay at the table")


def _to_draw(arrive: Arrive, *others: str, **screen: Any) -> Visitor:
    """A table where the own shape is to be drawn."""
    ada = arrive(**screen)
    ada.create("distant_suns", "Ada", *(others or ("random",)))
    ada.is_ready()
    _decide(ada, Hand(ada))
    ada.at(NEXT).wait_for()
    ada.is_ready()
    return ada


def test_a_module_is_placed_only_by_play_and_can_be_flipped(arrive: Arrive) -> None:
    ada = arrive(width=1440, height=900)
    ada.create("distant_suns", "Ada", "random")
    ada.is_ready()
    hand = Hand(ada)
    hand.press(LINK)
    own = ada.at(".suns-outcome.own .suns-inked").inner_text()
    hand.press("[data-touch=flip]")
    expect(ada.at(".suns-outcome.others .suns-inked")).to_have_text(own, timeout=PATIENCE)
    expect(ada.at(".suns-link.taken")).to_have_count(0)
    hand.press(PLAY)
    expect(ada.at(".suns-link.taken.now")).to_have_count(1, timeout=PATIENCE)


def test_a_ghost_is_turned_mirrored_moved_and_sealed(arrive: Arrive) -> None:
    ada = _to_draw(arrive, width=1440, height=900)
    hand = Hand(ada)
    hand.press(OPEN)
    ghost = ada.at(".suns-ghost-line")
    drawn = [ghost.get_attribute("d")]
    for tool in ("turn", "mirror", "next"):
        hand.press(f"[data-touch={tool}]")
        drawn.append(ghost.get_attribute("d"))
    assert len(set(drawn)) >= 3
    assert ada.at(".suns-sheet .suns-drawing").count() == 0
    ada.sees(".bar .play", "Seal it")
    hand.press(PLAY)
    expect(ada.at(".suns-sheet .suns-drawing").first).to_be_attached(timeout=PATIENCE)


def _reach(ada: Visitor, part: str) -> tuple[int, int]:
    """From where to where a part is, from above."""
    box = ada.at(part).first.bounding_box()
    assert box
    return round(box["y"]), round(box["y"] + box["height"])


@pytest.mark.parametrize("bots", [("random",), ("random", "random"), ("random", "random", "random")])
def test_columns_begin_and_end_at_the_same_heights(arrive: Arrive, bots: tuple[str, ...]) -> None:
    ada = _to_draw(arrive, *bots, width=1440, height=900)
    assert _reach(ada, "[data-part=missions]")[0] == _reach(ada, ".coach")[0] == _reach(ada, ".column.right > .part")[0]
    assert _reach(ada, "[data-part=missions]")[1] == _reach(ada, ".bar")[1] == _reach(ada, ".recap")[1]
    last = ada.at(".column.right > .part").last.bounding_box()
    assert last
    assert last["y"] + last["height"] < _reach(ada, ".recap")[0]


def test_the_coach_explains_whose_module_gave_the_shape(arrive: Arrive) -> None:
    ada = _to_draw(arrive, width=1440, height=900)
    Hand(ada).press(".coach .why")
    ada.sees("dialog.explanation h2", "Module 1")


def test_the_header_stamps_who_has_sealed(arrive: Arrive) -> None:
    ada = _to_draw(arrive, width=1440, height=900)
    ada.sees(".tallied-done", "sealed")


PINCH = """(ratio) => {
  const stage = document.querySelector(".column.stage");
  const finger = (identifier, clientX) => new Touch({ identifier, target: stage, clientX, clientY: 300 });
  const fingers = (apart) => [finger(1, 190 - apart / 2), finger(2, 190 + apart / 2)];
  const touches = (apart) => ({ bubbles: true, cancelable: true, touches: fingers(apart) });
  stage.dispatchEvent(new TouchEvent("touchstart", touches(100)));
  stage.dispatchEvent(new TouchEvent("touchmove", touches(100 * ratio)));
  const box = (name) => document.querySelector(name).getBoundingClientRect();
  const [sheet, ghost] = [box(".suns-sheet"), box(".suns-overlay")];
  return { wide: Math.round(sheet.width), aside: Math.abs(sheet.x - ghost.x) + Math.abs(sheet.y - ghost.y) };
}"""

PHONE = {"width": 390, "height": 844, "has_touch": True}
GHOST = ".suns-overlay .suns-ghost"
ABOVE = 75
"""A shape that is dragged floats so far above the finger."""
HEX = 50


def test_two_fingers_make_the_sheet_larger_and_the_ghost_stays_on_it(arrive: Arrive) -> None:
    ada = _to_draw(arrive, **PHONE)
    Finger(ada).press(OPEN)
    plain, larger, least = (ada.page.evaluate(PINCH, ratio) for ratio in (1, 1.5, 0.1))
    assert plain["aside"] == larger["aside"] == 0
    assert larger["wide"] == pytest.approx(1.5 * plain["wide"], abs=2)
    assert least["wide"] == pytest.approx(0.6 * plain["wide"], abs=2)


class Fingers:
    """Real touches, as the browser itself would make them of fingers."""

    def __init__(self, ada: Visitor) -> None:
        self._devtools = ada.page.context.new_cdp_session(ada.page)
        self._at: tuple[tuple[float, float], ...] = ()

    def _tell(self, kind: str, *points: tuple[float, float]) -> None:
        touches = [{"x": x, "y": y} for x, y in points]
        self._devtools.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touches})

    def put(self, *points: tuple[float, float]) -> None:
        self._at = points
        self._tell("touchStart", *points)

    def move(self, *points: tuple[float, float], steps: int = 5) -> None:
        """Every finger straight to a point, where it stays."""
        for step in range(1, steps + 1):
            on = [
                (a + (c - a) * step / steps, b + (d - b) * step / steps)
                for (a, b), (c, d) in zip(self._at, points, strict=True)
            ]
            self._tell("touchMove", *on)
        self._at = points

    def lift(self) -> None:
        self._tell("touchEnd")


def _middle(ada: Visitor, selector: str) -> tuple[float, float]:
    box = ada.at(selector).bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


START = ".suns-sheet [data-about=start]"


def _beside_start(ada: Visitor, ratio: float = 1) -> tuple[float, float]:
    """A hex up and a hex aside from the start."""
    x, y = _middle(ada, START)
    return x + HEX * ratio, y - HEX * ratio


def _is_there(ada: Visitor, ratio: float = 1) -> bool:
    """Whether the ghost lies beside the start, give or take some hexes; the sheet may have moved to show all of it."""
    (x, y), (at_x, at_y) = _middle(ada, ".suns-ghost-case"), _beside_start(ada, ratio)
    return abs(x - at_x) + abs(y - at_y) < 3 * HEX * ratio


def test_the_shape_is_dragged_from_its_tile_and_floats_above_the_finger(arrive: Arrive) -> None:
    ada = _to_draw(arrive, **PHONE)
    fingers = Fingers(ada)
    stage = ada.at(".column.stage").bounding_box()
    assert stage
    bottom = stage["y"] + stage["height"]
    fingers.put(_middle(ada, ".suns-grip"))
    fingers.move((100, bottom + ABOVE - 20))
    expect(ada.at(".table[data-dragging=touch] .finger")).to_be_visible()
    expect(ada.at("[data-part=tools]")).to_have_css("opacity", "0")
    assert _is_there(ada)
    fingers.lift()
    expect(ada.at(".finger")).to_have_count(0)
    expect(ada.at(PLAY)).to_be_visible()
    Finger(ada).press("[data-key=undo]")
    expect(ada.at(GHOST)).to_have_count(0)


def test_a_shape_that_is_dragged_back_to_the_tray_is_not_chosen(arrive: Arrive) -> None:
    ada = _to_draw(arrive, **PHONE)
    fingers = Fingers(ada)
    tile = _middle(ada, ".suns-grip")
    fingers.put(tile)
    fingers.move((200, 400))
    expect(ada.at(GHOST)).to_have_count(1)
    fingers.move((tile[0], tile[1] + ABOVE))
    fingers.lift()
    expect(ada.at(GHOST)).to_have_count(0)


@pytest.mark.parametrize("ratio", [1, 0.7])
def test_a_ghost_is_dragged_on_at_any_size_of_the_sheet(arrive: Arrive, ratio: float) -> None:
    ada = _to_draw(arrive, **PHONE)
    Finger(ada).press(OPEN)
    ada.page.evaluate(PINCH, ratio)
    before = ada.at(f"{GHOST} .suns-ghost-line").get_attribute("d")
    badge = _middle(ada, ".suns-ghost-disc")
    fingers = Fingers(ada)
    x, y = _beside_start(ada, ratio)
    fingers.put(badge)
    fingers.move((x, y + ABOVE))
    fingers.lift()
    assert _is_there(ada, ratio)
    assert ada.at(f"{GHOST} .suns-ghost-line").get_attribute("d") != before


def test_a_mouse_drags_the_ghost_and_chooses_nothing_by_letting_go(arrive: Arrive) -> None:
    ada = _to_draw(arrive, width=1440, height=900)
    Hand(ada).press(OPEN)
    before = ada.at(".suns-ghost-line").get_attribute("d")
    badge = _middle(ada, ".suns-ghost-disc")
    ada.page.mouse.move(*badge)
    ada.page.mouse.down()
    ada.page.mouse.move(*_middle(ada, START), steps=4)
    dragged = ada.at(".suns-ghost-line").get_attribute("d")
    ada.page.mouse.up()
    assert before != dragged
    expect(ada.at(".suns-ghost-line")).to_have_attribute("d", dragged or "")


FRAMED = """() => {
  const box = (name) => document.querySelector(name).getBoundingClientRect();
  const [stage, sheet] = [box(".column.stage"), box(".suns-sheet")];
  const map = document.querySelector(".suns-map");
  const frame = getComputedStyle(map, "::after");
  const share = (length) => parseFloat(length) / (map.clientWidth - 6);
  return [share(frame.left) - (stage.x - sheet.x) / sheet.width, share(frame.width) - stage.width / sheet.width];
}"""
"""By how much the frame on the small map differs from what is seen, from its start and in its width."""


def test_two_fingers_move_the_sheet_and_the_small_map_frames_what_is_seen(arrive: Arrive) -> None:
    ada = _to_draw(arrive, **PHONE)
    assert ada.measure(FRAMED) == pytest.approx([0, 0], abs=0.05)
    scrolled = "document.querySelector('.column.stage').scrollLeft"
    assert ada.measure(scrolled) == 0
    fingers = Fingers(ada)
    fingers.put((250, 300), (330, 300))
    fingers.move((150, 300), (230, 300))
    fingers.lift()
    assert ada.measure(scrolled) == pytest.approx(100, abs=3)
    ada.page.wait_for_function(f"(({FRAMED})()).every((each) => Math.abs(each) < 0.05)")


def test_keys_that_tools_name_use_them(arrive: Arrive) -> None:
    ada = _to_draw(arrive, width=1440, height=900)
    Hand(ada).press(OPEN)
    ghost = ada.at(".suns-ghost-line")
    drawn = [ghost.get_attribute("d")]
    for key in ("r", "m", "R"):
        ada.page.keyboard.press(key)
        drawn.append(ghost.get_attribute("d"))
    assert len(set(drawn)) >= 3
    ada.page.keyboard.press("Control+m")
    assert ghost.get_attribute("d") == drawn[-1]


def test_a_sector_that_no_fit_covers_says_why(arrive: Arrive) -> None:
    ada = _to_draw(arrive, width=1440, height=900)
    Hand(ada).press("[aria-label^='A9']")
    ada.sees(".bubble", "The start stays free")
    assert ada.at(".suns-ghost").count() == 0


def test_a_tap_draws_the_ghost_anew_and_not_the_sheet(arrive: Arrive) -> None:
    ada = _to_draw(arrive, width=1440, height=900)
    ada.measure("document.querySelector('.suns-sheet').dataset.same = 'yes'")
    Hand(ada).press(OPEN)
    expect(ada.at(".suns-ghost")).to_have_count(1, timeout=PATIENCE)
    assert ada.at(".suns-sheet[data-same=yes]").count() == 1


def test_the_chooser_counts_the_fits_that_the_server_offers(arrive: Arrive) -> None:
    ada = arrive(width=1440, height=900)
    ada.create("distant_suns", "Ada", "random")
    ada.is_ready()
    hand = Hand(ada)
    hand.press(LINK)
    told = ada.at(".suns-tile.to-own .suns-fits").inner_text().split()[0]
    hand.press(PLAY)
    ada.sees("[data-part=tools]", f"of {told}")


@pytest.mark.parametrize(("width", "height"), SCREENS)
def test_all_that_a_decision_needs_is_legible_and_large_enough(arrive: Arrive, width: int, height: int) -> None:
    ada = _to_draw(arrive, width=width, height=height)
    Hand(ada).press(NEXT)
    assert ada.measure(SMALL_TEXTS) == []
    assert ada.measure(SMALL_TARGETS) == []
    assert ada.measure("document.documentElement.scrollHeight - innerHeight") <= 1
    assert ada.overflow() <= 0
    for part in (".column.stage", "[data-part=tools]", ".bar .play"):
        box = ada.at(part).first.bounding_box()
        assert box
        assert box["y"] + box["height"] <= height + 1


@pytest.mark.parametrize("locale", ["en-GB", "fr-FR", "ru-RU", "uk-UA"])
def test_no_word_is_missing_or_cut(arrive: Arrive, locale: str) -> None:
    ada = _to_draw(arrive, width=1440, height=900, locale=locale)
    fits(ada, "nothing chosen")
    Hand(ada).press(NEXT)
    assert ada.measure(CUT) == []
    fits(ada, "table")
    ada.resize(390, 844)
    ada.at(".tabs button").first.wait_for()
    fits(ada, "phone")
    for tab in ("mine", "others"):
        ada.at(f"[data-key=tab-{tab}]").click()
        fits(ada, tab)


def test_everything_explains_itself(arrive: Arrive) -> None:
    ada = _to_draw(arrive, width=1440, height=900)
    terms = ada.measure(TERMS)
    assert len(terms) > 15
    for term in terms:
        told = explanation(ada, term)
        assert len(told) > 20, term
        assert "_" not in told


@needs_axe
@pytest.mark.parametrize(("width", "height"), SCREENS[::2])
def test_axe_finds_nothing(arrive: Arrive, width: int, height: int) -> None:
    is_for_everybody(_to_draw(arrive, width=width, height=height), "table")
