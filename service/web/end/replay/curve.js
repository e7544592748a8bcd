/**
 * Expected points over the moves: a line per seat in its pen's colour, with its mark; turning points can be pressed.
 */

import { s } from "../../dom.js";
import { mark } from "../../draw/marks.js";
import { signedPoints, t } from "../../i18n.js";
import { roundBands, milestoneSigns } from "./landmarks.js";

/** Room around the lines. Beside it the slider has the same: see `.course` in styles/end/course.css. */
const TOP = 16;
const BOTTOM = 22;
/** Rounds stand below the moves, and signs beside the lines, where there is the height for them. */
const ROUNDS = 20;
const TALL = 210;
const START = 44;
const END = 64;
const STEPS = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000];
const LABEL = 16;
const REACH = 22;

/** Round numbers from the least to the most, as many as there is room for. */
function ticks(least, most, count) {
  const step = STEPS.find((each) => (most - least) / each <= count) ?? STEPS.at(-1);
  const first = Math.ceil(least / step);
  return Array.from({ length: Math.floor(most / step) - first + 1 }, (_, index) => (first + index) * step);
}

/** Scales from moves and points to pixels. */
function curveScale(list, width, height) {
  const isTall = height >= TALL;
  const bottom = height - BOTTOM - (isTall ? ROUNDS : 0);
  const all = list.flatMap(({ expected }) => expected);
  const [least, most] = [Math.min(...all), Math.max(...all)];
  const x = (version) => START + ((width - START - END) * version) / Math.max(1, list.length - 1);
  const y = (value) => bottom - ((bottom - TOP) * (value - least)) / Math.max(1, most - least);
  return { x, y, least, most, isTall, top: TOP, bottom };
}

function grid({ x, y, least, most, bottom }, last, width, height) {
  const across = ticks(least, most, Math.max(4, height / 40)).map((value) =>
    s(
      "g",
      {},
      s("line", { x1: START, x2: width - END, y1: y(value), y2: y(value), class: "rule" }),
      s("text", { x: START - 8, y: y(value) + 4, "text-anchor": "end" }, value),
    ),
  );
  const along = ticks(0, last, (width - START - END) / 70).map((version) =>
    s("text", { x: x(version), y: bottom + 17, "text-anchor": "middle" }, version),
  );
  return s("g", { class: "axes", "aria-hidden": "true" }, ...across, ...along);
}

const path = (list, seat, { x, y }) =>
  list
    .map(
      ({ version, expected }, index) =>
        `${index ? "L" : "M"}${x(version).toFixed(1)} ${y(expected[seat - 1]).toFixed(1)}`,
    )
    .join("");

/** One seat's line: dashed after the current step, with the seat's mark at its end. */
function line(list, seat, step, scale) {
  const pen = { stroke: `var(--p${seat})`, fill: "none", "stroke-width": 2.2, "stroke-linejoin": "round" };
  const at = list[step];
  return s(
    "g",
    { class: "line" },
    s("path", { d: path(list.slice(0, step + 1), seat, scale), ...pen }),
    s("path", { d: path(list.slice(step), seat, scale), ...pen, "stroke-dasharray": "2 5", opacity: 0.8 }),
    step < list.length - 1 &&
      s("g", { transform: `translate(${scale.x(at.version)} ${scale.y(at.expected[seat - 1])})` }, mark(seat, 5)),
  );
}

/** The last number of each seat beside its line, moved apart where two would overlap. */
function totals(list, seats, { x, y, bottom }) {
  const last = list.at(-1);
  const rows = seats
    .map((seat) => ({ seat, value: last.expected[seat - 1], at: y(last.expected[seat - 1]) }))
    .sort((a, b) => a.at - b.at);
  rows.forEach((row, index) => {
    if (index) row.at = Math.max(row.at, rows[index - 1].at + LABEL);
  });
  const over = Math.max(0, rows.at(-1).at - (bottom + BOTTOM - LABEL / 2));
  return s(
    "g",
    { class: "totals" },
    ...rows.map(({ seat, value, at }) =>
      s(
        "g",
        { transform: `translate(${x(last.version) + 14} ${at - over})` },
        mark(seat, 5),
        s("text", { x: 11, y: 5, fill: `var(--p${seat})` }, Math.round(value)),
      ),
    ),
  );
}

function cursor(step, { x, bottom }) {
  const at = x(step);
  return s(
    "g",
    { class: "cursor" },
    s("line", { x1: at, x2: at, y1: TOP - 8, y2: bottom }),
    s("path", { d: `M${at - 6} ${TOP - 14}H${at + 6}L${at} ${TOP - 5}Z` }),
  );
}

/** Makes Enter and Space press it, like a button. */
const onPressKeys = (act) => (event) => {
  if (!["Enter", " "].includes(event.key)) return;
  event.preventDefault();
  act();
};

function turningPointMark(turn, value, { x, y }, how) {
  const go = (event) => {
    event?.stopPropagation();
    how.turn(turn.version);
  };
  return s(
    "g",
    {
      class: "turning-mark",
      role: "button",
      tabindex: 0,
      "data-key": `turning-mark-${turn.version}`,
      transform: `translate(${x(turn.version)} ${y(value)})`,
      onclick: go,
      onkeydown: onPressKeys(go),
      "aria-label": t("end.turn", { step: turn.version, who: how.who(turn.seat), swing: signedPoints(turn.swing) }),
    },
    s("circle", { r: REACH, fill: "transparent" }),
    s("circle", { r: 11, class: "disc", stroke: `var(--p${turn.seat})` }),
    s("path", { d: turn.swing > 0 ? "M0 -5.5L5 3.5H-5Z" : "M0 5.5L5 -3.5H-5Z" }),
    s("circle", { r: 14, class: "focus" }),
  );
}

/**
 * @param {{ points: any[], turning_points: any[] }} analysis
 * @param {{ width: number, height: number, step: number, rounds: any[], marks: any[], seats: number[],
 *   who: (seat: number) => string, seek: (step: number) => void, turn: (step: number) => void }} how
 */
export function curve(analysis, how) {
  const { points: list, turning_points: turns } = analysis;
  const { width, height, step, rounds, marks, seats, seek } = how;
  const scale = curveScale(list, width, height);
  const last = list.length - 1;
  const press = (event) => {
    const along = (event.clientX - event.currentTarget.getBoundingClientRect().x - START) / (width - START - END);
    seek(Math.max(0, Math.min(last, Math.round(along * last))));
  };
  return s(
    "svg",
    { width, height, viewBox: `0 0 ${width} ${height}`, role: "group", "aria-label": t("end.course"), onclick: press },
    scale.isTall && roundBands(rounds, last, scale),
    grid(scale, last, width, height),
    cursor(step, scale),
    ...seats.map((seat) => line(list, seat, step, scale)),
    scale.isTall && milestoneSigns(marks, list, turns, scale),
    ...turns.map((turn) => turningPointMark(turn, list[turn.version].expected[turn.seat - 1], scale, how)),
    totals(list, seats, scale),
  );
}
