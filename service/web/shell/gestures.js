/** Fingers that move: a swipe goes to the next thing of a row, two fingers make the stage larger or smaller. */

const FAR = 56;
const STEEP = 0.7;
const LEAST = 0.6;
const MOST = 1.6;

const between = ([a, b]) => Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY);
const isRightToLeft = () => document.documentElement.dir === "rtl";

/** The neighbour of what is looked at, in a row whose things say so by `aria-pressed`. */
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
  }

  begin = ({ touches }) => {
    this.#start = touches.length === 1 ? { x: touches[0].clientX, y: touches[0].clientY } : null;
    this.#pinch = touches.length === 2 ? { apart: between(touches), zoom: this.#zoom } : null;
  };

  /** The page itself stays as large as it is. */
  move = (event) => {
    if (!this.#pinch || event.touches.length !== 2) return;
    event.preventDefault();
    this.#zoom = Math.min(MOST, Math.max(LEAST, (this.#pinch.zoom * between(event.touches)) / this.#pinch.apart));
    this.shell.parts.stage.style.setProperty("--zoom", this.#zoom.toFixed(3));
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
