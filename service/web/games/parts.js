/** Parts that all drawings share. */

import { button, h, s } from "../dom.js";
import { t } from "../i18n.js";

/** Legal moves of some types. */
export const ofType = (scene, ...types) => scene.moves.filter((each) => types.includes(each.move.type));

/** The bar that plays what was chosen on the board. Without a move it says what to choose next. */
export function chosenBar(scene, text, legal, ...extras) {
  const play = button(t("bar.play"), () => scene.play(legal.move), { class: "main", disabled: !legal, "data-key": "bar-play" });
  const clear = button(t("bar.clear"), () => scene.choose({}), { "data-key": "bar-clear" });
  return h("div", { class: "chosen", role: "group", "aria-label": t("bar") }, h("span", {}, text), ...extras, clear, play);
}

/** A button that plays one legal move. */
export function playButton(scene, legal, text = legal.label) {
  return button(text, () => scene.play(legal.move), { class: "move", "data-key": `p${JSON.stringify(legal.move)}` });
}

export function svg(width, height, label, ...children) {
  return s("svg", { viewBox: `0 0 ${width} ${height}`, role: "group", "aria-label": label }, ...children);
}

/** A row of facts: name and value. */
export function facts(...pairs) {
  return h("dl", { class: "facts" }, ...pairs.map(([name, value, title]) =>
    h("div", { title }, h("dt", {}, name), h("dd", {}, value))));
}
