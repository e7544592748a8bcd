/**
 * Elements before they are made. While a part of the table is drawn, `h` and `s` of `dom.js` sketch only;
 * `shell/patching.js` compares the sketch with the one before and changes on the page what differs. Everywhere else a
 * sketch becomes an element at once.
 */

/**
 * @typedef {Node | Sketch | string | null} Piece what is in an element: a text is a string; what is left out is null,
 * so that the others keep their places
 */

export class Sketch {
  /**
   * @param {string | null} space @param {string} tag @param {Record<string, any>} attributes @param {Piece[]} children
   */
  constructor(space, tag, attributes, children) {
    this.space = space;
    this.tag = tag;
    this.attributes = attributes;
    this.children = children;
    /** What is copied, where copies of it are wanted. @type {any} */
    this.original = null;
    this.isKept = false;
  }

  /** What has a key is the same thing only with the same key: the focus may be on it. */
  get key() {
    const { attributes } = this;
    return attributes["data-key"] ?? attributes["data-touch"] ?? attributes["data-about"] ?? attributes["data-look"];
  }
}

const isNothing = (value) => value === null || value === undefined || value === false;

/** @param {any[]} children lists in lists are one list @param {Piece[]} pieces */
function placed(children, pieces = []) {
  for (const child of children) {
    if (Array.isArray(child)) placed(child, pieces);
    else if (isNothing(child)) pieces.push(null);
    else pieces.push(child instanceof Sketch || child instanceof Node ? child : String(child));
  }
  return pieces;
}

/** @param {any} node @param {Record<string, any>} wanted by name of the property @param {Record<string, any>} before */
function style(node, wanted, before) {
  for (const name in { ...before, ...wanted }) {
    if (isNothing(wanted[name])) node.style.removeProperty(name);
    else if (wanted[name] !== before[name]) node.style.setProperty(name, wanted[name]);
  }
}

/** One attribute, or one thing that is listened to, as it is wanted now. */
export function put(node, name, value, before = null) {
  if (name === "style") style(node, value ?? {}, before ?? {});
  else if (isNothing(value)) node.removeAttribute(name);
  else if (typeof value === "function") node.addEventListener(name.slice(2), value);
  else node.setAttribute(name, value === true ? "" : value);
}

function built({ space, tag, attributes, children }) {
  const node = space ? document.createElementNS(space, tag) : document.createElement(tag);
  for (const name in attributes) if (!isNothing(attributes[name])) put(node, name, attributes[name]);
  fill(node, children);
  return node;
}

function fill(node, pieces) {
  for (const piece of pieces) if (piece !== null) node.append(made(piece));
}

/** @param {Element} node @param {any[]} children */
export const append = (node, children) => fill(node, placed(children));

/** The node of a sketch, the text of a string. @param {any} piece @returns {any} */
export function made(piece) {
  if (!(piece instanceof Sketch)) return piece;
  if (!piece.isKept) return built(piece);
  piece.original ??= built(piece);
  return piece.original.cloneNode(true);
}

let isSketching = false;

/** What is drawn, as sketches. @param {() => any} draw @returns {Piece[]} */
export function sketched(draw) {
  const before = isSketching;
  isSketching = true;
  try {
    return placed([draw()]);
  } finally {
    isSketching = before;
  }
}

const handed = (sketch) => (isSketching ? sketch : made(sketch));

/**
 * @param {string | null} space @param {string} tag @param {Record<string, any>} attributes @param {any[]} children
 * @returns {any}
 */
export const element = (space, tag, attributes, children) =>
  handed(new Sketch(space, tag, attributes, placed(children)));

const drawn = new Map();
const MOST_DRAWN = 3000;

/**
 * One element that the key alone decides, drawn once. On the page it is known again by that, and copied where it is
 * new: copying is quicker than drawing.
 * @param {string} key @param {() => any} draw @returns {any}
 */
export function copied(key, draw) {
  if (drawn.size > MOST_DRAWN) drawn.clear();
  if (!drawn.has(key)) drawn.set(key, Object.assign(/** @type {Sketch} */ (sketched(draw)[0]), { isKept: true }));
  return handed(drawn.get(key));
}
