/** What placing a star would bring, on tags beside the cells. */

import { memo, s } from "../../../dom.js";
import { round } from "../stars.js";

/** How much of a box another one covers. */
function coveredArea(a, b) {
  const wide = (a.w + b.w) / 2 - Math.abs(a.x - b.x);
  const high = (a.h + b.h) / 2 - Math.abs(a.y - b.y);
  return wide > 0 && high > 0 ? Math.min(wide, a.w) * Math.min(high, a.h) : 0;
}

/** Medallions lie there. */
const isInCorner = ({ x, y, w, h: high }) => (x - w / 2 < 250 || x + w / 2 > 750) && y + high / 2 > 1020;

/** Beside its cell, where it covers neither a neighbour nor another tag; else where it covers the least of them. */
function placeOf(sky, cell, size, reach, taken) {
  const away = reach + 14;
  const [beside, above] = [away + size.w / 2, away + size.h / 2];
  const tries = [
    [0, above],
    [beside - 12, reach * 0.75],
    [12 - beside, reach * 0.75],
    [0, -above],
    [beside, 0],
    [-beside, 0],
    [beside - 12, -reach * 0.75],
    [12 - beside, -reach * 0.75],
    [size.w / 2, above],
    [-size.w / 2, above],
    [size.w / 2, -above],
    [-size.w / 2, -above],
  ];
  const around = 2.2 * reach;
  const cells = sky.cells.filter((each) => each !== cell).map(({ x, y }) => ({ x, y, w: around, h: around }));
  const blocks = [...cells, ...taken];
  const cost = (box) => blocks.reduce((sum, other) => sum + coveredArea(box, other), 0);
  return tries
    .map(([dx, dy]) => ({ ...size, x: cell.x + dx, y: cell.y + dy }))
    .filter((box) => box.x - box.w / 2 > -20 && box.x + box.w / 2 < 1020 && !isInCorner(box))
    .map((box) => ({ ...box, cost: cost(box) }))
    .reduce((best, box) => (box.cost < best.cost ? box : best));
}

/** What placing there would bring, on a tag. */
export function tags(sky, { legal = {}, chosen, cell: reach, scale }) {
  const taken = [];
  return Object.entries(legal)
    .filter(([, text]) => text)
    .map(([id, text]) => {
      const isChosen = id === chosen;
      const font = (isChosen ? 32 : 25) * scale;
      const box = placeOf(sky, sky.at.get(id), { w: text.length * font * 0.58 + 22, h: font * 1.44 }, reach, taken);
      taken.push(box);
      const place = `translate(${round(box.x)} ${round(box.y)})`;
      return memo(`tag ${place} ${isChosen} ${font} ${text}`, () =>
        s(
          "g",
          { transform: place, class: `neb-tag ${isChosen ? "chosen" : ""}`, "aria-hidden": "true" },
          s("rect", {
            x: round(-box.w / 2),
            y: round(-box.h / 2),
            width: round(box.w),
            height: round(box.h),
            rx: round(box.h / 2),
          }),
          s("text", { y: round(font * 0.35), "font-size": round(font) }, text),
        ),
      );
    });
}
