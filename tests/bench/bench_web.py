"""How long a tap on the table takes on a slow phone: `python -m tests.bench.bench_web`.

A real server, a real browser with its processor slowed down six times, Astra's board on a phone. What is timed is a tap
on a star until everything that it changes is drawn; what the move would do is asked afterwards.
"""

from __future__ import annotations

import statistics
import sys

from playwright.sync_api import sync_playwright

from tools.scenes import SCENES
from tools.screenshots import FLAGS, chromium, open_table, play_to_its_moment, serving

SLOWER = 6
TAPS = 40
AIM_MILLISECONDS = 50.0

TAP = """() => {
  const stars = [...document.querySelectorAll(".map [data-touch]:not([aria-disabled])")];
  const star = stars[Math.floor(Math.random() * stars.length)];
  const box = star.querySelector(".at").getBoundingClientRect();
  const began = performance.now();
  star.dispatchEvent(new MouseEvent("click", { bubbles: true, clientX: box.x, clientY: box.y }));
  document.body.getBoundingClientRect();
  return performance.now() - began;
}"""


def main() -> int:
    with serving() as (url, house), sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=list(FLAGS))
        page = browser.new_page(viewport={"width": 390, "height": 844}, reduced_motion="reduce")
        open_table(page, url, play_to_its_moment(house, SCENES["astra"]))
        page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
        taps = [page.evaluate(TAP) for _ in range(TAPS)]
        browser.close()
    middle = statistics.median(taps)
    print(f"a tap, processor slowed {SLOWER} times: median {middle:.0f} ms, slowest {max(taps):.0f} ms, of {TAPS}")
    return 0 if middle <= AIM_MILLISECONDS else 1


if __name__ == "__main__":
    sys.exit(main())
