"""The table in a browser: whole games by clicking, two people and an invite, what is pressed on the boards."""

from __future__ import annotations

import json
import random

import pytest
from playwright.sync_api import Route, expect

from tests.browser.conftest import Arrive
from tests.browser.visitor import PATIENCE, Visitor

QUICK = [("astra", "random", "rest"), ("nebula", "greedy", "place_black_star"), ("distant_suns", "random", "")]
"""Bots and kinds of moves that bring the end near."""
NARROW = 380
MOST_MOVES = 400
NASTY = "<img src=x onerror=alert(1)>"


@pytest.mark.parametrize(("rulebook", "level", "preferred"), QUICK)
def test_a_whole_game_against_a_bot_on_a_phone(arrive: Arrive, rulebook: str, level: str, preferred: str) -> None:
    ada = arrive(width=NARROW)
    ada.create(rulebook, "Ada", level)
    chance = random.Random(rulebook)
    for _ in range(MOST_MOVES):
        if ada.play(chance.randrange(1000), preferred) == "finished":
            break
    ada.sees("h1[data-status=finished]")
    ada.sees(".score details.final[open] tfoot", "Total")
    assert ada.at(".score thead th").count() == 2
    ada.sees(".log li", "The game is over.")
    assert "_" not in ada.at(".log").inner_text()
    assert ada.overflow() <= 0


def _invite(ada: Visitor) -> str:
    return ada.at(".invitation input").input_value()


def test_two_people_and_an_invite(arrive: Arrive) -> None:
    ada, bob = arrive(), arrive(width=NARROW)
    ada.create("distant_suns", NASTY, "human", visibility="private")
    ada.sees("h1[data-status=open]", "Waiting for players")
    bob.page.goto(_invite(ada))
    bob.at("form.sit [name=name]").fill("Bob")
    bob.at("form.sit [type=submit]").click()
    bob.sees("h1[data-status=running]")
    assert "invite" not in bob.page.url
    assert "almagest_" not in bob.page.url + ada.page.url
    for visitor in (ada, bob):
        visitor.sees(".chips", NASTY)
        visitor.sees(".chips", "Bob")
        assert visitor.at("main img").count() == 0
    ada.sees("h1.mine")
    ada.at(".assignments button").first.click()
    bob.sees("h1.mine")
    bob.sees(".log", "placed module 1")


def test_a_reload_keeps_the_seat(arrive: Arrive) -> None:
    ada = arrive()
    ada.create("nebula", "Ada", "random")
    ada.play(0)
    ada.is_ready()
    ada.page.reload()
    ada.sees(".chip", "Ada (you)")
    ada.is_ready()
    assert ada.at(".moves button.move").count() > 0
    ada.enter()
    ada.sees("section.panel", "Your games")


def test_a_public_game_is_joined_from_the_lobby_and_watched(arrive: Arrive) -> None:
    ada, bob, eve = arrive(), arrive(), arrive()
    ada.create("astra", "Ada of the lobby", "human")
    eve.page.goto(ada.page.url)
    eve.sees("form.sit")
    bob.enter()
    bob.at("form.create [name=name]").fill("Bob")
    bob.at(
        "li",
    ).filter(has_text="Ada of the lobby").get_by_role("button").click()
    bob.sees(".chip", "Ada of the lobby")
    ada.sees("h1.mine")
    eve.sees(".status", "you are watching")
    assert eve.at(".moves button.move").count() == 0


def test_a_path_of_stars_is_pressed_together(arrive: Arrive) -> None:
    ada = arrive()
    ada.create("astra", "Ada", "random")
    ada.is_ready()
    ada.at(".sky .next").first.click()
    ada.at(".sky .next").first.focus()
    ada.page.keyboard.press("Enter")
    expect(ada.at(".star.chosen")).to_have_count(2)
    ada.at(".bar button.main").click()
    ada.sees(".log", "Ada (you) marked on")


def test_clocks_are_turned_and_a_star_is_put_on_a_cell(arrive: Arrive) -> None:
    ada = arrive()
    ada.create("nebula", "Ada", "random")
    ada.is_ready()
    ada.at(".journal.own .goals button").first.click()
    plus = ada.at(".clock").nth(1).get_by_role("button").nth(1)
    plus.wait_for()
    ada.is_ready()
    for _ in range(5):
        plus.click()
    expect(plus).to_be_disabled(timeout=PATIENCE)
    ada.at(".bar button.main").click()
    ada.sees(".log", "turned the clocks (0, +5, 0)")
    ada.is_ready()
    if ada.at(".journal.own .area button").count():
        ada.at(".journal.own .area button").first.click()
        ada.at(".galaxy .press").first.click()
        ada.sees(".log", "Ada (you) placed")


def test_a_shape_is_fitted_on_the_sheet(arrive: Arrive) -> None:
    ada = arrive()
    ada.create("distant_suns", "Ada", "random")
    ada.is_ready()
    ada.at(".assignments button").first.click()
    own = ada.at(".journal.own .sheet")
    own.locator(".sector.press").first.wait_for()
    own.locator(".sector.press").first.hover()
    expect(own.locator(".ghost").first).to_be_attached(timeout=PATIENCE)
    own.locator(".sector.press").first.click()
    size = own.locator(".hex.fit").count()
    assert size >= 4
    ada.at(".bar button.main").click()
    ada.sees(".log", "Ada (you) drew")


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

    ada.page.route("**/moves*", away_once)
    ada.play(0)
    ada.sees(".log", "Ada (you) marked on")
    assert len(keys) == 2
    assert keys[0] == keys[1]


def test_a_refusal_is_told_with_its_ruling(arrive: Arrive) -> None:
    ada = arrive()
    ada.expect_refusals(409, 412)
    ada.create("astra", "Ada", "random")
    told = {"detail": "Each star costs a stardust.", "ruling": "A-20", "code": "no_stardust"}

    def refuse(route: Route) -> None:
        if route.request.method == "POST":
            route.fulfill(status=409, content_type="application/problem+json", body=json.dumps(told))
        else:
            route.continue_()

    ada.page.route("**/moves*", refuse)
    ada.play(0)
    ada.sees("#notice", "Each star costs a stardust. (A-20)")
    ada.page.unroute("**/moves*")
    ada.page.route("**/moves*", lambda route: route.continue_(headers={**route.request.headers, "if-match": '"77"'}))
    ada.play(0)
    ada.sees("#notice", "The table has moved on")


def test_languages_are_switched_at_the_table(arrive: Arrive) -> None:
    ada = arrive(locale="uk-UA")
    ada.enter()
    ada.sees("h2", "Нова гра")
    ada.create("astra", "Ada", "random")
    ada.at("#language").select_option("fr")
    ada.sees("h1[data-status]", "À vous de décider")
    ada.sees(".moves", "Observer")
    assert ada.measure("document.documentElement.lang") == "fr"


def test_the_lobby_fits_a_phone_and_needs_no_pointer(arrive: Arrive) -> None:
    ada = arrive(width=NARROW)
    ada.enter()
    assert ada.overflow() <= 0
    ada.at("form.create [name=name]").focus()
    ada.page.keyboard.press("Enter")
    ada.sees("h1.mine")
    ada.sees(".chip", "Guest")
