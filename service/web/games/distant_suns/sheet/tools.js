/** Turning, mirroring and moving the shape on; leaving out hexes. On phones at the thumbs, over the sheet. */

import { isNarrow } from "../../../draw/parts.js";
import { h, memo } from "../../../dom.js";
import { fitNumber } from "../bar.js";
import { maxLeftOut } from "../choose.js";
import { icon } from "../glyphs.js";

function tool(scene, touch, sign, text, key) {
  const label = scene.t(`tool.${touch}`);
  return memo(`tool ${touch} ${label} ${text}`, () =>
    h(
      "button",
      {
        type: "button",
        "data-touch": touch,
        "aria-label": label,
        "aria-keyshortcuts": key ?? null,
        class: "suns-tool",
      },
      icon(sign, 22, "currentColor"),
      text && h("span", {}, text),
      key && h("kbd", {}, key.toUpperCase()),
    ),
  );
}

const stepper = (scene, touch, sign, isAtEnd) =>
  h(
    "button",
    {
      type: "button",
      class: "suns-tool",
      "data-touch": touch,
      disabled: isAtEnd,
      "aria-label": scene.t(`tool.${touch}`),
    },
    h("b", {}, sign),
  );

/** How many hexes upgrades leave out; nothing where there are none. */
export function leaveOutStepper(scene) {
  const { t } = scene;
  const most = maxLeftOut(scene);
  const leave = scene.draft?.leave ?? 0;
  return (
    most > 0 &&
    h(
      "div",
      { class: "suns-segment" },
      h("span", { class: "suns-count" }, icon("upgrade", 18), h("span", {}, t("leave_out"))),
      stepper(scene, "fewer", "−", leave === 0),
      h("span", { class: "suns-count" }, isNarrow(scene) ? `${leave}/${most}` : t("of", { number: leave, all: most })),
      stepper(scene, "more", "+", leave >= most),
    )
  );
}

export function toolsPart(scene) {
  const { t } = scene;
  const { number, all } = fitNumber(scene);
  return {
    name: "tools",
    column: isNarrow(scene) ? "stage" : "left",
    label: t("tools"),
    from: [number, all, maxLeftOut(scene), scene.draft?.leave ?? 0, scene.language, scene.size],
    draw: () => [
      h(
        "div",
        { class: "suns-segment" },
        tool(scene, "turn", "turn", t("turn"), "r"),
        tool(scene, "mirror", "mirror", t("mirror"), "m"),
      ),
      h(
        "div",
        { class: "suns-segment" },
        tool(scene, "previous", "left"),
        h(
          "span",
          { class: "suns-count", "aria-label": t("fit_of", { number, all }), role: "img" },
          t("fit_of", { number, all }),
        ),
        tool(scene, "next", "right"),
      ),
      !isNarrow(scene) && leaveOutStepper(scene),
    ],
  };
}
