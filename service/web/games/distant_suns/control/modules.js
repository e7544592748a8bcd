/**
 * Modules on both sides of the board: each links two neighbours, a circle for the chooser, an octagon for the others.
 */

import { h, s } from "../../../dom.js";
import { rounded1 } from "../sheet/hexes.js";

const LINKS = [1, 2, 3, 4, 5];
const SIDES = [1, 2];

function octagon(reach) {
  const corners = Array.from({ length: 8 }, (_, at) => (Math.PI / 8) * (1 + 2 * at));
  const points = corners.map((angle) => `${rounded1(reach * Math.cos(angle))} ${rounded1(reach * Math.sin(angle))}`);
  return `M${points.join("L")}Z`;
}

const person = (x, ink, size) =>
  s(
    "g",
    { fill: ink, transform: `translate(${x} 0) scale(${size})` },
    s("circle", { cy: -3.4, r: 3 }),
    s("path", { d: "M-5.4 6.6A5.4 5.8 0 0 1 5.4 6.6Z" }),
  );

/** The end of a module: whose it is, by shape and by figure. */
export function moduleEnd(kind, inks, size = 30) {
  const figures =
    kind === "own"
      ? [person(0, inks[0], 1)]
      : inks
          .slice(0, 3)
          .map((ink, at, all) => person((at - (all.length - 1) / 2) * 7, ink, all.length > 2 ? 0.66 : 0.8));
  const rim = kind === "own" ? s("circle", { r: 13 }) : s("path", { d: octagon(14) });
  return s(
    "svg",
    { class: `suns-end ${kind}`, width: size, height: size, viewBox: "-16 -16 32 32", "aria-hidden": "true" },
    s("g", { class: "suns-end-rim" }, rim),
    ...figures,
  );
}

const PLAIN = ["currentColor", "currentColor"];

/** A placed module, or the one that is being placed. */
function moduleFigure({ module, flipped }, inks = { own: PLAIN, others: PLAIN }) {
  const ends = [moduleEnd("own", inks.own), moduleEnd("others", inks.others)];
  if (flipped) ends.reverse();
  return [
    ends[0],
    h("i", { class: "suns-rod" }),
    h("b", { class: "suns-no" }, module),
    h("i", { class: "suns-rod" }),
    ends[1],
  ];
}

const moduleAt = (view, side, position) =>
  view.modules.find((each) => each.side === side && each.position === position);

/** Whether a neighbouring module holds one of the two notches. */
const isBlocked = (view, side, position) =>
  view.modules.some((each) => each.side === side && Math.abs(each.position - position) === 1);

const inksOf = (scene) => ({
  own: [`var(--p${scene.seat})`],
  others: scene.view.seats.filter(({ seat }) => seat !== scene.seat).map(({ seat }) => `var(--p${seat})`),
});

const placeOf = (side, position) => ({ class: `suns-link at-${position} side-${side}`, "data-side": side });

function placedLink(scene, module) {
  const { t, names } = scene;
  const isNow = module.module === scene.view.modules.length && scene.view.phase === "draw";
  const place = placeOf(module.side, module.position);
  const says = t("module_says", {
    module: module.module,
    own: names.get(module.own),
    others: names.get(module.others),
  });
  return h(
    "button",
    {
      type: "button",
      ...place,
      class: `${place.class} taken ${isNow ? "now" : ""}`,
      "data-about": `module:${module.module}`,
      "aria-label": says,
    },
    ...moduleFigure(module),
  );
}

function offeredLink(scene, side, position) {
  const { t, names, view, draft } = scene;
  const place = placeOf(side, position);
  const [one, other] = [view.board[position - 1], view.board[position]].map((each) => names.get(each.shape));
  const isChosen = draft?.side === side && draft?.position === position;
  const says = t("link_says", { one, other, side });
  const body = isChosen
    ? moduleFigure({ module: view.next_module, flipped: draft.flipped }, inksOf(scene))
    : [h("span", { class: "suns-plus" }, "+")];
  return h(
    "button",
    {
      type: "button",
      ...place,
      class: `${place.class} open ${isChosen ? "chosen" : ""}`,
      "aria-pressed": String(isChosen),
      "data-touch": `link:${side}:${position}`,
      "aria-label": says,
    },
    ...body,
  );
}

function link(scene, side, position) {
  const module = moduleAt(scene.view, side, position);
  if (module) return placedLink(scene, module);
  const isOffered = scene.moves.some(
    ({ move }) => move.type === "assign" && move.side === side && move.position === position,
  );
  if (isOffered) return offeredLink(scene, side, position);
  if (!scene.isMine || !isBlocked(scene.view, side, position) || scene.view.phase !== "assign") return null;
  const place = placeOf(side, position);
  return h(
    "button",
    {
      type: "button",
      ...place,
      class: `${place.class} blocked`,
      "data-touch": `link:${side}:${position}`,
      "aria-disabled": "true",
      "aria-label": scene.t("link_blocked"),
    },
    h("span", { class: "suns-plus" }, "×"),
  );
}

/** Everything in the gutters beside the six tiles. */
export const links = (scene) => SIDES.flatMap((side) => LINKS.map((position) => link(scene, side, position)));

/** What the two ends mean. */
export const legend = ({ t }) =>
  h(
    "span",
    { class: "suns-legend" },
    moduleEnd("own", PLAIN, 20),
    t("chooser"),
    moduleEnd("others", PLAIN, 20),
    t("the_others"),
  );
