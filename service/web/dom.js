/** Elements from virtual nodes. Texts become text nodes, so the page shows markup in a name and never parses it. */

import { flatten, h, isNothing, VirtualNode } from "./virtual_nodes.js";

export { h, memo, s } from "./virtual_nodes.js";

/** @param {any} node @param {Record<string, any>} wanted by name of the property @param {Record<string, any>} before */
function setStyle(node, wanted, before) {
  for (const name in { ...before, ...wanted }) {
    if (isNothing(wanted[name])) node.style.removeProperty(name);
    else if (wanted[name] !== before[name]) node.style.setProperty(name, wanted[name]);
  }
}

/** Sets or removes an attribute; a function becomes a listener. */
export function setAttribute(node, name, value, before = null) {
  if (name === "style") setStyle(node, value ?? {}, before ?? {});
  else if (isNothing(value)) node.removeAttribute(name);
  else if (typeof value === "function") node.addEventListener(name.slice(2), value);
  else node.setAttribute(name, value === true ? "" : value);
}

/** @param {VirtualNode} virtual @returns {any} */
function build({ namespace, tag, attributes, children }) {
  const node = namespace ? document.createElementNS(namespace, tag) : document.createElement(tag);
  for (const name in attributes) if (!isNothing(attributes[name])) setAttribute(node, name, attributes[name]);
  append(node, children);
  return node;
}

function append(node, children) {
  for (const child of children) if (child !== null) node.append(create(child));
}

/** The element of a virtual node; texts and nodes stay as they are. @param {any} child @returns {any} */
export function create(child) {
  if (!(child instanceof VirtualNode)) return child;
  if (!child.isMemo) return build(child);
  child.template ??= build(child);
  return child.template.cloneNode(true);
}

/**
 * An HTML element, for code that listens to it or changes it later.
 * @param {string} tag @param {Record<string, any>} attributes @param {...any} children @returns {any}
 */
export const element = (tag, attributes = {}, ...children) => create(h(tag, attributes, ...children));

export function button(text, onclick, attributes = {}) {
  return h("button", { type: "button", onclick, ...attributes }, text);
}

/** The key by which the focus finds an element again after it was drawn anew. */
const keyOf = (node) => node.dataset.key ?? node.dataset.touch ?? node.dataset.about ?? node.dataset.look ?? null;

const withKey = (node, key) =>
  [...node.querySelectorAll("[data-key], [data-touch], [data-about], [data-look]")].find((each) => keyOf(each) === key);

/** Focuses the element with the same key as before, else the part of the page that had the focus. */
function refocus(node, key) {
  const found = key && withKey(node, key);
  const again = found && !found.disabled && found;
  if (!again) node.setAttribute("tabindex", "-1");
  (again || node).focus({ preventScroll: true });
}

/** Elements that scroll. Reading `scrollTop` of any other would make the browser lay out the whole page. */
const SCROLLED = ".log, .move-list, .own-tab";

/** Changes the inside of an element and keeps the focus where it was. */
export function keepFocus(node, change) {
  const active = /** @type {HTMLElement} */ (document.activeElement);
  const held = node !== active && node.contains(active);
  const key = held && keyOf(active);
  change();
  if (held && !node.contains(document.activeElement)) refocus(node, key);
}

/** Replaces the children of an element; focus and scroll position stay. */
export function show(node, ...children) {
  const scrolled = node.matches(SCROLLED) ? node.scrollTop : 0;
  keepFocus(node, () => {
    node.replaceChildren();
    append(node, flatten(children));
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
