"""The page's check of a deal between people: who contributed, who did not, and what is not believed."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest
import requests
from almagest_sdk import Almagest, Table
from playwright.sync_api import Route

from tests.browser.conftest import Arrive
from tests.browser.finished_game import finished_game
from tests.browser.test_axe import fits, is_for_everybody
from tests.browser.visitor import Visitor
from tests.sdk.serving import Server

HOLD = "([game, held]) => localStorage.setItem(`almagest.game.${game}`, JSON.stringify(held))"
FITS = ".viewer .seed-fits"


def _play_to_the_end(*tables: Table[Any, Any, Any, Any, Any, Any, Any, Any]) -> None:
    while tables[0].refresh().status == "running":
        for table in tables:
            if table.refresh().status == "running" and table.seat in table.deciders:
                table.play(random.choice(table.moves()))


@pytest.fixture(scope="module")
def played(server: Server) -> dict[str, Any]:
    """A game of two, whom the server dealt by chance: the client of the second contributed nothing."""
    with Almagest(server.url) as client:
        ada = client.games.create("nebula", seats=2, name="Ada")
        taken = requests.post(f"{server.url}/v1/games/{ada.id}/seats", json={"name": "Bo"}, timeout=60).json()
        _play_to_the_end(ada, client.games.resume(ada.id, taken["token"]))
        return {"id": ada.id, "held": {"token": ada.token, "seat": 1, "rulebook": "nebula", "entropy": ada.entropy}}


def _look(visitor: Visitor, played: dict[str, Any], step: str = "&step=2") -> None:
    visitor.enter()
    visitor.page.evaluate(HOLD, [played["id"], played["held"]])
    visitor.page.goto(f"{visitor.url}/#game={played['id']}{step}")
    visitor.sees("h2[data-status=finished]")


def _tamper(change: Callable[[dict[str, Any]], dict[str, Any]]) -> Callable[[Route], None]:
    def answer(route: Route) -> None:
        response = route.fetch()
        route.fulfill(response=response, json={**response.json(), **change(response.json())})

    return answer


def test_a_finished_game_passes_and_names_who_contributed(arrive: Arrive, played: dict[str, Any]) -> None:
    ada = arrive(width=1440, height=900)
    _look(ada, played)
    ada.at(f"{FITS} summary").click()
    ada.sees(FITS, "The deal combines the server’s seed with random bytes from: Ada.")
    ada.sees(FITS, "The bytes that this browser sent are among them.")
    ada.sees(FITS, "No bytes came from: Bo.")
    assert ada.at(".viewer .rigged, .viewer [role=alert]").count() == 0
    is_for_everybody(ada, "check of the deal")
    fits(ada, "check of the deal")


@pytest.mark.parametrize("locale", ["en-GB", "fr-FR", "ru-RU", "uk-UA"])
def test_a_phone_shows_it_in_every_language(arrive: Arrive, played: dict[str, Any], locale: str) -> None:
    ada = arrive(width=390, height=844, locale=locale)
    _look(ada, played, "")
    ada.at("[data-key=share]").first.click()
    ada.at("dialog .seed-fits summary").click()
    ada.sees("dialog .seed-fits", "Bo.")
    fits(ada, "check of the deal")


OTHER = "ab" * 32
TAMPERED: dict[str, tuple[dict[str, Any], str]] = {
    "seed": ({"seed": OTHER}, "The seed is not the one promised"),
    "contribution": ({"entropy": [OTHER, None]}, "The deal was made without your bytes"),
    "no contribution": ({"entropy": [None, None]}, "The deal was made without your bytes"),
    "said to be rigged": ({"entropy": [None, None], "rigged": True}, "The deal was made without your bytes"),
}


@pytest.mark.parametrize("name", TAMPERED)
def test_a_tampered_replay_is_refused(arrive: Arrive, played: dict[str, Any], name: str) -> None:
    change, alarm = TAMPERED[name]
    ada = arrive(width=1440, height=900)
    ada.page.route("**/replay", _tamper(lambda _: change))
    _look(ada, played)
    ada.sees(".viewer [role=alert]", alarm)
    assert ada.at(FITS).count() == 0


def test_a_rigged_game_says_so_before_anything_is_opened(arrive: Arrive) -> None:
    ada = arrive(width=1440, height=900)
    game = finished_game(ada, "astra")
    ada.page.goto(f"{ada.url}/#game={game}&step=2")
    ada.sees(".viewer .rigged", "This game was set up for a test")
    assert ada.at(".viewer .rigged").is_visible()
