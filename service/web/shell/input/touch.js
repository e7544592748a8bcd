/** Turns taps, clicks and keys into touches, looks and explanations. */

import { enlargeSeat, explain, isExplainMode } from "../panels/sheets.js";
import { centerOf, touchPositions } from "./positions.js";

/** Pixels around the middle of a small thing within which a tap means it. */
const REACH = 22;
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** The nearest thing within reach, in a drawing of small things. */
export function nearestTouchable(area, { x, y }, reach = REACH) {
  let best = null;
  const { corner, points } = touchPositions(area);
  for (const at of points) {
    const way = Math.hypot(at.x + corner.x - x, at.y + corner.y - y);
    if (way <= (best?.way ?? reach)) best = { node: at.node, way };
  }
  return best?.node ?? null;
}

/** The nearest thing in the direction of an arrow key; sideways distance counts double. */
function nearestInDirection(area, from, [dx, dy]) {
  const start = centerOf(from);
  let best = null;
  for (const node of area.querySelectorAll("[data-touch]:not([aria-disabled])")) {
    const at = centerOf(node);
    const along = (at.x - start.x) * dx + (at.y - start.y) * dy;
    if (node === from || along <= 1) continue;
    const way = along + 2 * Math.abs((at.x - start.x) * dy + (at.y - start.y) * dx);
    if (way < (best?.way ?? Infinity)) best = { node, way };
  }
  return best?.node ?? null;
}

/** The target of a tap: what is under it, else the nearest in a drawing of small things. */
function touchTarget(event) {
  const area = event.target.closest("[data-near]");
  const own = event.target.closest("[data-touch], [data-about], [data-look]");
  if (!area || (own && !area.contains(own))) return own;
  if (own?.dataset.about && !own.dataset.touch) return own;
  return nearestTouchable(area, { x: event.clientX, y: event.clientY }) ?? own ?? area.closest("[data-look]");
}

/** Moves keyboard focus to the board as soon as there is something to decide. */
export function focusBoard({ root, parts }) {
  if (root.dataset.keyboard !== "on" || !parts.bar.contains(document.activeElement)) return;
  const area = parts.over.hasChildNodes() ? parts.over : parts.stage;
  area.querySelector("[data-touch]:not([aria-disabled])")?.focus({ preventScroll: true });
}

/** The Latin letter of a key, whatever the keyboard layout. */
const letterOf = ({ key, code }) => (/^[a-z]$/i.test(key) ? key : code.match(/^Key(.)$/)?.[1])?.toLowerCase();

/** The element with that `aria-keyshortcuts`, while the focus is on the table. */
function shortcutTarget(root, event) {
  const letter = !event.ctrlKey && !event.metaKey && !event.altKey && letterOf(event);
  return letter ? root.querySelector(`[aria-keyshortcuts="${letter}"]`) : null;
}

export class TouchInput {
  constructor(shell) {
    this.shell = shell;
    shell.root.addEventListener("click", this.click, shell.stop);
    shell.root.addEventListener("keydown", this.key, shell.stop);
    shell.root.addEventListener("focusin", this.focus, shell.stop);
  }

  /** What was chosen last; that it still has the focus needs no preview. @type {string | null} */
  #chosen = null;

  click = (event) => {
    const node = touchTarget(event);
    if (node) this.#use(node);
  };

  #use(node) {
    const { touch, about, look } = node.dataset;
    this.#chosen = touch ?? null;
    this.shell.focusPreview.clear();
    if (about && (isExplainMode() || !touch)) return explain(this.shell, about, node);
    if (touch) return this.shell.touch(touch, node);
    if (look?.startsWith("seat:")) return enlargeSeat(this.shell, Number(look.slice("seat:".length)));
    if (look) this.shell.lookAt(look);
  }

  key = (event) => {
    const node = event.target.closest("[data-touch], [data-about], [data-look]");
    if (event.key === "?" && node?.dataset.about)
      return this.#stop(event, () => explain(this.shell, node.dataset.about, node));
    if (event.key in ARROWS && node) return this.#go(event, node);
    const isPress = event.key === "Enter" || event.key === " ";
    if (isPress && node && !(node instanceof HTMLElement)) return this.#stop(event, () => this.#use(node));
    if (event.key === "Escape" && this.shell.draft !== null) return this.shell.undo();
    const other = shortcutTarget(this.shell.root, event);
    if (other) this.#stop(event, () => this.#use(other));
  };

  #stop(event, act) {
    event.preventDefault();
    act();
  }

  #go(event, node) {
    const area = node.closest("[data-near], [data-arrows]");
    const next = area && nearestInDirection(area, node, ARROWS[event.key]);
    if (next) this.#stop(event, () => next.focus({ preventScroll: true }));
  }

  focus = ({ target }) => {
    const { shell } = this;
    const isByKeys = target.matches(":focus-visible");
    const keyboard = isByKeys ? "on" : "";
    if (shell.root.dataset.keyboard !== keyboard) shell.root.dataset.keyboard = keyboard;
    const touch =
      isByKeys && !shell.parts.bar.contains(target) ? (target.closest("[data-touch]")?.dataset.touch ?? null) : null;
    if (touch !== null && touch === this.#chosen) return;
    this.#chosen = null;
    shell.focusPreview.focusOn(touch);
  };
}
