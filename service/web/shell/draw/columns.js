/** Where parts lie: each in its column, drawn again only when what it is drawn from has changed. */

import { element } from "../../dom.js";
import { Moving } from "./animate.js";
import { Canvas } from "./reconcile.js";
import { forgetPoints } from "../input/positions.js";
import { isTabbed } from "./scene.js";

const isOn = (part, tab) => [part.tab ?? "board"].flat().includes(tab);

export class Places {
  #drawn = new Map();
  #isLaid = false;

  /** Whatever lay here is gone. */
  forget() {
    this.#drawn.clear();
    this.#isLaid = false;
  }

  #place(part) {
    const found = this.#drawn.get(part.name);
    if (found) return found;
    const node = element(part.label ? "section" : "div", {
      class: this.#isLaid ? "part fresh" : "part",
      "data-part": part.name,
      "aria-label": part.label,
    });
    const made = { node, key: null, label: part.label, canvas: new Canvas(node), moving: new Moving() };
    this.#drawn.set(part.name, made);
    return made;
  }

  #draw(part) {
    const place = this.#place(part);
    const key = JSON.stringify(part.from);
    if (place.key === key) return place.node;
    place.key = key;
    if (place.label !== part.label) place.node.setAttribute("aria-label", (place.label = part.label));
    place.canvas.draw(part.draw);
    forgetPoints(place.node);
    place.moving.drawn(place.node);
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
      const node = isTabbed(shell.size) && isHidden ? this.#place(part).node : this.#draw(part);
      node.classList.toggle("off-tab", isHidden);
      wanted[part.column].push(node);
    }
    const names = parts.map((part) => part.name);
    for (const name of [...this.#drawn.keys()]) if (!names.includes(name)) this.#drawn.delete(name);
    for (const [column, nodes] of Object.entries(wanted)) arrange(shell.parts[column], nodes);
    tellStyles(shell.root, names.join(" "), wanted.over.length > 0);
    this.#isLaid = true;
  }
}

/**
 * Which parts lie on the table, and whether one covers it: if styles asked for that by `:has()`, each tap would have
 * the whole table styled.
 */
function tellStyles(root, names, isCovered) {
  if (root.dataset.parts !== names) root.dataset.parts = names;
  root.classList.toggle("covered", isCovered);
}

function arrange(column, nodes) {
  for (const child of [...column.children]) if (!nodes.includes(child)) child.remove();
  nodes.forEach((node, index) => {
    if (column.children[index] !== node) column.insertBefore(node, column.children[index] ?? null);
  });
}
