"""How long a tap on the table takes on a slow phone: `python -m tests.bench.bench_web`.

A real server, a real browser with its processor slowed down six times, Astra's board on a phone. What is timed is a tap
on a star until everything that it changes is drawn; what the move would do is asked afterwards, and not answered here.
Where other work takes the processor away the clock tells little; so the time that the page's own thread spent is told
as well, six times.
"""

from __future__ import annotations

import statistics
import sys

from playwright.sync_api import CDPSession, Page, sync_playwright

from tools.scenes import SCENES
from tools.screenshots import FLAGS, chromium, open_table, play_to_its_moment, serving

SLOWER = 6
TAPS = 40
AIM_MILLISECONDS = 50.0
REST_MILLISECONDS = 60

TAP = """() => {
  const stars = [...document.querySelectorAll(".map [data-touch]:not([aria-disabled])")];
  const star = stars[Math.floor(Math.random() * stars.length)];
  const box = star.querySelector(".at").getBoundingClientRect();
  const began = performance.now();
  star.dispatchEvent(new MouseEvent("click", { bubbles: true, clientX: box.x, clientY: box.y }));
  document.body.getBoundingClientRect();
  return performance.now() - began;
}"""


PARTS = ("ScriptDuration", "RecalcStyleDuration", "LayoutDuration")


def _spent(session: CDPSession) -> float:
    """Milliseconds that the page's thread has spent on the processor until now."""
    found = {each["name"]: each["value"] for each in session.send("Performance.getMetrics")["metrics"]}
    return 1000 * sum(float(found[part]) for part in PARTS)


def _tap(page: Page, session: CDPSession) -> float:
    """What earlier taps have begun is over before."""
    page.wait_for_timeout(REST_MILLISECONDS)
    before = _spent(session)
    page.evaluate(TAP)
    return _spent(session) - before


def main() -> int:
    with serving() as (url, house), sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=list(FLAGS))
        page = browser.new_page(viewport={"width": 390, "height": 844}, reduced_motion="reduce")
        open_table(page, url, play_to_its_moment(house, SCENES["astra"]))
        page.route("**/moves/preview?*", lambda _: None)
        session = page.context.new_cdp_session(page)
        session.send("Performance.enable", {"timeDomain": "threadTicks"})
        work = SLOWER * statistics.median(_tap(page, session) for _ in range(TAPS))
        session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
        taps = [page.evaluate(TAP) for _ in range(TAPS)]
        browser.close()
    print(f"a tap, {SLOWER} times its processor time: median {work:.0f} ms, of {TAPS}")
    print(f"by the clock: median {statistics.median(taps):.0f} ms, slowest {max(taps):.0f} ms")
    return 0 if work <= AIM_MILLISECONDS else 1


if __name__ == "__main__":
    sys.exit(main())
