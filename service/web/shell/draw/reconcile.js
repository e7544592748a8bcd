/**
 * Reconciles virtual nodes with those drawn before, and changes only the elements that differ. Elements correspond to
 * the former virtual nodes one by one and in order, so nobody else may insert any. For drawings, which have no
 * listeners.
 */

import { create, keepFocus, setAttribute } from "../../dom.js";
import { flatten, VirtualNode } from "../../virtual_nodes.js";

const isSameNode = (old, wanted) =>
  old instanceof VirtualNode &&
  wanted instanceof VirtualNode &&
  old.tag === wanted.tag &&
  old.namespace === wanted.namespace &&
  old.key === wanted.key;

/** Keeps the class of a running animation as long as the same thing arrives. */
function updateClass(node, old, wanted) {
  const isMoving = node.classList.contains("arrives") && old["data-arrives"] === wanted["data-arrives"];
  setAttribute(node, "class", isMoving ? `${wanted.class ?? ""} arrives` : wanted.class);
}

/** @param {Element} node @param {Record<string, any>} old @param {Record<string, any>} wanted */
function updateAttributes(node, old, wanted) {
  const isOther = old["data-arrives"] !== wanted["data-arrives"];
  for (const name in wanted)
    if (wanted[name] !== old[name] && name !== "class") setAttribute(node, name, wanted[name], old[name]);
  for (const name in old) if (!(name in wanted) && name !== "class") setAttribute(node, name, null, old[name]);
  if (isOther || old.class !== wanted.class) updateClass(node, old, wanted);
}

/** Updates one element, or replaces it. */
function updateNode(node, old, wanted) {
  if (isSameNode(old, wanted)) {
    updateAttributes(node, old.attributes, wanted.attributes);
    updateChildren(node, old.children, wanted.children);
  } else if (typeof old === "string" && typeof wanted === "string") node.data = wanted;
  else node.replaceWith(create(wanted));
}

/**
 * Updates the children of an element.
 * @param {Element} node @param {import("../../virtual_nodes.js").Child[]} old what lies there @param
 * {import("../../virtual_nodes.js").Child[]} wanted
 */
function updateChildren(node, old, wanted) {
  let at = node.firstChild;
  for (let place = 0; place < Math.max(old.length, wanted.length); place += 1) {
    const [was, is] = [old[place] ?? null, wanted[place] ?? null];
    if (was === null) {
      if (is !== null) at ? at.before(create(is)) : node.append(create(is));
      continue;
    }
    const next = /** @type {ChildNode} */ (at).nextSibling;
    if (is === null) at?.remove();
    else if (was !== is) updateNode(at, was, is);
    at = next;
  }
}

/** An element whose inside is rendered again and again. */
export class VirtualRoot {
  /** @type {import("../../virtual_nodes.js").Child[]} */
  #drawn = [];

  /** @param {any} node */
  constructor(node) {
    this.node = node;
  }

  render(draw) {
    const drawn = flatten([draw()]);
    keepFocus(this.node, () => updateChildren(this.node, this.#drawn, drawn));
    this.#drawn = drawn;
  }
}
