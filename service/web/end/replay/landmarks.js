/** Landmarks along the curves, where there is the height: rounds below, signs of milestones beside the lines. */

import { s } from "../../dom.js";
import { t } from "../../i18n.js";

/** Pixels between the names of two rounds, and between two signs. */
const APART = 84;
const BESIDE = 25;
/** From its line a sign is so far away, first above, then below. */
const PLACES = [-24, 24, -48, 48];

/** Shades every other round; names stand where there is room. */
export function roundBands(rounds, last, { x, top, bottom }) {
  const ends = rounds.map((_, at) => rounds[at + 1]?.from ?? last);
  const wide = rounds.map(({ round, from }, at) => ({ round, from: x(from), to: x(ends[at]) }));
  let until = -Infinity;
  const named = wide.filter(({ from }) => from >= until && (until = from + APART));
  return s(
    "g",
    { class: "rounds", "aria-hidden": "true" },
    ...wide
      .filter(({ round }) => round % 2 === 0)
      .map(({ from, to }) => s("rect", { x: from, y: top, width: Math.max(0, to - from), height: bottom - top })),
    ...named.map(({ round, from }) => s("text", { x: from, y: bottom + 36 }, t("end.round", { round }))),
  );
}

/** A place for a sign: near its line, within the drawing, apart from others; null where there is none. */
function placeSign({ event, value }, taken, { x, y, top, bottom }) {
  const at = x(event.version);
  const free = (up) => {
    const to = y(value) + up;
    return to > top && to < bottom - 12 && taken.every((each) => Math.hypot(each.x - at, each.y - to) > BESIDE);
  };
  const up = PLACES.find(free);
  return up === undefined ? null : { x: at, y: y(value) + up };
}

/** Signs of milestones in a ring of the seat's colour. Turning points have their places already. */
export function milestoneSigns(marks, list, turns, scale) {
  const taken = turns.map(({ version, seat }) => ({
    x: scale.x(version),
    y: scale.y(list[version].expected[seat - 1]),
  }));
  const drawn = [];
  for (const { event, sign } of marks) {
    const place = placeSign({ event, value: list[event.version].expected[event.seat - 1] }, taken, scale);
    if (!place) continue;
    taken.push(place);
    drawn.push(
      s(
        "g",
        { class: "sign", transform: `translate(${place.x.toFixed(1)} ${place.y.toFixed(1)})` },
        s("circle", { r: 11.5, class: "disc", stroke: `var(--p${event.seat})` }),
        sign(),
      ),
    );
  }
  return s("g", { class: "signs", "aria-hidden": "true" }, ...drawn);
}
