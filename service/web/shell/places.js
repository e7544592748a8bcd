/** Where parts lie: each in its column, drawn again only when what it is drawn from has changed. */

import { h, keepFocus, overlaid } from "../dom.js";
import { Moving } from "./moving.js";
import { patch } from "./patching.js";
import { forgetPoints } from "./points.js";

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
    const node = h(part.label ? "section" : "div", { class: this.#isLaid ? "part fresh" : "part", "data-part": part.name, "aria-label": part.label });
    const made = { node, key: null, moving: new Moving() };
    this.#drawn.set(part.name, made);
    return made;
  }

  #draw(part) {
    const place = this.#place(part);
    const key = JSON.stringify(part.from);
    if (place.key === key) return place.node;
    place.key = key;
    if (part.label) place.node.setAttribute("aria-label", part.label);
    overlaid(part.draw, (children) => keepFocus(place.node, () => patch(place.node, children)));
    forgetPoints(place.node);
    place.moving.drawn(place.node);
    return place.node;
  }

  /** Puts the parts into their columns in order; what is in its place already is not moved, what no tab shows is not drawn. */
  draw(columns, parts, tab, isTabbed) {
    const wanted = { left: [], stage: [], right: [], over: [] };
    for (const part of parts) {
      const isHidden = !isOn(part, tab);
      const node = isTabbed && isHidden ? this.#place(part).node : this.#draw(part);
      node.classList.toggle("off-tab", isHidden);
      wanted[part.column].push(node);
    }
    const names = new Set(parts.map((part) => part.name));
    for (const name of [...this.#drawn.keys()]) if (!names.has(name)) this.#drawn.delete(name);
    for (const [column, nodes] of Object.entries(wanted)) arrange(columns[column], nodes);
    this.#isLaid = true;
  }
}

function arrange(column, nodes) {
  for (const child of [...column.children]) if (!nodes.includes(child)) child.remove();
  nodes.forEach((node, index) => {
    if (column.children[index] !== node) column.insertBefore(node, column.children[index] ?? null);
  });
}
