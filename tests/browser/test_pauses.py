"""Pauses by consent, which end by themselves; and the vote for another host."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest
from playwright.sync_api import Route, expect

from tests.browser.conftest import Arrive
from tests.browser.test_axe import fits, fits_everywhere, is_for_everybody, needs_axe
from tests.browser.test_tools import meet, open_menu
from tests.browser.visitor import PATIENCE, Visitor
from tests.sdk.serving import Server

PHONE = {"width": 390, "height": 844}
BANNER = ".pause-banner"


def _propose(visitor: Visitor) -> None:
    open_menu(visitor)
    visitor.sees("dialog [data-key=pause]", "Propose a pause")
    visitor.at("dialog [data-key=pause]").click()


def test_people_agree_to_a_pause_and_everybody_can_resume(arrive: Arrive) -> None:
    ada, bob = arrive(), arrive(width=390, height=844)
    meet(ada, bob)
    open_menu(ada)
    ada.sees("dialog [data-key=pause]", "Propose a pause")
    ada.at("dialog [data-key=pause]").click()
    bob.sees(".pause-banner", "Ada proposes a pause.")
    assert bob.overflow() <= 0
    ada.sees(".pause-banner", "when everybody agrees")
    ada.sees("h2.mine")
    bob.at("[data-key=decline-pause]").click()
    ada.hears("Bob turned the pause down.")
    assert [visitor.at(".pause-banner button").count() for visitor in (ada, bob)] == [0, 0]
    open_menu(ada)
    ada.at("dialog [data-key=pause]").click()
    bob.at("[data-key=agree-pause]").click()
    for visitor in (ada, bob):
        visitor.sees("h2[data-status]", "Paused")
        visitor.sees(".bar", "The game is paused")
        visitor.sees(".bar", "Otherwise it goes on by itself")
        assert visitor.at(".bar .play, [data-touch]:not([aria-disabled])").count() == 0
        assert visitor.overflow() <= 0
    bob.at("[data-key=resume]").click()
    ada.sees("h2.mine")
    bob.sees("h2[data-status]", "Waiting for Ada")


def test_a_phone_proposes_a_pause_from_its_settings_and_withdraws_it(arrive: Arrive) -> None:
    ada, bob = arrive(), arrive(**PHONE)
    meet(ada, bob)
    bob.at("[data-key=tab-rules]").click()
    bob.page.get_by_role("button", name="Settings").click()
    bob.at("dialog [data-key=pause]").click()
    ada.sees(BANNER, "Bob proposes a pause.")
    bob.sees("[data-key=decline-pause]", "Withdraw")
    bob.at("[data-key=decline-pause]").click()
    expect(ada.at(f"{BANNER} button")).to_have_count(0, timeout=PATIENCE)
    ada.sees("h2.mine")


def test_against_bots_a_pause_needs_nobody(arrive: Arrive) -> None:
    ada = arrive()
    ada.create("astra", "Ada", "random")
    ada.is_ready()
    open_menu(ada)
    ada.sees("dialog [data-key=pause]", "Pause the game")
    ada.at("dialog [data-key=pause]").click()
    ada.sees("h2[data-status]", "Paused")
    assert ada.at(f"{BANNER} button").count() == 0
    ada.at("[data-key=resume]").click()
    ada.is_ready()


@pytest.fixture(scope="module")
def brief(needed_browser: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server whose longest pause is over at once."""
    with Server(tmp_path_factory.mktemp("brief"), PAUSE_SECONDS="1") as running:
        yield running


def test_after_the_longest_pause_the_game_goes_on_by_itself(arrive: Arrive, brief: Server) -> None:
    ada, bob = arrive(by_chance=True), arrive(**PHONE, by_chance=True)
    ada.url = bob.url = brief.url
    meet(ada, bob)
    _propose(ada)
    bob.at("[data-key=agree-pause]").click()
    for visitor in (ada, bob):
        visitor.hears("The game goes on.")
        visitor.hears("The game is paused.")
        expect(visitor.at("[data-key=resume]")).to_have_count(0, timeout=PATIENCE)
    ada.is_ready()
    ada.play(0)


COVERS = """() => {
  const banner = document.querySelector(".pause-banner").getBoundingClientRect();
  const isOver = (node) => {
    const box = node.getBoundingClientRect();
    return box.width && box.bottom > banner.top + 1 && box.top < banner.bottom - 1;
  };
  return [...document.querySelectorAll(".top, .bar, .tabs")].filter(isOver).map((node) => node.className);
}"""
"""Which of header, bar and tabs the banner lies upon."""


@needs_axe
@pytest.mark.parametrize("rulebook", ["astra", "nebula", "distant_suns"])
def test_the_banner_is_for_everybody_and_fits(arrive: Arrive, rulebook: str) -> None:
    ada, bob = arrive(), arrive(**PHONE)
    meet(ada, bob, rulebook)
    _propose(ada)
    for visitor in (ada, bob):
        visitor.at(f"{BANNER} button").first.wait_for()
        is_for_everybody(visitor, BANNER)
        fits(visitor, BANNER)
        assert visitor.measure(COVERS) == []


def test_the_banner_and_the_pause_fit_in_every_language(arrive: Arrive) -> None:
    ada, bob = arrive(), arrive(**PHONE)
    meet(ada, bob)
    _propose(ada)
    fits_everywhere(bob, "proposed", "[data-key=agree-pause]")
    bob.at("[data-key=agree-pause]").click()
    fits_everywhere(bob, "paused", "[data-key=resume]")


def _idle_after_a_second(route: Route) -> None:
    request = route.request
    if request.method != "POST":
        route.continue_()
        return
    route.continue_(post_data=json.dumps({**json.loads(request.post_data or "{}"), "idle_seconds": 1}))


CAN_VOTE = """() => {
  document.querySelector("[data-key=tool-menu]").click();
  const canVote = Boolean(document.querySelector("dialog [data-key=replace-host]"));
  if (!canVote) document.querySelector("dialog.drawer-menu")?.close();
  return canVote;
}"""
"""Whether the menu, which is opened, offers the vote: it does as soon as the host has been away for long enough."""


def _vote(visitor: Visitor) -> None:
    visitor.page.wait_for_function(CAN_VOTE)
    visitor.sees("dialog [data-key=replace-host]", "Replace the host")
    fits(visitor, "menu with a vote")
    visitor.at("dialog [data-key=replace-host]").click()
    expect(visitor.at("dialog.drawer-menu[open]")).to_have_count(0, timeout=PATIENCE)


def test_the_others_replace_a_host_who_is_away(arrive: Arrive) -> None:
    ada, bob, cem = arrive(), arrive(), arrive(**PHONE)
    ada.page.route("**/v1/games", _idle_after_a_second)
    ada.create("astra", "Ada", "human", "human")
    for visitor, name in ((bob, "Bob"), (cem, "Cem")):
        visitor.page.goto(ada.page.url)
        visitor.at("form.sit [name=name]").fill(name)
        visitor.at("form.sit [type=submit]").click()
    ada.is_ready()
    _vote(bob)
    cem.hears("Bob wants another host.")
    _vote(cem)
    for visitor in (ada, bob, cem):
        visitor.hears("Bob")
        visitor.hears("the host now.")
    open_menu(bob)
    bob.sees("dialog.drawer-menu", "Hand to a bot: Ada")
    assert bob.at("[data-key=replace-host]").count() == 0
