/** Dragging: moves the held thing over a drawing, which says at every point what would be chosen there. */

import { element } from "../../dom.js";

/** Pixels from which a press is a drag, and no tap. */
const FAR = 8;
/** Pixels above the finger, which would hide the thing. */
const ABOVE = 75;

/** A point of the window in the units of a drawing. */
const pointIn = (drawing, x, y) => new DOMPoint(x, y).matrixTransform(drawing.getScreenCTM().inverse());

const holds = ({ x, y, width, height }, point) =>
  point.x >= x && point.x <= x + width && point.y >= y && point.y <= y + height;

export class DragInput {
  /** What is held, where it was taken up, and the draft at that moment. @type {any} */
  #held = null;
  #finger = element("i", { class: "finger" });
  wasDragged = false;

  constructor(shell) {
    this.shell = shell;
    const { root, stop } = shell;
    root.addEventListener("pointerdown", this.hold, stop);
    root.addEventListener("pointermove", this.move, stop);
    root.addEventListener("pointerup", this.drop, stop);
    root.addEventListener("pointercancel", this.drop, stop);
    root.addEventListener("touchmove", this.stay, { signal: stop.signal, passive: false });
    root.addEventListener("click", this.end, { signal: stop.signal, capture: true });
  }

  /** The thing with `data-drag` under the pointer; a path of a drawing even if it lets taps through. */
  #under({ target, clientX, clientY }) {
    const isDrawn = target.closest("[data-drop]");
    const isThere = (path) => path.isPointInFill(pointIn(path, clientX, clientY));
    return (
      target.closest("[data-drag]") ??
      (isDrawn && [...this.shell.parts.stage.querySelectorAll("path[data-drag]")].find(isThere))
    );
  }

  hold = (event) => {
    this.drop();
    this.wasDragged = false;
    const node = this.shell.isMine && event.isPrimary && this.#under(event);
    if (node)
      this.#held = {
        touch: node.dataset.drag,
        x: event.clientX,
        y: event.clientY,
        draft: this.shell.draft,
        isMoved: false,
      };
  };

  move = ({ clientX, clientY, isPrimary, buttons, pointerType }) => {
    const held = this.#held;
    if (!held || !isPrimary) return;
    if (!buttons) return this.drop();
    if (!held.isMoved && Math.hypot(clientX - held.x, clientY - held.y) < FAR) return;
    held.isMoved = true;
    this.#show(clientX, clientY, pointerType);
    this.#lay({ x: clientX, y: clientY - (pointerType === "mouse" ? 0 : ABOVE) });
  };

  #show(x, y, pointerType) {
    this.shell.root.dataset.dragging = pointerType;
    this.#finger.style.setProperty("translate", `${x}px ${y}px`);
    this.shell.root.append(this.#finger);
  }

  /** Puts the thing back when it is dropped beside the drawing. */
  #lay(point) {
    const { shell } = this;
    const { touch } = this.#held;
    const drawing = shell.parts.stage.querySelector("[data-drop]");
    if (!drawing || !holds(shell.parts.stage.getBoundingClientRect(), point)) return this.#choose(null);
    const { x, y } = pointIn(drawing, point.x, point.y);
    this.#choose(`${touch}:${x.toFixed(1)}:${y.toFixed(1)}`);
  }

  /** Shows the choice at this point, starting from the draft at pick-up. Asks the server only after the drop. */
  #choose(touched) {
    const { shell } = this;
    if (!shell.isMine) return;
    const { draft } = shell.drawing.choose(shell.scene({ preview: null, draft: this.#held.draft }), touched);
    if (JSON.stringify(draft) === JSON.stringify(shell.draft)) return;
    shell.previewer.cancel();
    Object.assign(shell, { draft, preview: null }).renderChoice();
  }

  /** Stops the page from scrolling during a drag. */
  stay = (event) => {
    if (this.#held && event.cancelable) event.preventDefault();
  };

  drop = () => {
    const held = this.#held;
    this.#held = null;
    if (!held?.isMoved) return;
    delete this.shell.root.dataset.dragging;
    this.#finger.remove();
    this.wasDragged = true;
    if (this.shell.isMine) this.#take(held.draft);
  };

  #take(before) {
    const { shell } = this;
    shell.drafts.push(before);
    shell.setChoice(shell.drawing.choose(shell.scene({ preview: null }), null));
  }

  /** Swallows the click that follows a mouse's drop. */
  end = (event) => {
    if (this.wasDragged) event.stopPropagation();
    this.wasDragged = false;
  };
}
