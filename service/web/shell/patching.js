/**
 * A drawing in the place of an older one: what is the same stays as it is, so that the browser styles and lays out only
 * what differs. For nodes of drawings, which listen to nothing: a node that stays keeps what it hears.
 */

import { keyOf, redeemed } from "../dom.js";

const ELEMENT = 1;

/** What has a key is the same thing only with the same key: the focus may be on it. */
const isAlike = (old, made) => old.nodeName === made.nodeName && (old.nodeType !== ELEMENT || keyOf(old) === keyOf(made));

/** What moves in goes on moving. */
const isMoving = (old, made) => old.classList.contains("arrives") && old.dataset.arrives === made.dataset.arrives;

function dress(old, made) {
  const moves = isMoving(old, made);
  for (const { name, value } of made.attributes) {
    const wanted = moves && name === "class" ? `${value} arrives` : value;
    if (name === "style") old.style.cssText = made.style.cssText;
    else if (old.getAttribute(name) !== wanted) old.setAttribute(name, wanted);
  }
  if (old.attributes.length === made.attributes.length) return;
  for (const { name } of [...old.attributes]) {
    if (!made.hasAttribute(name) && !(moves && ["class", "style"].includes(name))) old.removeAttribute(name);
  }
}

/** One node becomes like another of its kind. Whole branches are the same, mostly: the browser itself tells soonest. */
function become(old, made) {
  if (old.copyOf !== made.copyOf) old.copyOf = made.copyOf;
  if (old.isEqualNode(made)) return;
  if (old.nodeType !== ELEMENT) {
    if (old.data !== made.data) old.data = made.data;
    return;
  }
  dress(old, made);
  patch(old, [...made.childNodes]);
}

function lay(old, made) {
  if (isAlike(old, made)) become(old, made);
  else old.replaceWith(made);
}

/** The children of a node become like these; a promised copy that lies there already stays. */
export function patch(node, children) {
  const there = [...node.childNodes];
  children.forEach((made, at) => {
    const old = there[at];
    if (!old) node.append(made);
    else if (!made.promised) lay(old, made);
    else if (made.promised.key !== old.copyOf) lay(old, redeemed(made));
  });
  for (const old of there.slice(children.length)) old.remove();
}
