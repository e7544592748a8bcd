/** The own means: pouch, wisdom track, elements. */

import { h, s } from "../../../dom.js";
import { icon } from "../../../draw/icons.js";
import { sparkPath } from "../../../draw/marks.js";
import { explained } from "../../../draw/parts.js";
import { ELEMENTS, elementIcon } from "./glyphs.js";

const FEW = [
  [46, 55],
  [80, 55],
  [36, 84],
  [63, 76],
  [90, 84],
  [63, 98],
];
const MANY = [
  [44, 50],
  [63, 54],
  [82, 50],
  [33, 72],
  [53, 75],
  [73, 75],
  [93, 72],
  [63, 95],
  [41, 94],
  [85, 94],
  [28, 90],
  [98, 90],
];
const NECK = [
  [40, 8],
  [52, 2],
  [63, 6],
  [75, 2],
  [87, 8],
];

/** One spark per stardust: dashed ones will be spent, small circles are room for more. */
function spark(at, kind) {
  const [x, y] = at;
  const place = { transform: `translate(${x} ${y})`, class: kind };
  if (kind === "room")
    return s("circle", { ...place, r: 5, fill: "none", stroke: "var(--rule-2)", "stroke-dasharray": "2 2" });
  if (kind === "spent")
    return s("path", {
      ...place,
      d: sparkPath(10.5),
      fill: "var(--pouch)",
      stroke: "var(--own)",
      "stroke-width": 1.5,
      "stroke-dasharray": "2.4 1.8",
    });
  return s("path", { ...place, d: sparkPath(11), fill: "var(--gold)" });
}

export function pouch(stardust, size, spend, width = 126) {
  const slots = size <= 6 ? FEW : MANY;
  const kind = (index) => (index >= stardust ? "room" : index >= stardust - spend ? "spent" : "held");
  const excess = Math.max(0, stardust - slots.length);
  return s(
    "svg",
    { class: "pouch", width, height: (width * 112) / 126, viewBox: "0 0 126 112", "aria-hidden": "true" },
    s(
      "g",
      { fill: "var(--pouch)", stroke: "var(--gold)", "stroke-width": 1.6, "stroke-linejoin": "round" },
      s("path", { d: "M40 30C8 46 2 106 34 107H92C124 106 118 46 86 30Z" }),
      s("path", { d: "M40 30L30 9C40 15 45 5 54 12C60 5 66 5 72 12C81 5 86 15 96 9L86 30Z" }),
    ),
    s(
      "g",
      { fill: "none", stroke: "var(--gold)", "stroke-linecap": "round" },
      s("path", { d: "M37 30Q63 38 89 30", "stroke-width": 3 }),
      s("path", { d: "M89 30q10 2 12 12M88 31q4 6 2 15", "stroke-width": 1.4 }),
    ),
    ...slots
      .slice(0, Math.max(size, Math.min(stardust, slots.length)))
      .map((place, index) => spark(place, kind(index))),
    ...NECK.slice(0, excess).map((place) => spark(place, "held")),
  );
}

/** Twelve boxes in six pairs, each pair with the card limit that it gives. */
export function wisdomTrack(wisdom, more, width = 292) {
  const pair = width / 6;
  const box = (pair - 12) / 2;
  const one = (index) => {
    const [x, reached] = [index * pair + 4, 2 * (index + 1)];
    const state = wisdom >= reached ? "got" : wisdom + more >= reached ? "soon" : "";
    const cell = (second) => {
      const number = index * 2 + second + 1;
      const isHeld = number <= wisdom;
      const isSoon = !isHeld && number <= wisdom + more;
      return s("rect", {
        x: x + second * (box + 3),
        y: 3,
        width: box,
        height: 18,
        rx: 3.5,
        fill: isHeld ? "var(--gold)" : isSoon ? "url(#hatch)" : "var(--chip)",
        stroke: isHeld ? "var(--gold)" : isSoon ? "var(--own)" : "var(--rule-2)",
        "stroke-width": 1.1,
      });
    };
    return s(
      "g",
      { class: `pair ${state}` },
      cell(0),
      cell(1),
      s("path", { d: `M${x} 25v3H${x + 2 * box + 3}v-3`, fill: "none", "stroke-width": 1.2 }),
      s("text", { x: x + box + 1.5, y: 45, "text-anchor": "middle" }, 3 + index),
    );
  };
  return s(
    "svg",
    { class: "wisdom-track", viewBox: `0 0 ${width} 50`, "aria-hidden": "true" },
    ...Array.from({ length: 6 }, (_, index) => one(index)),
  );
}

const ROWS = [0, 0, 2, 6, 11];
const COLUMNS = { 3: 3, 4: 6 };

/** Rows of elements: the secret card's premarks have a lock; points at the end of rows and below columns. */
export function elementGrid(scene, seat) {
  const secret = seat.scoring_card ?? [];
  const counts = Object.fromEntries(
    ELEMENTS.map((name) => [name, Math.min(4, seat.elements[name] + (secret.includes(name) ? 1 : 0))]),
  );
  const cell = (name, index) => {
    const isOn = index < counts[name];
    const isSecret = isOn && index === 0 && secret.includes(name);
    return h(
      "i",
      { class: isOn ? "on" : "", style: isOn && { "--element": `var(--${name})` } },
      isOn && elementIcon(name, 13, 2.6),
      isSecret && icon("lock", 12),
    );
  };
  const row = (name) =>
    h(
      "div",
      { class: "element-row" },
      elementIcon(name, 18),
      ...[0, 1, 2, 3].map((index) => cell(name, index)),
      h("b", {}, ROWS[counts[name]]),
    );
  const bonus = [1, 2, 3, 4].map((column) => COLUMNS[ELEMENTS.filter((name) => counts[name] >= column).length]);
  const text = ELEMENTS.map((name) => `${scene.names.get(name)} ${counts[name]}`).join(", ");
  return explained(
    "elements",
    { class: "element-grid", "aria-label": text },
    ...ELEMENTS.map(row),
    h(
      "div",
      { class: "element-row columns" },
      h("span", {}),
      ...bonus.map((points) => h("em", {}, points ? `+${points}` : "")),
      h("b", {}),
    ),
  );
}
