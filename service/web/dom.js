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
  for (const [name, value] of Object.entries(attributes)) {
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

export function button(text, onclick, attributes = {}) {
  return h("button", { type: "button", onclick, ...attributes }, text);
}

/** How focus finds a thing again after it was drawn anew. */
const keyOf = (node) => node.dataset.key ?? node.dataset.touch ?? node.dataset.about ?? node.dataset.look ?? null;

const withKey = (node, key) => [...node.querySelectorAll("[data-key], [data-touch], [data-about], [data-look]")]
  .find((each) => keyOf(each) === key);

/** The focus goes to what has the same key as before, else to the part of the page where it was. */
function refocus(node, key) {
  const again = key && withKey(node, key);
  if (!again) node.setAttribute("tabindex", "-1");
  (again || node).focus({ preventScroll: true });
}

/** What is scrolled; asking any other for its scroll would have the browser lay out the whole page. */
const SCROLLED = ".log, .move-list, .own-tab";

/** Replace what an element shows; the focus and the scroll stay where they were. */
export function show(node, ...children) {
  const active = /** @type {HTMLElement} */ (document.activeElement);
  const held = node !== active && node.contains(active);
  const key = held && keyOf(active);
  const scrolled = node.matches(SCROLLED) ? node.scrollTop : 0;
  node.replaceChildren();
  append(node, children);
  if (scrolled) node.scrollTop = scrolled;
  if (held) refocus(node, key);
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
