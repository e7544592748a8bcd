"""What people do besides moves: take one back, rest, resign, and meet somebody at once."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.browser.conftest import Arrive
from tests.browser.visitor import PATIENCE, Visitor
from tests.sdk.serving import Server

UNDO = "[data-key=take-back]"


LISTEN = """
globalThis.heard = [];
globalThis.OscillatorNode = class extends OscillatorNode {
  constructor(context, wish) {
    super(context, wish);
    heard.push(wish.frequency);
  }
};
"""
"""Pitches of all tones that the page makes."""
OWN_TURN = [660, 880]


def _pass(mover: Visitor, other: Visitor) -> None:
    """Until it is the other's turn."""
    while mover.at("h2.mine").count():
        mover.play(0, "rest")
        expect(mover.at("#page")).not_to_have_attribute("aria-busy", "true", timeout=PATIENCE)
    other.sees("h2.mine")


def open_menu(visitor: Visitor) -> None:
    visitor.at("[data-key=tool-menu]").click()


def meet(ada: Visitor, bob: Visitor, rulebook: str = "astra") -> None:
    ada.create(rulebook, "Ada", "human")
    bob.page.goto(ada.page.url)
    bob.at("form.sit [name=name]").fill("Bob")
    bob.at("form.sit [type=submit]").click()
    ada.is_ready()


def test_a_move_is_taken_back_and_everybody_hears_of_it(arrive: Arrive) -> None:
    ada, bob = arrive(), arrive()
    meet(ada, bob, "distant_suns")
    assert ada.at(UNDO).count() == 0
    ada.play(0)
    ada.at(UNDO).click()
    bob.hears("Ada took a move back.")
    ada.is_ready()
    assert ada.at(UNDO).count() == 0
    assert bob.at(UNDO).count() == 0


def test_sounds_are_off_until_somebody_wants_them(arrive: Arrive) -> None:
    ada, bob, eve = arrive(), arrive(), arrive()
    for listener in (ada, eve):
        listener.page.add_init_script(LISTEN)
    meet(ada, bob)
    eve.page.goto(ada.page.url)
    eve.sees("h2[data-status=running]")
    _pass(ada, bob)
    _pass(bob, ada)
    assert ada.measure("heard") == []
    for listener in (ada, eve):
        open_menu(listener)
        listener.at("dialog .switch").filter(has_text="Sounds").click()
        assert listener.measure("heard.splice(0)") == OWN_TURN, "it is heard what it is like"
        listener.page.keyboard.press("Escape")
    _pass(ada, bob)
    _pass(bob, ada)
    *others, first, second = ada.measure("heard")
    assert [first, second] == OWN_TURN
    assert set(others) <= {440}
    assert set(eve.measure("heard")) == {440}, "who watches hears that something was done"


def test_a_decision_in_time_is_counted_down_and_the_clock_explains_itself(arrive: Arrive) -> None:
    ada = arrive(width=390, height=844)
    ada.enter()
    ada.at(".tile.astra .invite").click()
    ada.at("form.create [name=seat]").select_option("random")
    ada.at("form.create [name=turn_seconds]").select_option("300")
    ada.at("form.create [type=submit]").click()
    ada.is_ready()
    told = ada.at(".countdown").inner_text()
    assert re.fullmatch(r"[45]:\d\d", told)
    expect(ada.at(".countdown")).not_to_have_text(told, timeout=PATIENCE)
    ada.at(".countdown").click()
    ada.sees("dialog.explanation", "Time left for this decision")


def test_two_who_want_to_play_at_once_meet(arrive: Arrive) -> None:
    ada, bob = arrive(), arrive(width=390, height=844)
    for visitor, name in ((ada, "Ada"), (bob, "Bob")):
        visitor.enter()
        visitor.at(".own-name").fill(name)
        visitor.at(".own-name").blur()
        visitor.at(".quick [name=rulebook]").select_option("distant_suns")
        visitor.at(".quick [name=seats]").select_option("2")
        visitor.at(".quick [type=submit]").click()
        visitor.at("h2[data-status]").wait_for()
    ada.sees("h2[data-status=running]")
    bob.sees("h2[data-status=running]")
    assert ada.page.url == bob.page.url


def test_a_game_that_nobody_plays_says_when_it_ends_until_somebody_plays(arrive: Arrive, server: Server) -> None:
    ada, bob = arrive(), arrive(width=390, height=844)
    meet(ada, bob)
    end = server.warn(re.findall(r"[0-9a-z]{20}", ada.page.url)[-1]).astimezone()
    warning = f"Nobody has played for a long time: the game ends on {end:%B} {end.day}, {end.year}"
    for visitor in (ada, bob):
        visitor.sees(".coach", warning)
        assert visitor.overflow() <= 0
        visitor.hears(warning)
    _pass(ada, bob)
    for visitor in (ada, bob):
        expect(visitor.at(".coach")).not_to_contain_text("Nobody has played", timeout=PATIENCE)


def test_who_resigns_is_asked_before_and_a_bot_plays_on(arrive: Arrive) -> None:
    ada, bob = arrive(), arrive()
    meet(ada, bob)
    open_menu(bob)
    # The token ends with the seat: what is on its way at that moment is refused.
    bob.expect_refusals(401)
    bob.at("details.resign summary").click()
    bob.sees("details.resign", "A bot plays on for you")
    bob.at("details.resign button").click()
    bob.at(".tile").first.wait_for()
    ada.sees(".seat-name", "Bob (resigned)")
    open_menu(ada)
    ada.at("details.delete summary").click()
    ada.at("details.delete button").click()
    ada.at(".tile").first.wait_for()
    ada.sees(".own-games", "Your games will be listed here.")
