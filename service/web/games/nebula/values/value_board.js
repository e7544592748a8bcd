/**
 * The value board: a column per token in the order of ranks, what it is worth, what the viewer has, what a step would
 * bring.
 */

import { h, s } from "../../../dom.js";
import { explained } from "../../../draw/parts.js";
import { canMove } from "../choose.js";
import { skyOf } from "../galaxy/layout.js";
import { coin, coinIcon, rays } from "../stars.js";
import { advanceToken, BY_RANK, countOf, trackPoints } from "./worth.js";

const CELLS = 6;

function pips(cell) {
  return s(
    "svg",
    { viewBox: "0 0 34 8", class: "neb-pips", "aria-hidden": "true" },
    ...Array.from({ length: CELLS }, (_, at) =>
      at === cell
        ? s("path", { d: `M${4.5 + at * 5} .4l3.6 3.6l-3.6 3.6l-3.6-3.6z`, fill: "var(--gold)" })
        : s("circle", { cx: 4.5 + at * 5, cy: 4, r: 1.6, fill: at < cell ? "var(--gold)" : "var(--cell-ring)" }),
    ),
  );
}

function letter(text) {
  return s(
    "svg",
    { viewBox: "0 0 30 30", class: "neb-token", "aria-hidden": "true" },
    s("circle", { cx: 15, cy: 15, r: 14, class: "neb-medal-disc" }),
    s("text", { x: 15, y: 21.5, class: "neb-medal-letter", "font-size": 18 }, text),
  );
}

const wide = (...children) =>
  s("svg", { viewBox: "0 0 56 30", class: "neb-token wide", "aria-hidden": "true" }, ...children);
const bar = (ink) => s("path", { d: "M14 15H42", stroke: ink, "stroke-width": 3 });
const smallCoin = (star, x) => coin(star, [x, 15], 12, { width: 1.3 });
const boostedSign = (x) => [
  rays([x, 15], 9.5, 13, 12, "var(--gold)", 1.6),
  s("circle", { cx: x, cy: 15, r: 8, class: "neb-medal-disc" }),
];
const orbits = (x) => [6, 11].map((r) => s("circle", { cx: x, cy: 15, r, class: "neb-orbits" }));

/** What an advanced goal asks for, as a sign; tapping it tells it in words. */
const ADVANCED = {
  connected_pairs: ({ colour, other }) => wide(bar("var(--link)"), smallCoin(colour, 13), smallCoin(other, 43)),
  beside_glowing_on_orbit: ({ colour }) => wide(bar("var(--orbit)"), smallCoin(colour, 13), ...boostedSign(43)),
  orbits_with_colour: ({ colour }) => wide(...orbits(43), smallCoin(colour, 13)),
  most_glowing_of_one_colour: () => wide(...boostedSign(13), ...boostedSign(43)),
  surrounded_glowing_cells: () =>
    wide(
      ...boostedSign(28),
      s("circle", { cx: 8, cy: 15, r: 5, class: "neb-orbits" }),
      s("circle", { cx: 48, cy: 15, r: 5, class: "neb-orbits" }),
    ),
  race_goals_reached: () =>
    wide(
      s("path", {
        d: "M22 26V4h14l-3.5 4.5L36 13H22",
        fill: "none",
        stroke: "var(--gold)",
        "stroke-width": 2.2,
        "stroke-linejoin": "round",
      }),
    ),
};

export function tokenIcon(content, track, token) {
  if (track === "colours") return coinIcon(token, 28);
  if (track === "constellations") return letter(skyOf(content).symbols.get(token));
  const goal = content.advanced_goals.find((each) => each.id === token);
  return ADVANCED[goal.rule](goal);
}

/** Worth after one step and what that brings the viewer, counting what it pushes down. */
function step(scene, { track, tokens }, token, side) {
  const after = advanceToken(tokens, token);
  if (!after) return null;
  const points = (order) => trackPoints(scene.content, track, order, side.galaxy, side.race_goals);
  return {
    worth: BY_RANK[track][after.findIndex((each) => each.token === token)],
    gain: points(after) - points(tokens),
  };
}

const withSign = (number) => (number > 0 ? `+${number}` : `−${-number}`);

function stepCell(next, worth, isBest) {
  if (!next) return h("span", { class: "neb-next none" }, "–");
  return h(
    "span",
    { class: `neb-next ${isBest ? "best" : ""}` },
    h("b", { class: next.worth > worth ? "gold" : "same" }, next.worth),
    next.gain !== 0 && h("i", { class: next.gain > 0 ? "up" : "down" }, withSign(next.gain)),
  );
}

const changedToken = (scene, track, { token, cell }) => {
  const before = scene.before?.value_board?.find((each) => each.track === track);
  return before && before.tokens.find((each) => each.token === token)?.cell !== cell;
};

function column(scene, row, { token, cell }, rank, facts) {
  const { track } = row;
  const [worth, count, next] = [BY_RANK[track][rank], facts.counts[rank], facts.next[rank]];
  const isDue = canMove(scene, "advance_token");
  const name = scene.names.get(token);
  const label = scene.t("token_says", { name, worth, count, cell: cell + 1 });
  const inside = [
    h("span", { class: `neb-worth serif ${worth ? "gold" : "zero"}` }, worth),
    h(
      "span",
      { class: `neb-token-cell ${changedToken(scene, track, { token, cell }) ? "changed" : ""}` },
      tokenIcon(scene.content, track, token),
      pips(cell),
    ),
    h("span", { class: count ? "" : "zero" }, `×${count}`),
    stepCell(next, worth, facts.best > 0 && next?.gain === facts.best),
  ];
  if (!isDue) return explained(`token:${token}`, { class: "neb-column", "aria-label": label }, ...inside);
  return h(
    "button",
    {
      type: "button",
      class: "neb-column due",
      "data-touch": `token:${token}`,
      "data-about": `token:${token}`,
      "aria-pressed": String(scene.draft?.token === token),
      "aria-disabled": next ? null : "true",
      "aria-label": label,
    },
    ...inside,
  );
}

function track(scene, row, side) {
  const { t, content } = scene;
  const counts = row.tokens.map(({ token }) => countOf(content, row.track, token, side.galaxy, side.race_goals));
  const next = row.tokens.map(({ token }) => step(scene, row, token, side));
  const facts = { counts, next, best: Math.max(...next.map((each) => each?.gain ?? 0)) };
  const points = trackPoints(content, row.track, row.tokens, side.galaxy, side.race_goals);
  return h(
    "div",
    { class: `neb-track of-${row.tokens.length}` },
    h(
      "div",
      { class: "neb-gutter" },
      h("b", { class: "serif" }, t(`track.${row.track}`)),
      h("small", {}, t(`track.${row.track}.each`)),
      h(
        "small",
        {},
        h("span", { class: "neb-yours" }, t(scene.seat ? "yours" : "theirs"), " "),
        h("b", {}, t("points", { points })),
      ),
      h("small", {}, t("after_step")),
    ),
    ...row.tokens.map((token, rank) => column(scene, row, token, rank, facts)),
  );
}

export function valueBoard(scene, side) {
  const { view, t } = scene;
  if (!view.value_board) return h("p", { class: "muted" }, t("introductory_values"));
  return h("div", { class: "neb-values" }, ...view.value_board.map((row) => track(scene, row, side)));
}
