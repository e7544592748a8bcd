/** The plate that a sheet is engraved on: a double frame with degree bars, letters, numbers and a faint graticule. */

import { s } from "../../../dom.js";
import { extent } from "./sheet.js";
import { ROW, rounded1 } from "./hexes.js";

const MARGIN = 24;
const GAP = 4;
const BAR = 3.4;

/** The whole picture: the sheet and its frame. */
export function frameOf(chart, width) {
  const inner = extent(chart, width);
  const [left, top] = [inner.left - GAP, inner.top - GAP];
  const [wide, high] = [inner.width + 2 * GAP, inner.height + 2 * GAP];
  return {
    left,
    top,
    wide,
    high,
    box: [left - MARGIN, top - MARGIN, wide + 2 * MARGIN, high + 2 * MARGIN].map(rounded1).join(" "),
  };
}

function graticule({ left, top, wide, high }) {
  const [x, y] = [left - 120, top + high + 160];
  const arcs = Array.from({ length: 13 }, (_, at) =>
    s("circle", { cx: rounded1(x), cy: rounded1(y), r: (at + 1) * 86 }),
  );
  const rays = Array.from({ length: 14 }, (_, at) =>
    s("path", {
      d: `M${rounded1(x)} ${rounded1(y)}L${rounded1(x + 1400 * Math.cos(-at * 0.115))} ${rounded1(y + 1400 * Math.sin(-at * 0.115))}`,
    }),
  );
  return s("g", { class: "suns-graticule", "clip-path": "url(#suns-frame)" }, ...arcs, ...rays);
}

function dashes({ left, top, wide, high }) {
  const rails = [
    [`M${rounded1(left)} ${rounded1(top - 2.4)}H${rounded1(left + wide)}`],
    [`M${rounded1(left)} ${rounded1(top + high + 2.4)}H${rounded1(left + wide)}`],
    [`M${rounded1(left - 2.4)} ${rounded1(top)}V${rounded1(top + high)}`],
    [`M${rounded1(left + wide + 2.4)} ${rounded1(top)}V${rounded1(top + high)}`],
  ];
  return rails.map(([d]) => s("path", { d, class: "suns-degrees", "stroke-width": BAR }));
}

const label = (x, y, text) => s("text", { x: rounded1(x), y: rounded1(y), class: "suns-letter" }, text);

function letters(chart, width, { left, top }) {
  const columns = Array.from({ length: chart.content.columns }, (_, at) =>
    label((at + 0.25) * width, top - 9, String.fromCharCode(65 + at)),
  );
  const rows = Array.from({ length: chart.content.rows }, (_, at) => label(left - 13, at * ROW * width + 4.5, at));
  return [...columns, ...rows];
}

/** A frame to draw a sheet in; `title` is in Latin and needs no translation. */
export function plate(chart, width, title) {
  const frame = frameOf(chart, width);
  const { left, top, wide, high } = frame;
  const rect = { x: rounded1(left), y: rounded1(top), width: rounded1(wide), height: rounded1(high) };
  return s(
    "g",
    { class: "suns-frame", "aria-hidden": "true" },
    s("clipPath", { id: "suns-frame" }, s("rect", rect)),
    s("rect", {
      x: rounded1(left - MARGIN + 1),
      y: rounded1(top - MARGIN + 1),
      width: rounded1(wide + 2 * MARGIN - 2),
      height: rounded1(high + 2 * MARGIN - 2),
      rx: 6,
      class: "suns-ground",
    }),
    graticule(frame),
    s("rect", { ...rect, class: "suns-inner" }),
    ...dashes(frame),
    ...letters(chart, width, frame),
    s("text", { x: rounded1(left + wide / 2), y: rounded1(top + high + 16.5), class: "suns-letter suns-latin" }, title),
  );
}
