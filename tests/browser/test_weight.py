"""What a first visit costs, and what is left of it without a network."""

from __future__ import annotations

import msgspec
import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Arrive
from tests.browser.drawings import DRAWN
from tests.browser.visitor import PATIENCE, Visitor

MOST_BYTES = 90_000
MOST_REQUESTS = 12


SIZES = """["navigation", "resource"].flatMap((kind) => performance.getEntriesByType(kind))
  .map((each) => each.transferSize)"""
"""Bytes of every answer that has come, with its head, as they went over the wire."""


def _first(arrive: Arrive) -> Visitor:
    """Who has never been here; what a service worker fetches has no size, so there is none."""
    visitor = arrive(service_workers="block")
    visitor.expected = ("blocked by Playwright",)
    return visitor


def _is_light(visitor: Visitor) -> None:
    sizes: list[int] = visitor.measure(SIZES)
    assert 0 not in sizes
    assert len(sizes) <= MOST_REQUESTS
    assert sum(sizes) <= MOST_BYTES


def test_a_first_visit_is_light(arrive: Arrive) -> None:
    ada = _first(arrive)
    ada.enter()
    ada.page.wait_for_load_state("networkidle")
    _is_light(ada)


@pytest.mark.parametrize("rulebook", DRAWN)
def test_a_first_visit_to_a_table_is_light(arrive: Arrive, rulebook: str) -> None:
    """Somebody has sent a link; the stream of the game goes on, and is no answer yet."""
    ada, eve = arrive(), _first(arrive)
    ada.create(rulebook, "Ada", "random")
    eve.page.goto(ada.page.url)
    eve.sees(".coach", "You are watching")
    _is_light(eve)


def test_without_a_network_the_page_opens_and_lists_the_own_games(arrive: Arrive) -> None:
    ada = arrive()
    ada.expected = ("net::ERR_INTERNET_DISCONNECTED",)
    ada.create("astra", "Ada", "random")
    ada.is_ready()
    ada.enter()
    ada.sees(".own-games", "Your turn")
    ada.measure("navigator.serviceWorker.ready.then(() => true)")
    ada.page.reload()
    ada.at(".tile").first.wait_for()
    ada.page.context.set_offline(True)
    ada.page.reload()
    ada.sees(".own-games", "Your turn")
    expect(ada.at("#away")).not_to_be_empty(timeout=PATIENCE)


def test_the_page_can_be_installed(arrive: Arrive) -> None:
    ada = arrive()
    ada.enter()
    told = ada.page.context.new_cdp_session(ada.page).send("Page.getAppManifest")
    assert told["errors"] == []
    manifest = msgspec.json.decode(told["data"])
    assert (manifest["start_url"], manifest["display"]) == ("/", "standalone")
    assert (
        ada.page.request.get(f"{ada.url}{manifest['icons'][0]['src']}")
        .headers["content-type"]
        .startswith("image/svg+xml")
    )
