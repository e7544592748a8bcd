/**
 * On phones: the shape that is to be drawn, to be dragged onto the sheet; who gave it, and what may be left out of it.
 */

import { h } from "../../../dom.js";
import { explained } from "../../../draw/parts.js";
import { chartOf } from "./chart.js";
import { currentFit, maxLeftOut, ownPosition } from "../choose.js";
import { icon } from "../glyphs.js";
import { figure, inkOf, silhouette } from "../control/tiles.js";
import { leaveOutStepper } from "./tools.js";

const WIDE = 104;
const HIGH = 72;
const LARGEST = 26;

/** As it lies on the sheet; as it is printed before. */
function shapeOf({ content }, { shape, position }, fit) {
  if (!fit) return silhouette(content, shape, position, WIDE, HIGH, LARGEST);
  const { sectors } = chartOf(content);
  return figure(
    fit.sectors.map((sector) => sectors[sector]),
    position,
    WIDE,
    HIGH,
    LARGEST,
  );
}

/** The module of this turn is the last that was placed, by the active seat. */
function giverText(scene) {
  const { view, t } = scene;
  const module = view.modules.length;
  return view.active === scene.seat ? t("given_own", { module }) : t("given", { module, name: scene.who(view.active) });
}

export function trayPart(scene) {
  const { t, names } = scene;
  const place = ownPosition(scene);
  const fit = currentFit(scene);
  return {
    name: "tray",
    column: "right",
    label: names.get(place.shape),
    from: [
      place,
      fit?.form,
      scene.draft?.leave,
      maxLeftOut(scene),
      scene.view.active,
      scene.view.modules.length,
      scene.language,
      scene.size,
    ],
    draw: () => [
      h(
        "button",
        {
          type: "button",
          class: `suns-grip suns-inked hue-${place.position}`,
          "data-drag": "lay",
          "data-touch": "lay",
          "aria-label": t("drag_says", { shape: names.get(place.shape) }),
        },
        shapeOf(scene, place, fit),
      ),
      h(
        "div",
        { class: `suns-given suns-inked hue-${place.position}` },
        explained(
          `shape:${place.shape}`,
          { class: "suns-name" },
          icon(place.shape, 20, inkOf(place.position)),
          names.get(place.shape),
        ),
        h("p", { class: "muted" }, giverText(scene)),
        leaveOutStepper(scene),
      ),
    ],
  };
}
