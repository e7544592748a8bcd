/** Gestures: a swipe goes to the next thing of a row, two fingers move and zoom the stage. */

const FAR = 56;
const STEEP = 0.7;
const LEAST = 0.6;
const MOST = 1.6;

const between = ([a, b]) => Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY);
const middle = ([a, b]) => [(a.clientX + b.clientX) / 2, (a.clientY + b.clientY) / 2];
const isRightToLeft = () => document.documentElement.dir === "rtl";

/** The neighbour of the selected thing (`aria-pressed`) in a row. */
function neighbour(row, step) {
  const things = [...row.querySelectorAll("[data-look]")];
  const at = things.findIndex((each) => each.getAttribute("aria-pressed") === "true");
  return things[at + step]?.dataset.look ?? null;
}

export class Gestures {
  #start = null;
  #pinch = null;
  #zoom = 1;

  constructor(shell) {
    this.shell = shell;
    const { signal } = shell.stop;
    const { stage } = shell.parts;
    stage.addEventListener("touchstart", this.begin, { signal, passive: true });
    stage.addEventListener("touchmove", this.move, { signal, passive: false });
    stage.addEventListener("touchend", this.end, { signal, passive: true });
    stage.addEventListener("scroll", this.updateMapFrame, { signal, passive: true });
    new ResizeObserver(this.updateMapFrame).observe(stage);
    shell.drawing.hold?.(shell);
  }

  begin = ({ touches }) => {
    this.#start = touches.length === 1 ? { x: touches[0].clientX, y: touches[0].clientY } : null;
    this.#pinch =
      touches.length === 2 ? { apart: between(touches), zoom: this.#zoom, at: this.#onStage(touches) } : null;
  };

  /** Where the middle of two fingers is, from the corner of the stage's window. */
  #fromCorner(touches) {
    const { x, y } = this.shell.parts.stage.getBoundingClientRect();
    const [atX, atY] = middle(touches);
    return [atX - x, atY - y];
  }

  /** The same, from the corner of all that the stage has. */
  #onStage(touches) {
    const { scrollLeft, scrollTop } = this.shell.parts.stage;
    const [x, y] = this.#fromCorner(touches);
    return [x + scrollLeft, y + scrollTop];
  }

  /** Stops the browser from zooming the whole page. */
  move = (event) => {
    if (!this.#pinch || event.touches.length !== 2) return;
    event.preventDefault();
    const { apart, zoom, at } = this.#pinch;
    const { stage } = this.shell.parts;
    this.#zoom = Math.min(MOST, Math.max(LEAST, (zoom * between(event.touches)) / apart));
    stage.style.setProperty("--zoom", this.#zoom.toFixed(3));
    const [x, y] = this.#fromCorner(event.touches);
    stage.scrollTo((at[0] * this.#zoom) / zoom - x, (at[1] * this.#zoom) / zoom - y);
    this.updateMapFrame();
  };

  /**
   * Tells the small map which part of the drawing is visible, as shares of its sides. Set on the stage, these
   * properties would restyle all of it.
   */
  updateMapFrame = () => {
    const { stage } = this.shell.parts;
    const [drawing, map] = [
      stage.querySelector("[data-drop]"),
      /** @type {HTMLElement | null} */ (stage.querySelector("[data-framing]")),
    ];
    if (!drawing || !map) return;
    const [all, seen] = [drawing.getBoundingClientRect(), stage.getBoundingClientRect()];
    const shares = {
      "from-x": (seen.x - all.x) / all.width,
      "from-y": (seen.y - all.y) / all.height,
      "seen-x": seen.width / all.width,
      "seen-y": seen.height / all.height,
    };
    for (const [name, share] of Object.entries(shares)) map.style.setProperty(`--${name}`, share.toFixed(3));
  };

  end = ({ changedTouches: [finger] }) => {
    const start = this.#start;
    this.#start = null;
    const row = this.shell.root.querySelector("[data-swiped]");
    if (!start || !row) return;
    const [dx, dy] = [finger.clientX - start.x, finger.clientY - start.y];
    if (Math.abs(dx) < FAR || Math.abs(dy) > STEEP * Math.abs(dx)) return;
    const look = neighbour(row, dx < 0 !== isRightToLeft() ? 1 : -1);
    if (look) this.shell.lookAt(look);
  };
}
