/** Where parts lie: each in its column, drawn again only when what it is drawn from has changed. */

import { element } from "../../dom.js";
import { Animations } from "./animate.js";
import { VirtualRoot } from "./reconcile.js";
import { clearPositions } from "../input/positions.js";
import { isNarrow } from "../../draw/parts.js";

const isOn = (part, tab) => [part.tab ?? "board"].flat().includes(tab);

export class Columns {
  #parts = new Map();
  #hasDrawn = false;

  /** Whatever lay here is gone. */
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

  /**
   * Puts the parts into their columns in order; what is in its place already is not moved, what no tab shows is not
   * drawn.
   */
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
 * Which parts lie on the table, and whether one covers it: if styles asked for that by `:has()`, each tap would have
 * the whole table styled.
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
