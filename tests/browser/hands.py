"""How somebody presses things: with a mouse, a finger, or keys alone."""

from __future__ import annotations

from typing import Any

import pytest

from tests.browser.visitor import Visitor

POINT = """(selector) => {
  const node = [...document.querySelectorAll(selector)].find((each) => each.getClientRects().length);
  if (!node) return null;
  node.scrollIntoView({ block: "nearest", inline: "nearest" });
  const box = (node.querySelector(".at") ?? node).getBoundingClientRect();
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}"""
HAS_FOCUS = "(selector) => document.activeElement.matches(selector)"
MOST_TABS = 200

PLAY = ".bar .play:enabled"


def kinds(usual: str) -> list[Any]:
    """All kinds of hands; those besides the usual one of a game only with `-m whole`."""
    return [kind if kind == usual else pytest.param(kind, marks=pytest.mark.whole) for kind in HANDS]


class Hand:
    """A mouse."""

    def __init__(self, visitor: Visitor) -> None:
        self.visitor = visitor

    def press(self, selector: str) -> bool:
        """Whether there was something to press."""
        point: dict[str, float] | None = self.visitor.page.evaluate(POINT, selector)
        if point:
            self.at(point)
        return point is not None

    def at(self, point: dict[str, float]) -> None:
        self.visitor.page.mouse.click(point["x"], point["y"])


class Finger(Hand):
    def at(self, point: dict[str, float]) -> None:
        self.visitor.page.touchscreen.tap(point["x"], point["y"])


class Keys(Hand):
    """Tab is pressed until the thing has the focus, then Enter."""

    def press(self, selector: str) -> bool:
        page = self.visitor.page
        if not page.evaluate(POINT, selector):
            return False
        for _ in range(MOST_TABS):
            if page.evaluate(HAS_FOCUS, selector):
                page.keyboard.press("Enter")
                return True
            page.keyboard.press("Tab")
        raise AssertionError(f"{selector} is not reached by Tab")


HANDS: dict[str, tuple[type[Hand], dict[str, Any]]] = {
    "mouse": (Hand, {"width": 1440, "height": 900}),
    "touch": (Finger, {"width": 390, "height": 844, "has_touch": True}),
    "keyboard": (Keys, {"width": 1024, "height": 768}),
}
SCREENS = ((1440, 900), (1024, 768), (390, 844), (844, 390))

SMALL_TEXTS = """() => {
  const walker = document.createTreeWalker(document.querySelector(".table"), NodeFilter.SHOW_TEXT);
  const small = [];
  while (walker.nextNode()) {
    const node = walker.currentNode.parentElement;
    if (!walker.currentNode.textContent.trim() || !node.getClientRects().length) continue;
    if (node.closest(".top, .recap, .tabs")) continue;
    const scale = node.ownerSVGElement ? Math.hypot(node.getScreenCTM().a, node.getScreenCTM().b) : 1;
    const size = parseFloat(getComputedStyle(node).fontSize) * scale;
    if (size < 12.4) small.push(`${node.getAttribute("class")} ${size.toFixed(1)} ${node.textContent}`);
  }
  return small;
}"""
"""Texts of a game's drawing that are smaller than 12.5 px as they are seen."""

SMALL_TARGETS = """() => [...document.querySelectorAll(".part button:not(.about), .part [data-touch]")]
  .filter((node) => node.getClientRects().length && !node.closest("[data-near]"))
  .map((node) => [node, node.getBoundingClientRect(), getComputedStyle(node, "::after")])
  .filter(([, box, after]) => box.height < 43.5 || box.width - 2 * Math.min(0, parseFloat(after.left) || 0) < 43.5)
  .map(([node, box]) => `${node.className} ${Math.round(box.width)}x${Math.round(box.height)}`)"""
"""What is pressed, and is not the nearest thing of a drawing, and has no 44 px."""

CUT = """() => [...document.querySelectorAll(".part *")]
  .filter((node) => node instanceof HTMLElement && node.getClientRects().length)
  .filter((node) => getComputedStyle(node).overflowX === "hidden" && node.scrollWidth > node.clientWidth + 1)
  .map((node) => `${node.className} ${node.textContent}`)"""
"""Texts that do not fit where they are shown."""

STAGE = """() => [...document.querySelectorAll(".column.stage .part:not(.off-tab), .overs .part")]
  .map((node) => node.dataset.part.replace(/-\\d+$/, "")).filter((name, at, all) => all.indexOf(name) === at).join()"""
"""What a decision is made on: the names of the parts that are before one."""

EXPLAIN = """(term) => {
  const node = [...document.querySelectorAll(".table [data-about]")].find((each) => each.dataset.about === term);
  node.dispatchEvent(new KeyboardEvent("keydown", { key: "?", bubbles: true }));
  const card = document.querySelector("dialog.explanation");
  const text = card?.innerText ?? "";
  card?.close();
  return text;
}"""
TERMS = "[...new Set([...document.querySelectorAll('.table .part [data-about]')].map((node) => node.dataset.about))]"
"""All that explains itself on a table."""


def explanation(visitor: Visitor, term: str) -> str:
    """What the card of a term says."""
    text: str = visitor.page.evaluate(EXPLAIN, term)
    return text
