"""How long a tap on the table takes on a slow phone: `python -m tests.bench.bench_web [RULEBOOK ...]`.

A real server, a real browser with its processor slowed down six times, every game's board on a phone, and a finger that
taps a star, a cell or a sector by the browser's own way of touches. By the clock it is told in three ways:

- answered: from when the page hears of the tap until the new drawing is styled and laid out. This is what the page
  itself takes, and what the aim is about.
- painted: from when the finger is lifted, as the click itself tells it (`timeStamp`), so with what the browser does
  before the page hears of it, until the page's thread has painted the answer and handed it on: a message that was
  posted in the frame's callback comes next.
- seen: from the same moment, until the frame was presented, as Event Timing tells it, which rounds to 8 ms. Only the
  page's thread is slowed down; what draws and shows the frame after it is not.

What the move would do is asked afterwards, and not answered here. Where other work takes the processor away the clock
tells of that, too: so the page's thread is also measured by the processor, six times, from before the lifting until it
rests, and how long a plain loop takes in the slowed page tells one hour from another.
"""

from __future__ import annotations

import os
import statistics
import sys

import msgspec
from playwright.sync_api import Browser, CDPSession, Page, Route, sync_playwright

from service.usecases.context import Context
from tools.scenes import SCENES
from tools.screenshots import FLAGS, chromium, open_table, play_scene, run_server

SLOWER = 6
TAPS = 40
FIRST = 4
"""Taps that are not counted: what is drawn once is drawn then."""
AIM_MILLISECONDS = 50.0
HELD_MILLISECONDS = 60
REST_MILLISECONDS = 150
PATIENCE_MILLISECONDS = 5000

TAPPED = {
    "astra": ".map [data-touch]:not([aria-disabled])",
    "nebula": "[data-touch^='cell:']:not([aria-disabled])",
    "distant_suns": ".suns-target.open",
}
"""What is tapped, by the scene of each game: a star of a path, a cell for a star, a sector for a shape."""

WATCH = """() => {
  globalThis.taps = [];
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => { globalThis.taps.at(-1).painted ??= performance.now(); };
  addEventListener("click", (event) => {
    globalThis.taps.push({ at: event.timeStamp, heard: performance.now() });
    requestAnimationFrame(() => port2.postMessage(0));
  }, true);
  addEventListener("click", () => {
    document.body.getBoundingClientRect();
    globalThis.taps.at(-1).answered = performance.now();
  });
  new PerformanceObserver((list) => {
    for (const { name, startTime, duration } of list.getEntries()) {
      const tap = name === "click" && globalThis.taps.find((each) => Math.abs(each.at - startTime) < 1);
      if (tap) tap.seen = duration;
    }
  }).observe({ type: "event", durationThreshold: 16 });
}"""

NEXT = """(selector) => {
  const middle = ({ x, y, width, height }) => ({ x: x + width / 2, y: y + height / 2 });
  const things = [...document.querySelectorAll(selector)].map((each) => each.querySelector(".at") ?? each);
  const points = things.map((each) => middle(each.getBoundingClientRect()));
  const shown = points.filter(({ x, y }) => document.elementFromPoint(x, y)?.closest("[data-near]"));
  globalThis.next = ((globalThis.next ?? 0) + 7) % shown.length;
  return shown[globalThis.next];
}"""
"""The middle of another thing each time, of those that a finger reaches without scrolling."""

TOLD = """() => {
  const tap = globalThis.taps.at(-1);
  return { answered: tap.answered - tap.heard, painted: tap.painted - tap.at, seen: tap.seen ?? 0 };
}"""

LOOP = """() => {
  const began = performance.now();
  let sum = 0;
  for (let step = 0; step < 3e6; step += 1) sum = (sum * 31 + step) % 1000003;
  return performance.now() - began;
}"""
"""Always the same work."""


class Tap(msgspec.Struct, frozen=True):
    """Milliseconds by the clock."""

    answered: float
    painted: float
    seen: float


class Taps(msgspec.Struct, frozen=True):
    """Milliseconds of one tap at a time: six times those of the processor, and those of the clock, slowed down."""

    work: list[float]
    clock: list[Tap]
    loop: float


def _spent(session: CDPSession) -> float:
    """Milliseconds that the page's thread has spent on the processor until now, whatever for."""
    found = {each["name"]: each["value"] for each in session.send("Performance.getMetrics")["metrics"]}
    return 1000 * float(found["TaskDuration"])


def _press(page: Page, session: CDPSession, selector: str) -> None:
    """The finger is down; what earlier taps have begun is over before."""
    page.wait_for_timeout(REST_MILLISECONDS)
    point = page.evaluate(NEXT, selector)
    session.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [point]})
    page.wait_for_timeout(HELD_MILLISECONDS)


def _lift(session: CDPSession) -> None:
    session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def _by_the_processor(page: Page, session: CDPSession, selector: str) -> float:
    _press(page, session, selector)
    before = _spent(session)
    _lift(session)
    page.wait_for_timeout(REST_MILLISECONDS)
    return SLOWER * (_spent(session) - before)


def _by_the_clock(page: Page, session: CDPSession, selector: str) -> Tap:
    _press(page, session, selector)
    count = page.evaluate("taps.length")
    _lift(session)
    page.wait_for_timeout(REST_MILLISECONDS)
    page.wait_for_function(
        "(count) => taps.length > count && taps.at(-1).painted", arg=count, timeout=PATIENCE_MILLISECONDS
    )
    page.wait_for_timeout(REST_MILLISECONDS)
    return msgspec.convert(page.evaluate(TOLD), Tap, strict=False)


def measure(browser: Browser, url: str, context: Context, rulebook: str) -> Taps:
    selector = TAPPED[rulebook]
    page = browser.new_page(viewport={"width": 390, "height": 844}, has_touch=True, reduced_motion="reduce")
    open_table(page, url, play_scene(context, SCENES[rulebook]))
    unanswered: list[Route] = []
    page.route("**/moves/preview?*", lambda route: unanswered.append(route))
    page.evaluate(WATCH)
    session = page.context.new_cdp_session(page)
    session.send("Performance.enable", {"timeDomain": "threadTicks"})
    work = [_by_the_processor(page, session, selector) for _ in range(FIRST + TAPS)][FIRST:]
    session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    loop = statistics.median(float(page.evaluate(LOOP)) for _ in range(5))
    clock = [_by_the_clock(page, session, selector) for _ in range(TAPS)]
    for route in unanswered:
        route.abort()
    page.close()
    return Taps(work, clock, loop)


def main() -> int:
    """Games are named on the command line; all without one."""
    slow = 0
    with run_server() as (url, context), sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=list(FLAGS))
        for rulebook in sys.argv[1:] or TAPPED:
            taps = measure(browser, url, context, rulebook)
            work = statistics.median(taps.work)
            told = ", ".join(
                f"{name} {statistics.median(getattr(tap, name) for tap in taps.clock):.0f} ms"
                for name in Tap.__struct_fields__
            )
            print(f"{rulebook}: a tap by the clock, median of {TAPS}: {told}; ", end="")
            print(f"{SLOWER} times its processor time: {work:.0f} ms; the loop: {taps.loop:.0f} ms", flush=True)
            slow += statistics.median(tap.answered for tap in taps.clock) > AIM_MILLISECONDS
        browser.close()
    print(f"load of the machine: {os.getloadavg()[0]:.1f}; with others at work the clock tells of them, too")
    return 1 if slow else 0


if __name__ == "__main__":
    sys.exit(main())
