/** The nebula: three clusters with their clocks, the boosted star, the black marker's way. */

import { button, h, s } from "../dom.js";
import { t } from "../i18n.js";
import { ofType, svg } from "./parts.js";
import { starChip, starFigure } from "./stars.js";

/** All steps of the three clocks together. */
export const TURNS = 5;
const CELL = 44;

export const stepsOf = (scene) => scene.pick.steps ?? [0, 0, 0];
export const stepsTaken = (steps) => steps.reduce((sum, step) => sum + Math.abs(step), 0);

const canTurn = (scene) => ofType(scene, "take_time").length > 0;

/** Where a clock would stand, counted from 0. */
function pointed(scene, number) {
  const { clock, cells } = scene.view.nebula.clusters[number];
  const turned = canTurn(scene) ? stepsOf(scene)[number] : 0;
  return (((clock - 1 + turned) % cells.length) + cells.length) % cells.length;
}

function centre(places) {
  const mean = (axis) => places.reduce((sum, place) => sum + place[axis], 0) / places.length;
  return { x: mean("x"), y: mean("y") };
}

function cell(scene, star, place, isPointed) {
  return s("g", {},
    s("circle", { cx: place.x, cy: place.y, r: CELL, class: isPointed ? "cell pointed" : "cell" }),
    star && starFigure(scene.content, star, place, CELL - 6));
}

function cluster(scene, number) {
  const places = scene.content.nebula.clusters[number];
  const at = pointed(scene, number);
  const middle = centre(places.clock);
  const hand = places.clock[at];
  return s("g", {},
    s("title", {}, t("nebula.cluster", { number: number + 1 })),
    s("line", { x1: middle.x, y1: middle.y, x2: hand.x, y2: hand.y, class: "hand" }),
    s("circle", { cx: middle.x, cy: middle.y, r: 24, class: "hub" }),
    s("text", { x: middle.x, y: middle.y, class: "hub-text" }, number + 1),
    ...places.cells.map((place, index) => cell(scene, scene.view.nebula.clusters[number].cells[index], place, index === at)));
}

function markerWay(scene) {
  const { marker } = scene.view.nebula;
  return scene.content.nebula.marker.map((place, index) => s("g", {},
    place.glowing && s("circle", { cx: place.x, cy: place.y, r: 34, class: "glow" }),
    s("circle", { cx: place.x, cy: place.y, r: 26, class: index < marker ? "way passed" : "way" }),
    index === marker && s("circle", { cx: place.x, cy: place.y, r: 20, class: "marker" })));
}

export function sky(scene) {
  const { boosted } = scene.view.nebula;
  const { width, height, boosted: spot, clusters } = scene.content.nebula;
  return svg(width, height, t("nebula.sky"),
    ...clusters.map((_, number) => cluster(scene, number)),
    s("g", {}, s("title", {}, t("nebula.boosted")), s("circle", { cx: spot.x, cy: spot.y, r: 58, class: "glow" }),
      boosted && starFigure(scene.content, boosted, spot, 42)),
    ...markerWay(scene));
}

function turned(scene, number, by) {
  const steps = [...stepsOf(scene)];
  steps[number] += by;
  return steps;
}

function clockField(scene, number) {
  const turn = (by) => button(by > 0 ? "↻ +1" : "↺ −1", () => scene.choose({ steps: turned(scene, number, by) }), {
    disabled: stepsTaken(turned(scene, number, by)) > TURNS,
    "aria-label": `${t("nebula.clock", { number: number + 1 })} ${by > 0 ? "+1" : "−1"}`,
    "data-key": `clock-${number}-${by}`,
  });
  const star = scene.view.nebula.clusters[number].cells[pointed(scene, number)];
  return h("div", { class: "clock", role: "group", "aria-label": t("nebula.clock", { number: number + 1 }) },
    h("b", {}, t("nebula.clock", { number: number + 1 })), turn(-1),
    h("output", {}, stepsOf(scene)[number]), turn(1), star ? starChip(scene.content, star) : h("span", { class: "quiet" }, "–"));
}

/** One clock per row: turn it, and see which star it would take. */
export function clockFields(scene) {
  if (!canTurn(scene)) return null;
  return h("div", { class: "clocks" }, ...scene.content.nebula.clusters.map((_, number) => clockField(scene, number)));
}
