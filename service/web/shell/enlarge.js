/** Somebody's board, large. */

import { h } from "../dom.js";
import { explain, sheet } from "./explain.js";

export function enlarge(shell, seat) {
  const card = sheet(
    shell.who(seat),
    "enlarged",
    h("div", { class: "seat-large" }, shell.drawing.seat(shell.scene(), seat, "large")),
  );
  card.addEventListener("click", (event) => {
    const about = event.target.closest("[data-about]");
    if (about) explain(shell, about.dataset.about);
  });
}
