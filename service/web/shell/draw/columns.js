/** Puts the parts of a drawing into the columns, and redraws a part only when its `from` has changed. */

import { element } from "../../dom.js";
import { Animations } from "./animate.js";
import { VirtualRoot } from "./reconcile.js";
import { clearPositions } from "../input/positions.js";
import { isNarrow } from "../../draw/parts.js";

const isOn = (part, tab) => [part.tab ?? "board"].flat().includes(tab);

export class Columns {
  #parts = new Map();
  #hasDrawn = false;

  /** Forgets what was drawn, after something else was drawn in the columns. */
  clear() {
    this.#parts.clear();
    this.#hasDrawn = false;
  }

  #place(part) {
    const found = this.#parts.get(part.name);
    if (found) return found;
    const node = element(part.label ? "section" : "div", {
      class: this.#hasDrawn ? "part fresh" : "part",
      "data-part": part.name,
      "aria-label": part.label,
    });
    const place = { node, key: null, label: part.label, root: new VirtualRoot(node), animations: new Animations() };
    this.#parts.set(part.name, place);
    return place;
  }

  #draw(part) {
    const place = this.#place(part);
    const key = JSON.stringify(part.from);
    if (place.key === key) return place.node;
    place.key = key;
    if (place.label !== part.label) place.node.setAttribute("aria-label", (place.label = part.label));
    place.root.render(part.draw);
    clearPositions(place.node);
    place.animations.animate(place.node);
    return place.node;
  }

  /** Draws the parts in order. A part in its place is not moved; a part on a hidden tab is not drawn. */
  draw(shell, parts) {
    const { tab } = shell;
    const wanted = { left: [], stage: [], right: [], over: [] };
    for (const part of parts) {
      const isHidden = !isOn(part, tab);
      const node = isNarrow(shell) && isHidden ? this.#place(part).node : this.#draw(part);
      node.classList.toggle("off-tab", isHidden);
      wanted[part.column].push(node);
    }
    const names = parts.map((part) => part.name);
    for (const name of [...this.#parts.keys()]) if (!names.includes(name)) this.#parts.delete(name);
    for (const [column, nodes] of Object.entries(wanted)) arrange(shell.parts[column], nodes);
    markParts(shell.root, names.join(" "), wanted.over.length > 0);
    this.#hasDrawn = true;
  }
}

/**
 * Writes the names of the parts to the table as data attributes. With `:has()` in the styles instead, the browser would
 * restyle the whole table at each tap.
 */
function markParts(root, names, isCovered) {
  if (root.dataset.parts !== names) root.dataset.parts = names;
  root.classList.toggle("covered", isCovered);
}

function arrange(column, nodes) {
  for (const child of [...column.children]) if (!nodes.includes(child)) child.remove();
  nodes.forEach((node, index) => {
    if (column.children[index] !== node) column.insertBefore(node, column.children[index] ?? null);
  });
}
