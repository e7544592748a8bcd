"""Every screen for everybody: axe finds nothing, at night and on paper, targets are large enough, no text is cut."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from service.games.base import LANGUAGES
from tests.browser.conftest import Arrive
from tests.browser.hands import STAGE
from tests.browser.visitor import OVERFLOW, Visitor

AXE = Path(__file__).parents[1] / "sdk" / "typescript" / "node_modules" / "axe-core" / "axe.min.js"

RUN = """async (rules) => {
  const { violations } = await axe.run(document, { resultTypes: ["violations"], ...(rules && { runOnly: rules }) });
  const why = (node) => node.any.map((each) => each.message).join(" ").slice(0, 160);
  const where = (node) => `${node.html.slice(0, 160)} [${why(node)}]`;
  return violations.map(({ id, nodes }) => `${id}: ${nodes.slice(0, 3).map(where).join(" | ")}`);
}"""

SMALL = """() => [...document.querySelectorAll("button:not(.about), select, input:not([type=range]), summary")]
  .filter((node) => node.getClientRects().length && !node.disabled)
  .map((node) => [node.getBoundingClientRect(), node, parseFloat(getComputedStyle(node, "::after").left) || 0])
  .filter(([box, , beside]) => box.width - 2 * Math.min(0, beside) < 43.5 || box.height < 43.5)
  .filter(([, node]) => !node.closest(".recap"))
  .map(([box, node]) => `${node.className} ${node.textContent} ${Math.round(box.width)}x${Math.round(box.height)}`)"""

CUT = """() => [...document.querySelectorAll("button, h1, h2, h3, .pill, .coach span, .effect, .card-chip, .boon")]
  .filter((node) => node.getClientRects().length && node.scrollWidth > node.clientWidth + 1)
  .filter((node) => getComputedStyle(node).overflowX === "visible" && node.clientWidth > 0)
  .filter((node) => getComputedStyle(node, "::after").position !== "absolute")
  .map((node) => `${node.className} ${node.textContent}`)"""

SHORTENED = """() => [...document.querySelectorAll(".coach > span")]
  .filter((node) => node.parentElement.clientWidth > 1 && node.scrollHeight > node.clientHeight + 2)
  .map((node) => node.textContent)"""
"""What the coach says and nobody can read to its end."""

BACKWARDS = """() => {
  const names = [...document.querySelectorAll("svg text")].filter((node) => node.getClientRects().length);
  const left = (node) => node.getBoundingClientRect().x;
  const places = () => names.map((node) => left(node) - left(node.ownerSVGElement));
  const before = places();
  document.documentElement.dir = "rtl";
  const wide = document.documentElement.scrollWidth - document.documentElement.clientWidth;
  const moved = places().filter((place, at) => Math.abs(place - before[at]) > 2).length;
  document.documentElement.dir = "ltr";
  return Math.max(wide, moved);
}"""
"""By how much the page would be too wide in a language that is written from right to left; or how many names would
leave their place in a drawing."""

WORDLESS = """() => [...document.querySelectorAll("main, dialog")].map((node) => node.innerText).join(" ")
  .match(/\\S*(?:[{}_]|\\*\\*)\\S*/g) ?? []"""
"""What is a key, a placeholder or a mark and not a word."""

THEMES = {"night": None, "paper": ["color-contrast"]}
"""On paper colours differ from those of the night, and nothing else: all that axe asks besides it asks once."""
SIZES = {"wide": (1440, 900), "phone": (390, 844)}
LOCALES = ("fr-FR", "ru-RU", "uk-UA")
needs_axe = pytest.mark.skipif(not AXE.exists(), reason="axe is not here: `npm ci --prefix tests/sdk/typescript`")


def is_for_everybody(visitor: Visitor, screen: str) -> None:
    """At night and on paper. Whole games go on where axe is not; tests that do nothing else say that they need it."""
    if not AXE.exists():
        return
    if not visitor.measure("'axe' in globalThis"):
        visitor.page.evaluate(AXE.read_text())
    for theme, rules in THEMES.items():
        visitor.measure(f"document.documentElement.dataset.theme = '{theme}'")
        assert visitor.page.evaluate(RUN, rules) == [], f"{screen}, {theme}"


UNFIT = {"small": SMALL, "cut": CUT, "shortened": SHORTENED, "wordless": WORDLESS}
MEASURES = f"""() => ({{
  {", ".join(f"{name}: ({measure})()" for name, measure in UNFIT.items())},
  wide: ({OVERFLOW})(),
  backwards: ({BACKWARDS})(),
}})"""
"""All at once: a browser draws the page anew whenever it is asked."""


def fits(visitor: Visitor, screen: str) -> None:
    found = visitor.measure(MEASURES)
    for name in UNFIT:
        assert found[name] == [], f"{screen}: {name}"
    assert found["wide"] <= 0, screen
    assert found["backwards"] <= 0, screen


def fits_everywhere(visitor: Visitor, screen: str, arrived: str) -> None:
    """The same table in every language and size, as soon as it shows what it is waited for."""
    for language in LANGUAGES:
        visitor.measure(f"localStorage.setItem('almagest.language', '{language}')")
        visitor.page.reload()
        visitor.at(arrived).first.wait_for()
        for width, height in SIZES.values():
            visitor.resize(width, height)
            visitor.at(arrived).first.wait_for()
            fits(visitor, f"{screen}, {language}, {width}")


class States:
    """Every kind of decision of a game is looked at when it comes up first."""

    def __init__(self) -> None:
        self.seen: set[str] = set()

    def look(self, visitor: Visitor) -> None:
        state: str = visitor.measure(STAGE)
        if state in self.seen:
            return
        self.seen.add(state)
        is_for_everybody(visitor, state)
        fits(visitor, state)


def _refused(ada: Visitor) -> None:
    ada.measure("""() => {
      const star = document.querySelector(".map [data-touch][aria-disabled]");
      const box = star.querySelector(".at").getBoundingClientRect();
      star.dispatchEvent(new MouseEvent("click", { bubbles: true, clientX: box.x, clientY: box.y }));
    }""")
    ada.at(".bubble").wait_for()


def _before_the_game(ada: Visitor) -> Iterator[str]:
    ada.page.goto(f"{ada.url}/#game=0123456789abcdefghjk")
    ada.at(".missing").wait_for()
    yield "a game that is not there"
    ada.enter()
    yield "lobby"
    ada.at(".tile.astra .invite").click()
    yield "new table"
    ada.at("form.create [type=submit]").click()
    ada.at("svg.qr").wait_for()
    yield "waiting for players"
    ada.enter()
    ada.at(".tile.nebula .learn").click()
    ada.at(".howto").wait_for()
    yield "how to play, from the lobby"
    ada.page.keyboard.press("Escape")


def _at_the_table(ada: Visitor) -> Iterator[str]:
    ada.at(".tile.astra .play-now").click()
    ada.at(".howto").wait_for()
    for step in range(5):
        yield f"how to play, {step}"
        ada.at(".howto [data-key=next]").click()
    ada.is_ready()
    yield "table"
    ada.choose(0, "star:")
    ada.at(".bar .effect.cost").wait_for()
    yield "chosen"
    _refused(ada)
    yield "refused"
    for tool, screen in (("rules", "rules"), ("log", "log"), ("menu", "menu")):
        ada.at(f"[data-key=tool-{tool}]").dispatch_event("click")
        ada.at(f"dialog.drawer-{tool}[open]").wait_for()
        yield screen
        ada.page.keyboard.press("Escape")
    ada.at(".table .about[data-about=stardust]").first.dispatch_event("click")
    yield "explanation"
    ada.page.keyboard.press("Escape")
    ada.at("[data-look^='seat:']").first.dispatch_event("click")
    yield "a seat, enlarged"
    ada.page.keyboard.press("Escape")
    ada.measure("localStorage.setItem('almagest.confirm', 'on')")
    ada.at(".bar .play").dispatch_event("click")
    ada.at("dialog.confirming").wait_for()
    yield "confirm"
    ada.page.keyboard.press("Escape")


def _on_tabs(ada: Visitor) -> Iterator[str]:
    for tab in ("mine", "others", "log", "rules"):
        ada.at(f"[data-key=tab-{tab}]").click()
        yield tab


def _walk(ada: Visitor, size: str, *checks: Callable[[Visitor, str], None]) -> None:
    ada.expect_refusals(404, 409)
    tabs = _on_tabs(ada) if size == "phone" else iter(())
    for screens in (_before_the_game(ada), _at_the_table(ada), tabs):
        for screen in screens:
            for check in checks:
                check(ada, screen)


@needs_axe
@pytest.mark.parametrize("size", SIZES)
def test_axe_finds_nothing_and_everything_fits(arrive: Arrive, size: str) -> None:
    width, height = SIZES[size]
    _walk(arrive(width=width, height=height), size, is_for_everybody, fits)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("locale", LOCALES)
def test_everything_fits_in_every_language(arrive: Arrive, locale: str, size: str) -> None:
    width, height = SIZES[size]
    _walk(arrive(width=width, height=height, locale=locale), size, fits)
