"""A person at the table, in the words of the tests. Waiting is for conditions, never for a time."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import ConsoleMessage, Error, Locator, Page, expect

PATIENCE = 60_000
"""Milliseconds; machines that test may be busy."""

READY = """() => {
  const page = document.getElementById("page");
  const title = page.querySelector("h1[data-status]");
  if (!title || page.hasAttribute("aria-busy")) return false;
  return title.dataset.status === "finished" || title.classList.contains("mine");
}"""

PLAY = """([number, preferred]) => {
  if (document.querySelector("h1[data-status=finished]")) return "finished";
  const liked = [...document.querySelectorAll(`.moves [data-type="${preferred}"] button.move`)];
  const moves = liked.length ? liked : [...document.querySelectorAll(".moves button.move")];
  const chosen = moves[number % moves.length];
  chosen.click();
  return chosen.textContent;
}"""


class Visitor:
    """One page of one browser context, and what went wrong on it."""

    def __init__(self, page: Page, url: str) -> None:
        self.page, self.url = page, url
        self.troubles: list[str] = []
        self.expected: tuple[str, ...] = ()
        page.set_default_timeout(PATIENCE)
        page.on("console", self._heard)
        page.on("pageerror", self._failed)

    def _heard(self, message: ConsoleMessage) -> None:
        """Errors of scripts and violations of the content security policy are told on the console."""
        if message.type in ("error", "warning") and not any(word in message.text for word in self.expected):
            self.troubles.append(message.text)

    def _failed(self, error: Error) -> None:
        self.troubles.append(str(error))

    def expect_refusals(self, *statuses: int) -> None:
        """The browser itself tells refused requests on the console."""
        self.expected = tuple(f"the server responded with a status of {status}" for status in statuses)

    def at(self, selector: str) -> Locator:
        return self.page.locator(selector)

    def sees(self, selector: str, text: str = "") -> None:
        expect(self.at(selector).first).to_contain_text(text, timeout=PATIENCE)

    def enter(self) -> None:
        self.page.goto(f"{self.url}/")
        self.at("form.create").wait_for()

    def create(self, rulebook: str, name: str, *others: str, visibility: str = "public") -> None:
        """`others` are the kinds of the further seats."""
        self.enter()
        form = self.at("form.create")
        form.locator(f"label.{rulebook}").click()
        form.locator("[name=name]").fill(name)
        form.locator("[name=count]").select_option(str(1 + len(others)))
        for seat, kind in enumerate(others):
            form.locator("[name=seat]").nth(seat).select_option(kind)
        form.locator("[name=visibility]").select_option(visibility)
        form.locator("[type=submit]").click()
        self.at("h1[data-status]").wait_for()

    def is_ready(self) -> None:
        """Until the person has a decision to make, or the game is over."""
        self.page.wait_for_function(READY, timeout=PATIENCE)

    def play(self, number: int, preferred: str = "") -> str:
        """Press a button of the list of moves, of a preferred kind if there is one; its text, or `finished`."""
        self.is_ready()
        pressed: str = self.page.evaluate(PLAY, [number, preferred])
        return pressed

    def log_length(self) -> int:
        return self.at(".log li").count()

    def measure(self, expression: str) -> Any:
        return self.page.evaluate(expression)

    def overflow(self) -> int:
        """By how many pixels the page is wider than the window."""
        wide: int = self.measure("document.documentElement.scrollWidth - document.documentElement.clientWidth")
        return wide
