/** Counts down the time left for a decision or in a time bank. */

import { create, element, h } from "../../dom.js";
import { icon } from "../../draw/icons.js";
import { explained } from "../../draw/parts.js";

const SOON = 15;
const HOUR = 3600;
const twoDigits = (number) => String(number).padStart(2, "0");

/** "1:05", or hours and minutes where it is long. */
function clockText(seconds) {
  const left = Math.max(0, Math.round(seconds));
  if (left >= HOUR) return `${Math.floor(left / HOUR)} h ${twoDigits(Math.floor((left % HOUR) / 60))}`;
  return `${Math.floor(left / 60)}:${twoDigits(left % 60)}`;
}

/** Seconds left on a clock, minus the time since the server told it if the clock runs. */
const secondsLeft = ({ left: seconds, since }) => (since ? seconds - (Date.now() - Date.parse(since)) / 1000 : seconds);

/** The viewer's clock if it runs or is a bank, else one that runs. */
function clockOf({ clocks, clock, seat }) {
  const own = clocks?.find((each) => each.seat === seat);
  if (own && (own.since || clock?.bank)) return own;
  return clocks?.find((each) => each.since) ?? null;
}

export function countdown(shell) {
  const shown = shell.game.status === "running" ? clockOf(shell.game) : null;
  if (!shown) return null;
  const text = element("span", {}, clockText(secondsLeft(shown)));
  const node = create(
    explained(
      "countdown",
      { class: "pill countdown", "data-key": "countdown" },
      icon("clock", 16),
      h("time", {}, text),
    ),
  );
  const tick = () => {
    if (!node.isConnected) return clearInterval(timer);
    text.textContent = clockText(secondsLeft(shown));
    node.classList.toggle("soon", secondsLeft(shown) < SOON);
  };
  const timer = setInterval(tick, 1000);
  return node;
}
