/** Where a shape fits on a sheet: a fit is the list of its sectors, its form, and its middle. */

import { neighboursOfAll, isForbidden, middle } from "./chart.js";

const turnHexes = (hexes) => hexes.map(([q, r]) => [-r, q + r]);
const mirrorHexes = (hexes) => hexes.map(([q, r]) => [r, q]);

/** The same hexes in reading order, the first of them at the origin. */
function atOrigin(hexes) {
  const ordered = [...hexes].sort((a, b) => a[1] - b[1] || a[0] - b[0]);
  const [firstQ, firstR] = ordered[0];
  return ordered.map(([q, r]) => [q - firstQ, r - firstR]);
}

const nameOfForm = (hexes) =>
  atOrigin(hexes)
    .map((step) => step.join())
    .join(" ");
const readForm = (form) => form.split(" ").map((step) => step.split(",").map(Number));

export const turnForm = (form) => nameOfForm(turnHexes(readForm(form)));
export const mirrorForm = (form) => nameOfForm(mirrorHexes(readForm(form)));

const axial = ({ row, column }) => [column - (row - (row & 1)) / 2, row];

/** The form of some sectors: the same for two fits exactly when one is the other, moved. */
const formOf = (chart, sectors) => nameOfForm(sectors.map((sector) => axial(chart.sectors[sector])));

export const fitOf = (chart, sectors, upgrades = 0) => ({
  sectors,
  upgrades,
  form: formOf(chart, sectors),
  middle: middle(chart, sectors),
});

/** The form in which a shape is printed. */
export const printedForm = (chart, shape) => nameOfForm(chart.shapes.get(shape).hexes.map(({ q, r }) => [q, r]));

/** Every way in which a shape can be turned and mirrored. */
function orientations(hexes) {
  const found = new Map();
  for (let side of [hexes, mirrorHexes(hexes)]) {
    for (let turn = 0; turn < 6; turn += 1) {
      found.set(nameOfForm(side), atOrigin(side));
      side = turnHexes(side);
    }
  }
  return [...found.values()];
}

function sectorsOfFit(chart, steps, { row, column }) {
  const [q0, r0] = axial({ row, column });
  return steps.map(([q, r]) => {
    const at = r0 + r;
    return chart.at.get(`${at},${q0 + q + (at - (at & 1)) / 2}`);
  });
}

/** All whole fits of a shape on somebody's sheet, by the rules that everybody can apply. */
export function fitsOn(chart, side, shape) {
  const covered = new Set(side.covered);
  const beside = neighboursOfAll(chart, covered.size ? side.covered : [chart.start]);
  const isFree = (sector) => sector !== undefined && !covered.has(sector) && !isForbidden(chart, sector);
  const hexes = chart.shapes.get(shape).hexes.map(({ q, r }) => [q, r]);
  return orientations(hexes)
    .flatMap((steps) =>
      chart.sectors
        .map((each) => sectorsOfFit(chart, steps, each))
        .filter((sectors) => sectors.every(isFree) && sectors.some((sector) => beside.has(sector))),
    )
    .map((sectors) => fitOf(chart, sectors));
}

const distanceTo = (fit, [x, y]) => Math.hypot(fit.middle[0] - x, fit.middle[1] - y);

const cheapest = (fits, cost) => fits.reduce((best, fit) => (!best || cost(fit) < cost(best) ? fit : best), null);

/** The fit that lies nearest to a point. */
export const nearestFit = (fits, point) => cheapest(fits, (fit) => distanceTo(fit, point));

/** In widths of a hex: so much farther a shape that is dragged lies rather than in another form. */
const RESHAPING = 2;

/** Where a shape of this form goes that is dragged to a point. */
export const snappedFit = (fits, form, point) =>
  cheapest(fits, (fit) => distanceTo(fit, point) + (fit.form === form ? 0 : RESHAPING));

const reachable = 1.6;

/** The next form, going round by `step`, that fits about here; if none does, the nearest that fits anywhere. */
export function nextForm(fits, fit, step) {
  let form = step(fit.form);
  for (let tries = 0; tries < 6 && form !== fit.form; tries += 1) {
    const same = fits.filter((each) => each.form === form);
    const best = nearestFit(same, fit.middle);
    if (best && distanceTo(best, fit.middle) < reachable) return best;
    form = step(form);
  }
  return (
    nearestFit(
      fits.filter((each) => each.form === step(fit.form)),
      fit.middle,
    ) ?? fit
  );
}
