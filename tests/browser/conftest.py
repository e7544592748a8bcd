"""A real browser at a real server: store, API and worker. Without Chromium the tests are skipped."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Playwright, sync_playwright

from tests.browser.seeded_games import seed_created_games, seed_prefix
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


WHOLE = ("chromium", "chromium-browser")
QUICKEST = ("chromium-headless-shell", *WHOLE)
"""A browser without a window of its own needs half as much of the processor; it shows no notifications."""


def chromium(names: Sequence[str] = WHOLE) -> str | None:
    return os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, names)), None)


@pytest.fixture(scope="module")
def playwright() -> Iterator[Playwright]:
    """Ends with its file: while it is there, asyncio runs no loop of another test in this process."""
    with sync_playwright() as started:
        yield started


def installed(names: Sequence[str]) -> str:
    path = chromium(names)
    if path is None:
        pytest.skip("no Chromium here: install the package chromium, or name the program in CHROMIUM")
    return path


def launched(playwright: Playwright, names: Sequence[str]) -> Iterator[Browser]:
    started = playwright.chromium.launch(executable_path=installed(names), args=list(FLAGS))
    yield started
    started.close()


@pytest.fixture(scope="module")
def browser(playwright: Playwright) -> Iterator[Browser]:
    yield from launched(playwright, QUICKEST)


@pytest.fixture(scope="session")
def needed_browser() -> str:
    return installed(QUICKEST)


@pytest.fixture(scope="session")
def server(needed_browser: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
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
            seed_created_games(context, server.rig, seed_prefix(request.node.nodeid, len(came)))
        visitor = Visitor(context.new_page(), server.url)
        came.append(visitor)
        return visitor

    yield arriving
    for visitor in came:
        visitor.page.context.close()
        assert visitor.troubles == []
