/** Making elements. Texts become text nodes, so a name with markup in it is shown, never read as markup. */

import { append, element } from "./sketching.js";

export { copied } from "./sketching.js";

const SVG = "http://www.w3.org/2000/svg";

/** @typedef {import("./sketching.js").Sketch | Node | string | number | null | undefined | false} Child */

/**
 * An HTML element: `h("button", {type: "button", onclick: play}, "Play")`.
 * @param {string} tag @param {Record<string, any>} attributes @param {...(Child | Child[])} children
 * @returns {any}
 */
export const h = (tag, attributes = {}, ...children) => element(null, tag, attributes, children);

/**
 * An SVG element.
 * @param {string} tag @param {Record<string, any>} attributes @param {...(Child | Child[])} children
 * @returns {any}
 */
export const s = (tag, attributes = {}, ...children) => element(SVG, tag, attributes, children);

export function button(text, onclick, attributes = {}) {
  return h("button", { type: "button", onclick, ...attributes }, text);
}

/** How focus finds a thing again after it was drawn anew. */
const keyOf = (node) => node.dataset.key ?? node.dataset.touch ?? node.dataset.about ?? node.dataset.look ?? null;

const withKey = (node, key) =>
  [...node.querySelectorAll("[data-key], [data-touch], [data-about], [data-look]")].find((each) => keyOf(each) === key);

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
  return h(
    "select",
    attributes,
    ...list.map((each) => h("option", { value: each.value, selected: each.value === chosen }, each.text)),
  );
}
