/** Making elements. Texts become text nodes, so a name with markup in it is shown, never read as markup. */

const SVG = "http://www.w3.org/2000/svg";

/** @typedef {Node | string | number | null | undefined | false} Child */

/** @param {Element} node @param {Child[]} children */
function append(node, children) {
  for (const child of children.flat()) {
    if (child === null || child === undefined || child === false) continue;
    node.append(child instanceof Node ? child : String(child));
  }
}

/** @param {Element} node @param {Record<string, any>} attributes */
function dress(node, attributes) {
  for (const name in attributes) {
    const value = attributes[name];
    if (value === null || value === undefined || value === false) continue;
    if (typeof value === "function") node.addEventListener(name.slice(2), value);
    else node.setAttribute(name, value === true ? "" : String(value));
  }
}

/**
 * An HTML element: `h("button", {type: "button", onclick: play}, "Play")`.
 * @param {string} tag @param {Record<string, any>} attributes @param {...(Child | Child[])} children
 * @returns {any}
 */
export function h(tag, attributes = {}, ...children) {
  const node = document.createElement(tag);
  dress(node, attributes);
  append(node, /** @type {Child[]} */ (children));
  return node;
}

/**
 * An SVG element.
 * @param {string} tag @param {Record<string, any>} attributes @param {...(Child | Child[])} children
 * @returns {any}
 */
export function s(tag, attributes = {}, ...children) {
  const node = document.createElementNS(SVG, tag);
  dress(node, attributes);
  append(node, /** @type {Child[]} */ (children));
  return node;
}

const drawn = new Map();
const MOST_DRAWN = 3000;

/** While a drawing is made that will be laid over an older one: the copies that it asked for, none of them made yet. @type {any[] | null} */
let promises = null;

/** Runs with another list of promises, and puts back the one that was there. */
function promising(list, draw) {
  const before = promises;
  promises = list;
  try {
    return draw();
  } finally {
    promises = before;
  }
}

function promise(key, original) {
  const node = Object.assign(document.createComment(""), { promised: { key, original } });
  promises?.push(node);
  return node;
}

/** The copy that was promised; `copyOf` tells later what it is a copy of. */
export const redeemed = ({ promised: { key, original } }) => Object.assign(original.cloneNode(true), { copyOf: key });

/**
 * One node that the key alone decides, drawn once and copied: copying is quicker than drawing. In a drawing that is laid over an
 * older one it is promised only: where the same copy lies there already, not even a copy is made.
 * @param {string} key @param {() => Element} draw
 */
export function copied(key, draw) {
  if (drawn.size > MOST_DRAWN) drawn.clear();
  if (!drawn.has(key)) drawn.set(key, promising(null, draw));
  const original = drawn.get(key);
  return promises ? promise(key, original) : original.cloneNode(true);
}

/**
 * Draws something and has it laid over what was there. What is still promised then lies in a branch that is new.
 * @param {() => Child | Child[]} draw @param {(children: ChildNode[]) => void} lay
 */
export function overlaid(draw, lay) {
  const made = /** @type {any[]} */ ([]);
  const pieces = document.createDocumentFragment();
  append(/** @type {any} */ (pieces), [promising(made, draw)].flat());
  lay([...pieces.childNodes]);
  for (const each of made) if (each.parentNode && !pieces.contains(each)) each.replaceWith(redeemed(each));
}

export function button(text, onclick, attributes = {}) {
  return h("button", { type: "button", onclick, ...attributes }, text);
}

/** How focus finds a thing again after it was drawn anew. */
export const keyOf = (node) => node.dataset.key ?? node.dataset.touch ?? node.dataset.about ?? node.dataset.look ?? null;

const withKey = (node, key) => [...node.querySelectorAll("[data-key], [data-touch], [data-about], [data-look]")]
  .find((each) => keyOf(each) === key);

/** The focus goes to what has the same key as before, else to the part of the page where it was. */
function refocus(node, key) {
  const found = key && withKey(node, key);
  const again = found && !found.disabled && found;
  if (!again) node.setAttribute("tabindex", "-1");
  (again || node).focus({ preventScroll: true });
}

/** What is scrolled; asking any other for its scroll would have the browser lay out the whole page. */
const SCROLLED = ".log, .move-list, .own-tab";

/** Changes what is inside of an element; the focus stays where it was. */
export function keepFocus(node, change) {
  const active = /** @type {HTMLElement} */ (document.activeElement);
  const held = node !== active && node.contains(active);
  const key = held && keyOf(active);
  change();
  if (held && !node.contains(document.activeElement)) refocus(node, key);
}

/** Replace what an element shows; the focus and the scroll stay where they were. */
export function show(node, ...children) {
  const scrolled = node.matches(SCROLLED) ? node.scrollTop : 0;
  keepFocus(node, () => {
    node.replaceChildren();
    append(node, children);
    if (scrolled) node.scrollTop = scrolled;
  });
}

/** `labelled("Name", input)`: a field with its label around it. */
export function labelled(text, field, hint = null) {
  return h("label", { class: "field-label" }, h("span", {}, text), field, hint && h("small", {}, hint));
}

/** @param {{value: string, text: string}[]} list */
export function choices(attributes, list, chosen = null) {
  return h("select", attributes, ...list.map((each) =>
    h("option", { value: each.value, selected: each.value === chosen }, each.text)));
}
