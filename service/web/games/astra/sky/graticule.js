/** Real arcs of right ascension and declination behind a figure: the cards are stereographic maps of the sky. */

import { s } from "../../../dom.js";

const RADIAN = Math.PI / 180;
const HOUR = 15;

/** The middle of a figure on the sphere. */
function centre(stars) {
  const sum = { x: 0, y: 0, z: 0 };
  for (const { ra, dec } of stars) {
    sum.x += Math.cos(dec * RADIAN) * Math.cos(ra * RADIAN);
    sum.y += Math.cos(dec * RADIAN) * Math.sin(ra * RADIAN);
    sum.z += Math.sin(dec * RADIAN);
  }
  return { ra: Math.atan2(sum.y, sum.x), dec: Math.atan2(sum.z, Math.hypot(sum.x, sum.y)) };
}

const projection = (middle) => (ra, dec) => {
  const [r, d] = [ra * RADIAN - middle.ra, dec * RADIAN];
  const cosine = Math.sin(middle.dec) * Math.sin(d) + Math.cos(middle.dec) * Math.cos(d) * Math.cos(r);
  const k = 2 / (1 + Math.max(cosine, -0.9));
  return [
    k * Math.cos(d) * Math.sin(r),
    k * (Math.cos(middle.dec) * Math.sin(d) - Math.sin(middle.dec) * Math.cos(d) * Math.cos(r)),
  ];
};

/** The straight line through pairs of numbers, by least squares. */
function fitLine(from, to) {
  const mean = (list) => list.reduce((sum, each) => sum + each, 0) / list.length;
  const [mf, mt] = [mean(from), mean(to)];
  const spread = from.reduce((sum, each) => sum + (each - mf) ** 2, 0) || 1;
  const slope = from.reduce((sum, each, index) => sum + (each - mf) * (to[index] - mt), 0) / spread;
  return (value) => mt + slope * (value - mf);
}

/** From the sky to the card. */
function skyToCard({ stars }) {
  const project = projection(centre(stars));
  const points = stars.map(({ ra, dec }) => project(ra, dec));
  const x = fitLine(
    points.map(([px]) => px),
    stars.map((star) => star.x),
  );
  const y = fitLine(
    points.map(([, py]) => py),
    stars.map((star) => star.y),
  );
  return (ra, dec) => {
    const [px, py] = project(ra, dec);
    return { x: x(px), y: y(py) };
  };
}

/** Around the figure, every hour and every ten degrees; near a pole fewer hours. */
function circles({ stars }) {
  const middle = centre(stars);
  const dec0 = Math.round(middle.dec / RADIAN / 10) * 10;
  const ra0 = Math.round(middle.ra / RADIAN / HOUR) * HOUR;
  const every = Math.abs(dec0) > 50 ? 2 * HOUR : HOUR;
  const decs = Array.from({ length: 13 }, (_, index) => dec0 + (index - 6) * 10).filter((dec) => Math.abs(dec) <= 80);
  const ras = Array.from({ length: 9 }, (_, index) => ra0 + (index - 4) * every);
  return { ras, decs, dec0, ra0 };
}

const steps = (from, to, by) =>
  Array.from({ length: Math.floor((to - from) / by) + 1 }, (_, index) => from + index * by);
const path = (points) => "M" + points.map(({ x, y }) => `${x.toFixed(1)} ${y.toFixed(1)}`).join("L");

/** @param {any} card @param {(point: {x: number, y: number}) => {x: number, y: number}} at */
export function graticule(card, at) {
  const map = skyToCard(card);
  const { ras, decs, dec0, ra0 } = circles(card);
  const point = (ra, dec) => at(map(ra, dec));
  const hours = ras.map((ra) =>
    path(steps(Math.max(-80, dec0 - 50), Math.min(80, dec0 + 50), 5).map((dec) => point(ra, dec))),
  );
  const degrees = decs.map((dec) => path(steps(ra0 - 70, ra0 + 70, 5).map((ra) => point(ra, dec))));
  return s("path", {
    d: [...hours, ...degrees].join(""),
    fill: "none",
    stroke: "var(--graticule)",
    "stroke-width": 0.8,
    "aria-hidden": "true",
  });
}
