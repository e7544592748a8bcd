/** What placing a star would bring, on tags beside the cells. */

import { copied, s } from "../../dom.js";
import { round } from "./stars.js";

const overlaps = (a, b) => Math.abs(a.x - b.x) < (a.w + b.w) / 2 && Math.abs(a.y - b.y) < (a.h + b.h) / 2;

/** Medallions lie there. */
const isInCorner = ({ x, y, w, h: high }) => (x - w / 2 < 250 || x + w / 2 > 750) && y + high / 2 > 1020;

/** Beside its cell, where it covers neither a neighbour nor another tag. */
function placeOf(sky, cell, size, reach, taken) {
  const away = reach + 14;
  const tries = [
    [0, away + size.h / 2],
    [away + size.w / 2 - 12, reach * 0.75],
    [-away - size.w / 2 + 12, reach * 0.75],
    [0, -away - size.h / 2],
    [away + size.w / 2, 0],
    [-away - size.w / 2, 0],
  ];
  const blocks = [
    ...sky.cells
      .filter((each) => each !== cell)
      .map((each) => ({ x: each.x, y: each.y, w: 2.2 * reach, h: 2.2 * reach })),
    ...taken,
  ];
  const boxes = tries
    .map(([dx, dy]) => ({ ...size, x: cell.x + dx, y: cell.y + dy }))
    .filter((box) => box.x - box.w / 2 > -20 && box.x + box.w / 2 < 1020 && !isInCorner(box));
  return boxes.find((box) => !blocks.some((other) => overlaps(box, other))) ?? boxes[0];
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
      return copied(`tag ${place} ${isChosen} ${font} ${text}`, () =>
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
