"""A person at the table, in the words of the tests. Waiting is for conditions, never for a time."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import ConsoleMessage, Error, Locator, Page, expect

PATIENCE = 60_000
"""Milliseconds; machines that test may be busy."""

READY = """() => {
  const page = document.getElementById("page");
  const title = page.querySelector("h2[data-status]");
  if (!title || page.hasAttribute("aria-busy")) return false;
  return title.dataset.status === "finished" || title.classList.contains("mine");
}"""

TOUCH = """([number, preferred]) => {
  const seen = (node) => node.getClientRects().length && node.getAttribute("aria-pressed") !== "true";
  const area = document.querySelector(".overs .part:not(.off-tab)") ?? document.querySelector(".table");
  const things = [...area.querySelectorAll("[data-touch]:not([aria-disabled])")].filter(seen);
  const bar = [...document.querySelectorAll(".bar [data-touch]:not([aria-disabled])")].filter(seen);
  const all = things.length ? things : bar;
  const liked = preferred ? [...all, ...bar].filter((node) => node.dataset.touch.startsWith(preferred)) : [];
  const chosen = (liked.length ? liked : all)[number % (liked.length || all.length)];
  const box = (chosen.querySelector(".at") ?? chosen).getBoundingClientRect();
  const [clientX, clientY] = [box.x + box.width / 2, box.y + box.height / 2];
  chosen.dispatchEvent(new MouseEvent("click", { bubbles: true, clientX, clientY }));
  return chosen.dataset.touch;
}"""

OVERFLOW = "() => document.documentElement.scrollWidth - document.documentElement.clientWidth"
"""By how many pixels the page is wider than the window."""

DRAWN_AGAIN = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
"""A page hears of its new size before the next frame, and of that of its parts before the one after."""

MOST_TOUCHES = 12


class Visitor:
    """One page of one browser context, and what went wrong on it."""

    def __init__(self, page: Page, url: str) -> None:
        self.page, self.url = page, url
        self.troubles: list[str] = []
        self.expected: tuple[str, ...] = ()
        page.set_default_timeout(PATIENCE)
        page.on("console", self._log_console)
        page.on("pageerror", self._log_error)

    def _log_console(self, message: ConsoleMessage) -> None:
        """Errors of scripts and violations of the content security policy are told on the console."""
        if message.type in ("error", "warning") and not any(word in message.text for word in self.expected):
            self.troubles.append(message.text)

    def _log_error(self, error: Error) -> None:
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
        self.at(".tile").first.wait_for()

    def create(self, rulebook: str, name: str, *others: str, visibility: str = "public", hints: str = "bots") -> None:
        """`others` are the kinds of the further seats."""
        self.enter()
        self.at(f".tile.{rulebook} .invite").click()
        form = self.at("form.create")
        form.locator("[name=name]").fill(name)
        form.locator("[name=count]").select_option(str(1 + len(others)))
        for seat, kind in enumerate(others):
            form.locator("[name=seat]").nth(seat).select_option(kind)
        form.locator("[name=visibility]").select_option(visibility)
        form.locator("[name=hints]").select_option(hints)
        form.locator("[type=submit]").click()
        self.at("h2[data-status]").wait_for()

    def is_ready(self) -> None:
        """Until the person has a decision to make, or the game is over."""
        self.page.wait_for_function(READY, timeout=PATIENCE)

    @property
    def is_over(self) -> bool:
        return self.at("h2[data-status=finished]").count() > 0

    def touch(self, number: int, preferred: str = "") -> str:
        touched: str = self.page.evaluate(TOUCH, [number, preferred])
        return touched

    def choose(self, number: int, preferred: str = "") -> None:
        """Touch things until there is something to play."""
        for step in range(MOST_TOUCHES):
            if self.at(".bar .play:enabled").count():
                return
            self.touch(number + step, preferred)
        raise AssertionError("nothing was chosen")

    def play(self, number: int, preferred: str = "") -> str:
        """Choose something and play it; `finished` when there is nothing more to play."""
        self.is_ready()
        if self.is_over:
            return "finished"
        self.choose(number, preferred)
        self.page.evaluate("document.querySelector('.bar .play').click()")
        return "played"

    def open_log(self) -> None:
        """Also where boons lie over the header."""
        self.at("[data-key=tool-log]").dispatch_event("click")

    def hears(self, text: str) -> None:
        """The log is opened, and tells this."""
        self.open_log()
        self.sees("dialog .log", text)
        self.page.keyboard.press("Escape")

    def measure(self, expression: str) -> Any:
        return self.page.evaluate(expression)

    def resize(self, width: int, height: int) -> None:
        """Until the page is drawn for its new size."""
        self.page.set_viewport_size({"width": width, "height": height})
        self.measure(DRAWN_AGAIN)

    def overflow(self) -> int:
        wide: int = self.measure(OVERFLOW)
        return wide
