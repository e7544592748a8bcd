/** Every sector as something to touch, over a drawn sheet. */

import { s } from "../../../dom.js";
import { centre, chartOf, nameOf } from "./chart.js";
import { hexPath, radius } from "./hexes.js";

function target(scene, width, { sector, kind }, open, isFirst) {
  const chart = chartOf(scene.content);
  const label = [nameOf(chart, sector), kind && scene.content.texts.sector[kind]].filter(Boolean).join(", ");
  return s("path", {
    d: hexPath(centre(chart, sector, width), radius(width) * 0.97),
    class: `suns-target ${open.has(sector) ? "open" : ""}`,
    role: "button",
    tabindex: isFirst ? 0 : -1,
    "aria-label": label,
    "data-touch": `sector:${sector}`,
    "data-about": kind ?? "sector",
    "aria-disabled": open.has(sector) ? null : "true",
  });
}

/** One of them can be reached by Tab, the others by arrows. */
export function targets(scene, width, open) {
  const [first] = open;
  return s("g", {}, ...scene.content.sectors.map((each) => target(scene, width, each, open, each.sector === first)));
}

export const lessonTargets = (scene, width) =>
  targets(scene, width, new Set(scene.moves.flatMap(({ move }) => move.sectors)));
