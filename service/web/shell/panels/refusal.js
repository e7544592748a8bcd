/** Says why a touch is not possible, beside the touched thing and to screen readers. */

import { element } from "../../dom.js";
import { rulingText } from "../../i18n.js";

const SECONDS = 4;
let bubble = null;

function removeBubble() {
  bubble?.remove();
  bubble = null;
}

function placeBubble(node, near) {
  const box = near.getBoundingClientRect();
  const width = Math.min(300, innerWidth - 24);
  const left = Math.min(Math.max(12, box.x + box.width / 2 - width / 2), innerWidth - width - 12);
  node.style.setProperty("inline-size", `${width}px`);
  node.style.setProperty("left", `${left}px`);
  if (box.y > 120) node.style.setProperty("bottom", `${innerHeight - box.y + 8}px`);
  else node.style.setProperty("top", `${box.bottom + 8}px`);
}

function showBubble(text, near) {
  removeBubble();
  bubble = element("div", { class: "bubble", role: "alert" }, text);
  placeBubble(bubble, near);
  near.classList.add("refused");
  document.body.append(bubble);
  const mine = bubble;
  const end = () => {
    near.classList.remove("refused");
    if (bubble === mine) removeBubble();
  };
  setTimeout(end, SECONDS * 1000);
  addEventListener("pointerdown", end, { once: true });
}

/**
 * Asks the server for the reason and its ruling, unless the drawing gives `why`.
 * @param {any} shell @param {{move?: any, why?: string}} refused @param {Element | null} near
 */
export async function refuse(shell, { move, why }, near) {
  const anchor = near ?? shell.parts.bar;
  if (why) return showBubble(why, anchor);
  const { version } = shell.live;
  try {
    await shell.live.preview(move);
  } catch (error) {
    if (version !== shell.live.version || shell.isBusy) return;
    const ruling = rulingText(error.ruling, error.rulingTitle);
    showBubble(error.message + (ruling && ` (${ruling})`), anchor);
  }
}
