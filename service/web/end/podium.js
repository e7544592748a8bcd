/** A podium: places by points, with marks above and numbers on the steps. */

import { h, s } from "../dom.js";
import { mark, star8 } from "../draw/marks.js";

const NUMERALS = ["I", "II", "III", "IV", "V"];
/** How wide a step is; of many each is narrower, so that names need not be small. */
const STEP = 130;
const NARROW = 100;
const FEW = 3;
const HEIGHTS = [128, 108, 97, 88, 81];
const GROUND = 290;
const SQUARE = 60;
/** How high the middle is above its ends, and where those are. */
const ARCH = 46;
const FOOT = 22;

/** The winner in the middle, the others beside, left and right in turn. */
const podiumOrder = (places) =>
  places.reduce((row, place, index) => (index % 2 ? [place, ...row] : [...row, place]), []);

/** Equal points share a place. */
function rankSeats(seats, winners) {
  const sorted = [...seats].sort(
    (a, b) => Number(winners.includes(b.seat)) - Number(winners.includes(a.seat)) || b.total - a.total,
  );
  return sorted.map((each) => ({
    ...each,
    place: winners.includes(each.seat)
      ? 0
      : sorted.filter((other) => winners.includes(other.seat) || other.total > each.total).length,
  }));
}

function step({ seat, total, place }, index, name, width) {
  const height = HEIGHTS[place];
  const x = index * width;
  const top = GROUND - height;
  return s(
    "g",
    {},
    s("rect", { x: x + 2, y: top, width: width - 4, height, fill: "var(--plate-2)", stroke: "var(--rule)" }),
    s("rect", {
      x: x + 7,
      y: top + 5,
      width: width - 14,
      height: height - 5,
      fill: "none",
      stroke: "var(--rule)",
      "stroke-width": 0.6,
    }),
    s("text", { x: x + width / 2, y: top + 36, class: "numeral", "text-anchor": "middle" }, NUMERALS[place]),
    s("text", { x: x + width / 2, y: top + 66, class: "podium-total", "text-anchor": "middle" }, total),
    s("text", { x: x + width / 2, y: top - 12, class: "podium-name", "text-anchor": "middle" }, name),
    s(
      "g",
      { transform: `translate(${x + width / 2} ${top - 74})` },
      place === 0 && s("circle", { r: 52, fill: "url(#active-glow)" }),
      place === 0 && star8(40),
      s("circle", { r: 25, fill: "var(--plate)", stroke: `var(--p${seat})`, "stroke-width": 2 }),
      mark(seat, 12),
    ),
  );
}

/** Above the steps, highest in the middle. */
function arch(figures, width) {
  const reach = width / 2 - 10;
  const size = Math.min(1, (2 * reach) / (figures.length * SQUARE));
  return figures.map((figure, index) => {
    const aside = figures.length > 1 ? (2 * index) / (figures.length - 1) - 1 : 0;
    return s(
      "g",
      {
        transform: `translate(${(width / 2 + aside * (reach - 20)).toFixed(1)} ${(FOOT + ARCH * (aside * aside - 1)).toFixed(1)}) scale(${size.toFixed(2)})`,
      },
      figure,
    );
  });
}

const shorten = (name, most) => (name.length > most ? `${name.slice(0, most - 1)}…` : name);

/** What the winner may show, where the game has something and one alone has won. */
function trophies(shell) {
  const { winners } = shell.game.result;
  return winners.length === 1 && winners[0] ? (shell.speech.trophies?.(shell.scene(), winners[0]) ?? []) : [];
}

export function podium(shell) {
  const { result } = shell.game;
  const row = podiumOrder(rankSeats(result.seats, result.winners));
  const isFew = row.length <= FEW;
  const each = isFew ? STEP : NARROW;
  const width = row.length * each;
  const figures = trophies(shell);
  const top = figures.length ? FOOT - ARCH - SQUARE / 2 : 0;
  return h(
    "div",
    { class: isFew ? "podium" : "podium many" },
    s(
      "svg",
      {
        viewBox: `-10 ${top} ${width + 20} ${GROUND + 4 - top}`,
        preserveAspectRatio: "xMidYMax",
        role: "img",
        "aria-label": row.map(({ seat, total }) => `${shell.who(seat)} ${total}`).join(", "),
      },
      ...arch(figures, width),
      ...row.map((place, index) => step(place, index, shorten(shell.who(place.seat), isFew ? 16 : 11), each)),
      s("line", { x1: -10, y1: GROUND, x2: width + 10, y2: GROUND, stroke: "var(--rule)" }),
    ),
  );
}
