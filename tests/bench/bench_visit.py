"""A first visit to a table, and a second one, over an emulated slow line: 1.6 Mb/s, 150 ms. Prints one JSON object.

Run it as `python -m tests.bench.bench_visit`. It needs Chromium, as the tests of the browser do.
"""

from __future__ import annotations

import json
import tempfile
import time
from pathlib import Path
from typing import Any

from playwright.sync_api import BrowserContext, Page, sync_playwright

from tests.browser.conftest import FLAGS, chromium
from tests.sdk.serving import Server

BITS_PER_SECOND = 1_600_000
LATENCY = 150
"""Milliseconds."""
CREATE = """fetch('/v1/games', {method: 'POST', headers: {'Content-Type': 'application/json'}, body: JSON.stringify(
  {rulebook: 'astra', seats: [{kind: 'human'}, {kind: 'human'}]})}).then((answer) => answer.json())"""
SIT = """(id) => fetch(`/v1/games/${id}/seats`, {method: 'POST', headers: {'Content-Type': 'application/json'},
  body: JSON.stringify({name: 'Bo'})})"""
DRAWN = "() => document.querySelector('h2[data-status=running]') && document.querySelector('#page svg')"


class Line:
    """A slow line, and what went over it."""

    def __init__(self, context: BrowserContext, page: Page) -> None:
        self.requests, self.bytes = 0, 0
        session = context.new_cdp_session(page)
        session.on("Network.responseReceived", self._answered)
        session.on("Network.loadingFinished", self._came)
        session.send("Network.enable")
        speed = BITS_PER_SECOND // 8
        session.send(
            "Network.emulateNetworkConditions",
            {"offline": False, "latency": LATENCY, "downloadThroughput": speed, "uploadThroughput": speed},
        )

    def _answered(self, event: dict[str, Any]) -> None:
        """What the browser had kept did not go over the line; what it asked about again did."""
        self.requests += not event["response"].get("fromDiskCache")

    def _came(self, event: dict[str, Any]) -> None:
        self.bytes += int(event["encodedDataLength"])


def _game(page: Page, url: str) -> str:
    """A running game of two people, made over a fast line."""
    page.goto(f"{url}/healthz")
    made = page.evaluate(CREATE)
    page.evaluate(SIT, made["game"]["id"])
    return str(made["game"]["id"])


def _visit(context: BrowserContext, url: str, game: str) -> dict[str, float]:
    page = context.new_page()
    line = Line(context, page)
    began = time.perf_counter()
    page.goto(f"{url}/#game={game}", wait_until="commit")
    page.wait_for_function(DRAWN)
    seconds = round(time.perf_counter() - began, 2)
    page.wait_for_timeout(1000)
    measured = {"seconds": seconds, "requests": line.requests, "bytes": line.bytes}
    page.close()
    return measured


def main() -> None:
    with Server(Path(tempfile.mkdtemp())) as server, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=list(FLAGS))
        page = browser.new_page()
        game = _game(page, server.url)
        context = browser.new_context(locale="en-GB")
        first, second = (_visit(context, server.url, game) for _ in range(2))
        browser.close()
    print(json.dumps({"first_visit": first, "second_visit": second}, indent=2))


if __name__ == "__main__":
    main()
