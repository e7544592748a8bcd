"""The table and its network: how much is asked, and what becomes of a move that is made without one."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import Request, Route, expect

from tests.browser.conftest import Arrive
from tests.browser.visitor import PATIENCE, Visitor

MOVE = "POST moves"
NEVER_SENT = "net::ERR_INTERNET_DISCONNECTED"
LOST = "net::ERR_FAILED"


class Counter:
    """What a page asks of the API, in words like `POST moves`; what a move would do may be asked often."""

    def __init__(self, visitor: Visitor) -> None:
        self.asked: list[str] = []
        visitor.page.on("request", self._count)

    def _count(self, request: Request) -> None:
        found = re.search(r"/v1/games/\w+/?(\w*)(/preview)?", request.url)
        if found and not found[2]:
            self.asked.append(f"{request.method} {found[1] or 'game'}")

    def told(self) -> list[str]:
        told, self.asked = self.asked, []
        return told


def _version(visitor: Visitor) -> int:
    game = visitor.page.url.partition("game=")[2]
    version: int = visitor.measure(f"fetch('/v1/games/{game}').then((it) => it.json()).then((it) => it.version)")
    return version


def _press(visitor: Visitor) -> None:
    visitor.choose(0, "star:")
    visitor.page.evaluate("document.querySelector('.bar .play').click()")


def _is_idle(visitor: Visitor) -> None:
    expect(visitor.at("#page")).not_to_have_attribute("aria-busy", "true", timeout=PATIENCE)


def _late(visitor: Visitor) -> Callable[[Route], None]:
    """The log is open, and empty, before anything is told."""

    def answer(route: Route) -> None:
        visitor.open_log()
        expect(visitor.at("dialog .log")).to_be_empty()
        route.continue_()

    return answer


def test_a_table_is_opened_with_two_requests_and_a_move_is_one(arrive: Arrive) -> None:
    ada = arrive()
    ada.create("astra", "Ada", "random")
    ada.is_ready()
    counter = Counter(ada)
    ada.page.reload()
    ada.is_ready()
    assert counter.told() == ["GET game", "GET events"]
    for number in range(8):
        ada.play(number, "rest")
        ada.is_ready()
    assert counter.told() == [MOVE] * 8


def test_the_moves_of_others_are_not_asked_for(arrive: Arrive) -> None:
    ada, bob = arrive(), arrive()
    ada.create("astra", "Ada", "human")
    bob.page.goto(ada.page.url)
    bob.at("form.sit [name=name]").fill("Bob")
    with bob.page.expect_request(lambda request: "/events" in request.url):
        bob.at("form.sit [type=submit]").click()
    ada.sees("h2.mine")
    ada.sees(".seat-name", "Bob")
    bob.sees(".seat-name", "Ada")
    counter, others = Counter(ada), Counter(bob)
    moves = 0
    while ada.at("h2.mine").count():
        ada.play(0, "rest")
        moves += 1
        _is_idle(ada)
    bob.sees("h2.mine")
    assert counter.told() == [MOVE] * moves
    assert others.told() == []


def test_a_move_made_offline_is_sent_once_when_the_network_is_back(arrive: Arrive) -> None:
    ada = arrive()
    ada.expected = (NEVER_SENT,)
    ada.create("astra", "Ada", "human")
    bob = arrive()
    bob.page.goto(ada.page.url)
    bob.at("form.sit [type=submit]").click()
    ada.is_ready()
    counter = Counter(ada)
    ada.page.context.set_offline(True)
    ada.sees("#away", "You are offline")
    _press(ada)
    ada.sees("#away", "Your move is kept")
    ada.measure("document.querySelector('.bar .play').click()")
    ada.page.context.set_offline(False)
    expect(ada.at("#away")).to_be_empty(timeout=5000)
    _is_idle(ada)
    assert counter.told().count(MOVE) == 1
    ada.hears("Ada (you) marked on")
    assert _version(ada) == 1


def test_a_move_made_offline_survives_a_reload(arrive: Arrive) -> None:
    ada = arrive()
    ada.expected = (NEVER_SENT,)
    ada.create("astra", "Ada", "human")
    bob = arrive()
    bob.page.goto(ada.page.url)
    bob.at("form.sit [type=submit]").click()
    ada.is_ready()
    table = ada.page.url
    counter = Counter(ada)
    ada.page.context.set_offline(True)
    ada.sees("#away", "You are offline")
    _press(ada)
    ada.sees("#away", "Your move is kept")
    ada.page.goto("about:blank")
    ada.page.context.set_offline(False)
    ada.page.route("**/events?*", _late(ada), times=1)
    ada.page.goto(table)
    ada.sees("dialog .log", "Ada (you) marked on")
    _is_idle(ada)
    # Chromium does not report every request that is sent while a page arrives: the server's count is the proof.
    assert counter.told().count(MOVE) <= 1
    assert _version(ada) == 1
    ada.page.reload()
    ada.hears("Ada (you) marked on")
    assert counter.told().count(MOVE) == 0
    assert _version(ada) == 1


def test_a_move_whose_answer_is_lost_is_played_once(arrive: Arrive) -> None:
    ada = arrive()
    ada.expected = (LOST,)
    ada.create("astra", "Ada", "human")
    bob = arrive()
    bob.page.goto(ada.page.url)
    bob.at("form.sit [type=submit]").click()
    ada.is_ready()
    keys: list[str] = []

    def lose_once(route: Route) -> None:
        if route.request.method == "POST":
            keys.append(route.request.headers["idempotency-key"])
        if len(keys) == 1:
            route.fetch()
            route.abort()
        else:
            route.continue_()

    ada.page.route("**/moves?*", lose_once)
    _press(ada)
    ada.hears("Ada (you) marked on")
    _is_idle(ada)
    assert len(keys) == 2
    assert keys[0] == keys[1]
    assert _version(ada) == 1
