"""A real browser at a real server: store, API and worker. Without Chromium the tests are skipped."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, sync_playwright

from tests.browser.dealing import course, deal
from tests.browser.visitor import Visitor
from tests.sdk.serving import Server

FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
)

Arrive = Callable[..., Visitor]


def _chromium() -> str | None:
    return os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("chromium-browser")


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    path = _chromium()
    if path is None:
        pytest.skip("no Chromium here: install the package chromium, or name the program in CHROMIUM")
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=path, args=list(FLAGS))
        yield started
        started.close()


@pytest.fixture(scope="session")
def server(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(Path(tmp_path_factory.mktemp("table"))) as running:
        yield running


@pytest.fixture
def arrive(browser: Browser, server: Server, request: pytest.FixtureRequest) -> Iterator[Arrive]:
    """A new person with a browser of their own; at the end nobody may have seen an error that was not expected. The
    games they create are the same in every run; dealt by chance they are in the public list, too."""
    came: list[Visitor] = []

    def arriving(
        width: int = 1280, locale: str = "en-GB", height: int = 800, *, by_chance: bool = False, **more: Any
    ) -> Visitor:
        context = browser.new_context(
            viewport={"width": width, "height": height}, locale=locale, reduced_motion="reduce", **more
        )
        if not by_chance:
            deal(context, server.rig, course(request.node.nodeid, len(came)))
        visitor = Visitor(context.new_page(), server.url)
        came.append(visitor)
        return visitor

    yield arriving
    for visitor in came:
        visitor.page.context.close()
        assert visitor.troubles == []
