/** Explanations: a small card beside the thing, with a title, a few sentences and, where it helps, a drawing. */

import { element, h, show } from "../../dom.js";
import { icon } from "../../draw/icons.js";
import { richText } from "../../draw/parts.js";
import { t } from "../../i18n.js";

let card = null;
let isOn = false;

/** While it is on, every tap explains and none chooses. */
export const isExplainMode = () => isOn;

export function setExplainMode(root, wanted) {
  isOn = wanted;
  root.classList.toggle("explaining", wanted);
  for (const node of root.querySelectorAll(".about")) node.setAttribute("tabindex", wanted ? "0" : "-1");
}

export function closeExplanation() {
  card?.remove();
  card = null;
  isOn = false;
}

/** The explanation of a term by the game, else by the shell's texts. */
function explanationOf(shell, term) {
  return shell.speech.about(shell.scene(), term) ?? { title: t(`term.${term}`), texts: [t(`about.${term}`)] };
}

/** Opens a dialog; its button, Escape and a tap beside it close it. */
export function openSheet(title, classes, ...children) {
  const node = element("dialog", { class: classes, "aria-label": title });
  show(
    node,
    h(
      "button",
      { type: "button", class: "plain close", "aria-label": t("close"), onclick: () => node.close() },
      icon("close", 22),
    ),
    h("div", { class: "inside" }, ...children),
  );
  node.addEventListener("click", (event) => event.target === node && node.close());
  node.addEventListener("close", () => node.remove());
  document.body.append(node);
  node.showModal();
  return node;
}

export function explain(shell, term, near = null) {
  closeExplanation();
  setExplainMode(shell.root, false);
  const { title, texts, drawing } = explanationOf(shell, term);
  card = openSheet(
    title,
    "explanation",
    h("h2", {}, title),
    h("div", { class: "explained" }, drawing, h("div", {}, ...texts.map((text) => h("p", {}, ...richText(text))))),
  );
  card.addEventListener("close", () => near?.focus?.({ preventScroll: true }));
}

/** Shows the board of a seat large. */
export function enlargeSeat(shell, seat) {
  const card = openSheet(
    shell.who(seat),
    "enlarged",
    h("div", { class: "seat-large" }, shell.drawing.seat(shell.scene(), seat, "large")),
  );
  card.addEventListener("click", (event) => {
    const about = event.target.closest("[data-about]");
    if (about) explain(shell, about.dataset.about);
  });
}
