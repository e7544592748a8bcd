/**
 * Virtual nodes: plain data about the elements that a drawing wants. `dom.js` makes elements of them; the table's
 * `reconcile.js` compares them with those drawn before and changes on the page only what differs.
 */

const SVG = "http://www.w3.org/2000/svg";

/** @typedef {Node | VirtualNode | string | null} Child a text is a string; null keeps the place of what is left out */

export class VirtualNode {
  /**
   * @param {string | null} namespace @param {string} tag @param {Record<string, any>} attributes
   * @param {Child[]} children
   */
  constructor(namespace, tag, attributes, children) {
    this.namespace = namespace;
    this.tag = tag;
    this.attributes = attributes;
    this.children = children;
    this.isMemo = false;
    /** The element that `dom.js` clones for every use of a memo. @type {any} */
    this.template = null;
  }

  /** Nodes with different keys are different things: the focus may be on one of them. */
  get key() {
    const { attributes } = this;
    return attributes["data-key"] ?? attributes["data-touch"] ?? attributes["data-about"] ?? attributes["data-look"];
  }
}

export const isNothing = (value) => value === null || value === undefined || value === false;

/** Nested lists become one list. @param {any[]} children @param {Child[]} flat */
export function flatten(children, flat = []) {
  for (const child of children) {
    if (Array.isArray(child)) flatten(child, flat);
    else if (isNothing(child)) flat.push(null);
    else flat.push(child instanceof VirtualNode || child instanceof Node ? child : String(child));
  }
  return flat;
}

/**
 * A virtual HTML node: `h("button", {type: "button", onclick: play}, "Play")`.
 * @param {string} tag @param {Record<string, any>} attributes @param {...any} children
 */
export const h = (tag, attributes = {}, ...children) => new VirtualNode(null, tag, attributes, flatten(children));

/**
 * A virtual SVG node.
 * @param {string} tag @param {Record<string, any>} attributes @param {...any} children
 */
export const s = (tag, attributes = {}, ...children) => new VirtualNode(SVG, tag, attributes, flatten(children));

/** @type {Map<string, VirtualNode>} */
const memos = new Map();
const MAX_MEMOS = 3000;

/**
 * A virtual node that depends on its key alone and is drawn once. The reconciler skips it where it already is, and the
 * page clones it elsewhere: cloning is faster than drawing.
 * @param {string} key @param {() => VirtualNode} draw @returns {VirtualNode}
 */
export function memo(key, draw) {
  if (memos.size > MAX_MEMOS) memos.clear();
  let found = memos.get(key);
  if (!found) memos.set(key, (found = Object.assign(draw(), { isMemo: true })));
  return found;
}
