"""What a first visit costs, and what is left of it without a network."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import expect

from tests.browser.conftest import Arrive
from tests.browser.visitor import PATIENCE

MOST_BYTES = 90_000
MOST_REQUESTS = 12


def test_a_first_visit_is_light(arrive: Arrive) -> None:
    ada = arrive()
    network = ada.page.context.new_cdp_session(ada.page)
    network.send("Network.enable")
    sizes: list[float] = []

    def count(message: dict[str, Any]) -> None:
        sizes.append(message["encodedDataLength"])

    network.on("Network.loadingFinished", count)
    ada.enter()
    ada.page.wait_for_load_state("networkidle")
    assert len(sizes) <= MOST_REQUESTS
    assert sum(sizes) <= MOST_BYTES


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
