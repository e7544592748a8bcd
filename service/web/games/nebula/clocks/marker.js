/** The way of the black marker. */

import { s } from "../../../dom.js";
import { BLACK, figure, rays } from "../stars.js";

/** The way of the black marker: glowing cells change the boosted star, the flag ends the game. */
export function markerTrack(content, marker, label) {
  const cells = content.nebula.marker;
  const [gap, reach, y] = [26, 8, 14];
  const parts = cells.flatMap(({ glowing }, number) => {
    const x = 16 + number * gap;
    const line = number
      ? [
          s("path", {
            d: `M${x - gap + reach} ${y}H${x - reach}`,
            class: number <= marker ? "neb-way gone" : "neb-way",
          }),
        ]
      : [];
    const shine = glowing ? [rays([x, y], reach + 2, reach + 5, 12, "var(--glow)", 1.5)] : [];
    const spot =
      number === marker
        ? figure(BLACK, [x, y], reach * 1.4)
        : s("circle", {
            cx: x,
            cy: y,
            r: glowing ? 7 : 5.8,
            class: `neb-spot ${number < marker ? "gone" : ""} ${glowing ? "glowing" : ""}`,
          });
    const flag =
      number === cells.length - 1
        ? [s("path", { d: `M${x - 3.5} ${y + 4.5}V${y - 5}h7l-2 2.3l2 2.3h-7`, class: "neb-flag" })]
        : [];
    return [...line, ...shine, spot, ...flag];
  });
  return s(
    "svg",
    { viewBox: `0 0 ${32 + (cells.length - 1) * gap} 28`, class: "neb-marker", role: "img", "aria-label": label },
    ...parts,
  );
}
