"""What is drawn again is laid over what was drawn before: it looks as if made anew, and what is the same stays."""

from __future__ import annotations

import re

import pytest

from tests.browser.conftest import Arrive
from tests.browser.test_texts import WEB
from tests.browser.visitor import Visitor

PAIRS = 400

TAKEN = """const { modules } = await import(`${document.documentElement.dataset.files}/main.js`);
const { h, s, memo } = modules["dom.js"];
const { VirtualRoot } = modules["shell/draw/reconcile.js"];
const drawnOn = (draw) => {
  const root = new VirtualRoot(document.createElement("div"));
  root.render(draw);
  return root.node;
};
"""
"""The modules of the page, as they were sent."""

DIFFERENT = (
    "async (pairs) => {"
    + TAKEN
    + """
  let seed = 7;
  const chance = (most) => (seed = (seed * 48271) % 2147483647) % most;
  const attributes = () => Object.fromEntries([
    ["class", [null, "a", "b c", ""][chance(4)]], ["data-x", [null, undefined, false, true, 3, "four"][chance(6)]],
    ["data-key", [null, null, "one", "two"][chance(4)]],
    ["style", [null, { "--a": "1px" }, { "--a": "2px", "--b": "3" }][chance(3)]],
  ].filter(() => chance(2)));
  const plan = (depth) => {
    const kind = chance(depth ? 7 : 3);
    if (kind === 0) return [null, false, undefined][chance(3)];
    if (kind < 3) return ["word", "another", "", 0, 12][chance(5)];
    const children = Array.from({ length: chance(4) }, () => plan(depth - 1));
    if (kind === 3) return children;
    if (kind === 4) return { key: chance(5) };
    return { tag: ["p", "b", "g", "path"][chance(4)], attributes: attributes(), children };
  };
  const draw = (plan) => {
    if (Array.isArray(plan)) return plan.map(draw);
    if (plan === null || typeof plan !== "object") return plan;
    const { key } = plan;
    const copy = () => h("em", { "data-key": key % 2 }, "copy ", key, key > 2 && h("i", {}));
    if (key !== undefined) return memo(`tried ${key}`, copy);
    return (["p", "b"].includes(plan.tag) ? h : s)(plan.tag, plan.attributes, ...plan.children.map(draw));
  };
  const plans = Array.from({ length: pairs + 1 }, () => [plan(4), plan(4), plan(3)]);
  const root = new VirtualRoot(document.createElement("div"));
  const bare = (node) => {
    for (const each of node.querySelectorAll("[style='']")) each.removeAttribute("style");
    return node;
  };
  return plans.filter((plan) => {
    root.render(() => draw(plan));
    return !bare(root.node.cloneNode(true)).isEqualNode(drawnOn(() => draw(plan)));
  }).length;
}"""
)
"""How many of so many plans look otherwise where they are laid over the one before than where they are made anew."""


def _visitor(arrive: Arrive) -> Visitor:
    ada = arrive()
    ada.enter()
    return ada


def test_what_is_laid_over_something_looks_as_if_it_were_made_anew(arrive: Arrive) -> None:
    assert _visitor(arrive).page.evaluate(DIFFERENT, PAIRS) == 0


STAYS = {
    "the same element with other attributes": ('h("p", { class: "a" })', 'h("p", { class: "b" })', True),
    "another key": ('h("p", { "data-key": "a" })', 'h("p", { "data-key": "b" })', False),
    "something to touch that is something else": (
        's("g", { "data-touch": "a" })',
        's("g", { "data-touch": "b" })',
        False,
    ),
    "another element": ('h("p", {})', 'h("b", {})', False),
    "an element of a drawing": ('h("a", {})', 's("a", {})', False),
    "a copy": ('memo("k", () => h("p", {}))', 'memo("k", () => h("p", {}))', True),
    "a copy that differs": (
        'memo("l", () => h("p", { class: "a" }))',
        'memo("m", () => h("p", { class: "b" }))',
        True,
    ),
}


@pytest.mark.parametrize("case", STAYS)
def test_the_same_stays_where_it_is(arrive: Arrive, case: str) -> None:
    before, after, stays = STAYS[case]
    found = _visitor(arrive).page.evaluate(f"""async () => {{ {TAKEN}
      const root = new VirtualRoot(document.createElement("div"));
      root.render(() => [null, {before}]);
      const node = root.node.lastChild;
      root.render(() => [h("i", {{}}), {after}]);
      return root.node.children.length === 2 && root.node.lastChild === node;
    }}""")
    assert found == stays


def test_what_comes_in_goes_on_coming_in_when_it_is_drawn_again(arrive: Arrive) -> None:
    """The class is put there by `shell/draw/animate.js`, and no virtual node knows of it."""
    classes = _visitor(arrive).page.evaluate(f"""async () => {{ {TAKEN}
      const root = new VirtualRoot(document.createElement("div"));
      const drawn = (key, name) => {{
        root.render(() => h("p", {{ "data-arrives": key, class: name }}));
        return root.node.firstChild.className.trim();
      }};
      drawn("a", "x");
      root.node.firstChild.classList.add("arrives");
      return [drawn("a", "x"), drawn("a", "y"), drawn("b", "y")];
    }}""")
    assert classes == ["x arrives", "y arrives", "y"]


def test_a_tap_draws_only_what_it_changes(arrive: Arrive) -> None:
    """A star that is chosen leaves header, recap and tabs alone, and all plates but its own."""
    ada = arrive(width=1440, height=900)
    ada.create("astra", "Ada", "random")
    ada.is_ready()
    star = ada.at(".map [data-touch]:not([aria-disabled])").first
    card = star.evaluate("(node) => node.closest('.plate').dataset.card")
    ada.page.evaluate("""() => {
      globalThis.changed = new Set();
      new MutationObserver((list) => {
        for (const { target } of list) {
          const node = target.nodeType === 1 ? target : target.parentElement;
          const around = node.closest(".top, .recap, .tabs, title")?.className ?? "table";
          changed.add(node.closest(".plate")?.dataset.card ?? around);
        }
      }).observe(document.documentElement, { subtree: true, childList: true, attributes: true, characterData: true });
    }""")
    star.click(force=True)
    ada.sees(".bar .detail")
    assert set(ada.measure("[...changed]")) == {card, "table"}


ASKED = re.compile(
    r"(?:^|[,}\s])((?:body|\.table|\.top|\.coach|\.recap|\.bar|\.column)[^,{}>~+ ]*:has\()", re.MULTILINE
)


def test_styles_of_the_table_and_of_games_do_not_ask_what_lies_in_it() -> None:
    """By `:has()` every tap would have the whole table styled anew; `shell/draw/columns.js` tells what lies there."""
    table = [path for path in (WEB / "styles").rglob("*.css") if path.parent.name not in ("end", "lobby")]
    styles = [*table, *(WEB / "games").rglob("*.css")]
    assert {style: found for style in styles if (found := ASKED.findall(style.read_text()))} == {}
