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

/** An HTML element: `h("button", {type: "button", onclick: play}, "Play")`. */
export function h(tag, attributes = {}, ...children) {
  const node = document.createElement(tag);
  dress(node, attributes);
  append(node, children);
  return node;
}

/** An SVG element. */
export function s(tag, attributes = {}, ...children) {
  const node = document.createElementNS(SVG, tag);
  dress(node, attributes);
  append(node, children);
  return node;
}

/** A button; `key` lets the focus find it again after the page was drawn anew. */
export function button(text, onclick, attributes = {}) {
  return h("button", { type: "button", onclick, ...attributes }, text);
}

/** A part of a drawing that can be pressed, by pointer or keyboard; without `press` it is only a picture. */
export function pressable(label, key, press, attributes, ...children) {
  const title = s("title", {}, label);
  if (!press) return s("g", attributes, title, ...children);
  const onkeydown = (event) => {
    if (event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    press();
  };
  const { class: classes = "", ...others } = attributes;
  const role = { role: "button", tabindex: 0, "aria-label": label, "data-key": key };
  return s("g", { ...others, ...role, class: `${classes} press`, onclick: press, onkeydown }, title, ...children);
}

/** The focus goes to what has the same key as before, else to the part of the page where it was. */
function refocus(node, key) {
  const again = key && node.querySelector(`[data-key="${CSS.escape(key)}"]`);
  if (!again) node.setAttribute("tabindex", "-1");
  (again || node).focus({ preventScroll: true });
}

/** Replace what an element shows; the focus and the scroll stay where they were. */
export function show(node, ...children) {
  const held = node !== document.activeElement && node.contains(document.activeElement);
  const key = held && document.activeElement.dataset.key;
  const scrolled = node.scrollTop;
  node.replaceChildren();
  append(node, children);
  node.scrollTop = scrolled;
  if (held) refocus(node, key);
}

/** `labelled("Name", input)`: a field with its label around it. */
export function labelled(text, field, hint) {
  return h("label", { class: "field" }, h("span", {}, text), field, hint && h("small", {}, hint));
}

/** @param {{value: string, text: string}[]} choices */
export function choices(attributes, list, chosen) {
  return h("select", attributes, ...list.map((each) =>
    h("option", { value: each.value, selected: each.value === chosen }, each.text)));
}
