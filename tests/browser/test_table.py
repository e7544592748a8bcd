"""The table in a browser: whole games, two people and an invite, a spectator, reloads, refusals, languages."""

from __future__ import annotations

import contextlib
import json

import pytest
from playwright.sync_api import Error, Route, expect

from tests.browser.conftest import Arrive
from tests.browser.drawings import DRAWN
from tests.browser.hands import SCREENS
from tests.browser.test_axe import fits
from tests.browser.visitor import Visitor

NARROW = 390
NASTY = "<img src=x onerror=alert(1)>"
LONGEST = "Wilhelmina of the Wide Wandering Meadows"


def _invite(ada: Visitor) -> str:
    return ada.at(".invitation input").input_value()


def test_two_people_and_an_invite(arrive: Arrive) -> None:
    ada, bob = arrive(), arrive(width=NARROW, height=844)
    ada.create("astra", NASTY, "human", visibility="private")
    ada.sees("h2[data-status=open]", "Waiting for players")
    ada.at("svg.qr").wait_for()
    bob.page.goto(_invite(ada))
    bob.at("form.sit [name=name]").fill("Bob")
    bob.at("form.sit [type=submit]").click()
    bob.sees("h2[data-status=running]")
    assert "invite" not in bob.page.url
    assert "almagest_" not in bob.page.url + ada.page.url
    ada.sees(".seat-name", "Bob")
    bob.sees(".strip", NASTY)
    for visitor in (ada, bob):
        assert visitor.at("main img").count() == 0
    ada.play(0, "star:")
    bob.sees(".strip .did", "marked 1 star")


def test_a_reload_keeps_the_seat(arrive: Arrive) -> None:
    ada = arrive()
    ada.create("astra", "Ada", "random")
    ada.play(0, "rest")
    ada.is_ready()
    ada.page.reload()
    ada.is_ready()
    ada.sees("h2.mine", "Your turn")
    ada.enter()
    ada.sees(".own-games", "Your turn")


def test_a_public_game_is_joined_from_the_lobby_and_watched(arrive: Arrive) -> None:
    ada, bob, eve = arrive(by_chance=True), arrive(), arrive()
    ada.create("astra", "Ada of the lobby", "human")
    eve.page.goto(ada.page.url)
    eve.sees("form.sit")
    bob.enter()
    bob.at(".own-name").fill("Bob")
    bob.at(".own-name").blur()
    bob.at(".open-tables li").filter(has_text="Ada of the lobby").get_by_role("button").click()
    bob.sees(".seat-name", "Ada of the lobby")
    ada.sees("h2.mine")
    eve.sees(".coach", "You are watching")
    assert eve.at(".bar .play").count() == 0
    assert eve.at("[data-touch]:not([aria-disabled])").count() == 0
    ada.play(0, "star:")
    bob.sees(".recap", "Ada of the lobby marked 1 star on")
    eve.sees(".recap", "Ada of the lobby marked 1 star on")
    eve.sees("h2[data-status]", "Waiting for Bob")


def test_a_store_that_is_away_gets_the_same_key_again(arrive: Arrive) -> None:
    ada = arrive()
    ada.expect_refusals(503)
    ada.create("astra", "Ada", "random")
    keys: list[str] = []

    def away_once(route: Route) -> None:
        if route.request.method != "POST":
            route.continue_()
            return
        keys.append(route.request.headers["idempotency-key"])
        if len(keys) == 1:
            route.fulfill(status=503, content_type="application/problem+json", body="{}")
        else:
            route.continue_()

    ada.page.route("**/moves?*", away_once)
    ada.play(0, "star:")
    ada.is_ready()
    ada.hears("Ada (you) marked on")
    assert len(keys) == 2
    assert keys[0] == keys[1]


def test_a_refusal_is_told_with_its_ruling(arrive: Arrive) -> None:
    ada = arrive()
    ada.expect_refusals(409, 412)
    ada.create("astra", "Ada", "random")
    told = {
        "code": "no_stardust",
        "detail": "Each star costs a stardust.",
        "ruling": "A-20",
        "ruling_title": "When Rest and Observe are possible",
    }

    def refuse(route: Route) -> None:
        route.fulfill(status=409, content_type="application/problem+json", body=json.dumps(told))

    ada.page.route("**/moves?*", refuse)
    ada.play(0, "star:")
    ada.sees("#notice", "Each star costs a stardust. (A-20: When Rest and Observe are possible)")
    ada.page.unroute("**/moves?*")
    ada.page.route("**/moves?*", lambda route: route.continue_(headers={**route.request.headers, "if-match": '"77"'}))
    ada.play(0, "star:")
    ada.sees("#notice", "The table has moved on")


def test_a_preview_that_comes_too_late_is_not_told(arrive: Arrive) -> None:
    ada = arrive()
    ada.create("astra", "Ada", "random")
    ada.is_ready()
    held: list[Route] = []
    ada.page.route("**/moves/preview?*", lambda route: held.append(route))
    with ada.page.expect_request("**/moves/preview?*"):
        ada.choose(0, "star:")
    ada.page.evaluate("document.querySelector('.bar .play').click()")
    ada.is_ready()
    assert held
    for route in held:
        with contextlib.suppress(Error):
            route.fulfill(status=409, content_type="application/problem+json", body='{"code": "not_your_decision"}')
    ada.hears("Ada (you) marked on")
    assert ada.at("#notice").inner_text() == ""


def test_why_not_is_said_where_one_taps(arrive: Arrive) -> None:
    ada = arrive(locale="ru-RU")
    ada.expect_refusals(409)
    ada.create("astra", "Ada", "random")
    ada.is_ready()
    ada.measure("""() => {
      const star = document.querySelector(".map [data-touch][aria-disabled]");
      const box = star.querySelector(".at").getBoundingClientRect();
      star.dispatchEvent(new MouseEvent("click", { bubbles: true, clientX: box.x, clientY: box.y }));
    }""")
    ada.sees(".bubble", "(")
    assert ada.at(".refused").count() == 1


def test_languages_are_switched_at_the_table(arrive: Arrive) -> None:
    ada = arrive(locale="uk-UA")
    ada.enter()
    ada.sees(".welcome", "Оберіть небо")
    ada.create("astra", "Ada", "random")
    ada.at("[data-key=tool-menu]").click()
    assert ada.at("#language").all_inner_texts() == ["English\nFrançais\nРусский\nУкраїнська"]
    ada.at("#language").select_option("fr")
    ada.sees("h2[data-status]", "À vous")
    ada.sees(".bar", "Repos")
    assert ada.measure("document.documentElement.lang") == "fr"


SPILLED = """() => {
  const bar = document.querySelector(".bar").getBoundingClientRect();
  const nodes = [...document.querySelectorAll(".bar *")].filter((node) => node.getClientRects().length);
  return nodes.filter((node) => node.getBoundingClientRect().bottom > bar.bottom - 1 && !node.closest(".effects"))
    .map((node) => node.textContent);
}"""
"""What stands below the edge of the action bar."""

TURNS = {"en-GB": "Turn of", "fr-FR": "Tour de", "ru-RU": "Ход:", "uk-UA": "Хід:"}

DECISIONS = {"nebula": 1}
"""Touching anything chooses no five steps of clocks: that is for `test_nebula.py`."""


@pytest.mark.parametrize("locale", TURNS)
def test_every_game_speaks_the_language_of_the_page(arrive: Arrive, locale: str) -> None:
    for rulebook in DRAWN:
        ada = arrive(locale=locale)
        ada.create(rulebook, "Ada", "random", "random")
        for number in range(DECISIONS.get(rulebook, 3)):
            ada.play(number)
        ada.is_ready()
        ada.hears(TURNS[locale])
        said = ada.at("main").inner_text()
        assert "_" not in said
        assert "{" not in said
        assert "**" not in said
        assert ada.measure(SPILLED) == []
        assert ada.overflow() <= 0


def test_a_game_that_is_not_there_has_a_page_with_a_way_home(arrive: Arrive) -> None:
    ada = arrive()
    ada.expect_refusals(404)
    ada.page.goto(f"{ada.url}/#game=0123456789abcdefghjk")
    ada.sees(".missing h1", "This sky is empty")
    ada.at(".missing .primary").click()
    ada.at(".tile").first.wait_for()


def test_play_now_is_one_press_to_a_guided_game(arrive: Arrive) -> None:
    ada = arrive()
    ada.enter()
    ada.at(".tile.astra .play-now").click()
    ada.sees(".howto h2", "Observe: mark a path of stars")
    for step in range(2, 6):
        ada.at(".howto [data-key=next]").click()
        ada.sees(".taught > .caps", f"How to play · {step} of 5")
    ada.at(".howto [data-key=next]").click()
    ada.sees(".coach", "Tap a glowing star to begin a path")
    ada.play(0, "star:")
    ada.is_ready()
    ada.page.reload()
    ada.is_ready()
    assert ada.at("dialog").count() == 0


STEPS = {
    "astra": ["Observe", "Rest", "Discover", "Abilities", "The end"],
    "nebula": ["Take", "Place", "Race", "Black stars", "The end"],
    "distant_suns": ["Draw", "Modules", "Missions", "Worlds and treasures", "Upgrades"],
}


@pytest.mark.parametrize("rulebook", DRAWN)
def test_how_to_play_names_its_steps_and_each_leads_there(arrive: Arrive, rulebook: str) -> None:
    ada = arrive(width=1440, height=900)
    ada.enter()
    ada.at(f".tile.{rulebook} .learn").click()
    ada.at(".howto").wait_for()
    assert ada.at(".named-step span").all_inner_texts() == STEPS[rulebook]
    ada.at(".howto [data-key=step-3]").click()
    ada.sees(".taught > .caps", "How to play · 4 of 5")
    ada.sees(".named-step[aria-current=step]", STEPS[rulebook][3])
    expect(ada.at(".howto [data-key=step-3]")).to_be_focused()
    ada.resize(390, 844)
    assert ada.at(".named-step span").all_inner_texts() == STEPS[rulebook], "also where only one of them is seen"


@pytest.mark.parametrize("locale", TURNS)
def test_every_step_of_how_to_play_fits(arrive: Arrive, locale: str) -> None:
    ada = arrive(locale=locale)
    for rulebook in DRAWN:
        ada.enter()
        ada.at(f".tile.{rulebook} .learn").click()
        for step in range(5):
            ada.at(f".howto [data-key=step-{step}]").click()
            for width, height in SCREENS if locale == "en-GB" else SCREENS[::2]:
                ada.resize(width, height)
                fits(ada, f"{rulebook}, step {step}, {width}x{height}")
        ada.page.keyboard.press("Escape")


def test_the_lobby_fits_a_phone_and_needs_no_pointer(arrive: Arrive) -> None:
    ada = arrive(width=NARROW, height=844)
    ada.enter()
    assert ada.overflow() <= 0
    ada.at(".tile.astra .play-now").focus()
    ada.page.keyboard.press("Enter")
    ada.sees("h2.mine")


@pytest.mark.parametrize("rulebook", ["astra", "nebula", "distant_suns"])
def test_the_longest_name_pushes_nothing_out_of_its_place(arrive: Arrive, rulebook: str) -> None:
    ada, bob = arrive(width=1440, height=900), arrive()
    ada.create(rulebook, "Ada", "human", visibility="private")
    bob.page.goto(_invite(ada))
    bob.at("form.sit [name=name]").fill(LONGEST)
    bob.at("form.sit [type=submit]").click()
    ada.sees("h2[data-status=running]")
    for language in ("fr", "ru"):
        ada.measure(f"localStorage.setItem('almagest.language', '{language}')")
        ada.page.reload()
        ada.sees("h2[data-status=running]")
        for width, height in SCREENS:
            ada.resize(width, height)
            fits(ada, f"{language}, {width}x{height}")


SPREAD = """() => {
  const shown = [...document.querySelectorAll(".own-tab, .column .part:not(.off-tab)")]
    .map((node) => node.getBoundingClientRect());
  const seen = shown.filter((box) => box.width && box.height > 40 && box.y < 100);
  return [Math.min(...seen.map((box) => box.left)), Math.max(...seen.map((box) => box.right))].map(Math.round);
}"""
"""From where to where the upper half of a phone on its side is used."""


@pytest.mark.parametrize("rulebook", DRAWN)
def test_tabs_use_all_of_a_phone_on_its_side(arrive: Arrive, rulebook: str) -> None:
    ada = arrive(width=844, height=390)
    ada.create(rulebook, "Ada", "random", "random")
    ada.is_ready()
    for tab in ("mine", "others", "log", "rules"):
        ada.at(f"[data-key=tab-{tab}]").click()
        left, right = ada.measure(SPREAD)
        assert left < 90, tab
        assert right > 820, tab
        assert ada.at(".bar").is_visible() == (tab == "mine")
        fits(ada, tab)


YOURS = """() => [...document.querySelectorAll(".table h2, .table h3, .table .caps, .table small, .table [aria-label]")]
  .flatMap((node) => [node.textContent, node.getAttribute("aria-label")])
  .filter((text) => /^your/i.test(text ?? ""))"""
"""What a table calls the viewer's own."""
LARGE = {
    "astra": "[data-part=watched] .seat-name",
    "nebula": "[data-part=galaxy] h2",
    "distant_suns": "[data-part=head] h2",
}


@pytest.mark.parametrize("rulebook", DRAWN)
def test_who_watches_is_told_whose_board_is_large_and_chooses_it(arrive: Arrive, rulebook: str) -> None:
    ada, eve = arrive(), arrive(width=1440, height=900)
    ada.create(rulebook, "Ada", "random")
    ada.is_ready()
    eve.page.goto(ada.page.url)
    eve.sees(".coach", "You are watching")
    large = eve.at(LARGE[rulebook])
    expect(large).to_contain_text("Ada")
    assert eve.measure(YOURS) == []
    eve.at(".watched").select_option("2")
    expect(large).not_to_contain_text("Ada")
    assert eve.measure(YOURS) == []
    for width, height in ((390, 844), (844, 390)):
        eve.resize(width, height)
        eve.at("[data-key=tab-mine]").click()
        expect(eve.at(".column.right .part:not(.off-tab)").first).to_be_visible()
        assert eve.measure(YOURS) == []
        fits(eve, f"{width}")
