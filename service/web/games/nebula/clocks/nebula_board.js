/** The nebula that stars come from, large, small or as a strip; the marker, and the bag. */

import { h, s } from "../../../dom.js";
import { explained } from "../../../draw/parts.js";
import { canMove, isTaking, stepsOf } from "../choose.js";
import { LARGE, nebula, oneCluster, SMALL } from "./clocks.js";
import { markerTrack } from "./marker.js";
import { boostedIcon, starIcon } from "../stars.js";

const refilledCells = (scene) =>
  scene.view.nebula.clusters
    .map((cluster, number) => number)
    .filter((number) => {
      const before = scene.before?.nebula.clusters[number].cells;
      return before && scene.view.nebula.clusters[number].cells.some((star, cell) => star && !before[cell]);
    });

function ringLabel(scene) {
  const { view, t, names } = scene;
  return (number, cell) => {
    const star = view.nebula.clusters[number].cells[cell];
    return t("ring_says", { cluster: number + 1, cell: cell + 1, star: star ? names.get(star) : t("empty") });
  };
}

export function nebulaLarge(scene) {
  const { view, t } = scene;
  const canTurn = canMove(scene, "take_time");
  const options = {
    steps: stepsOf(scene),
    boosted: view.nebula.boosted,
    third: t("third"),
    refilled: refilledCells(scene),
    ...(canTurn ? { touch: (number, cell) => `ring:${number}:${cell}`, label: ringLabel(scene) } : {}),
  };
  return s(
    "svg",
    {
      viewBox: `0 0 ${LARGE.width} ${LARGE.height}`,
      class: "neb-nebula",
      role: "group",
      "aria-label": t("nebula"),
      "data-near": "",
    },
    ...nebula(LARGE, view.nebula, options),
    s("text", { x: LARGE.boosted[0], y: LARGE.boosted[1] + 66, class: "neb-word" }, t("boosted_short")),
  );
}

export function nebulaSmall(scene) {
  const { view, t } = scene;
  return s(
    "svg",
    {
      viewBox: `0 0 ${SMALL.width} ${SMALL.height}`,
      class: "neb-nebula small",
      role: "img",
      "aria-label": t("nebula"),
    },
    ...nebula(SMALL, view.nebula, { boosted: view.nebula.boosted, refilled: refilledCells(scene) }),
  );
}

/** On phones the nebula is a strip above the galaxy. */
export function nebulaStrip(scene) {
  const { view, t, names } = scene;
  return h(
    "div",
    { class: "neb-strip" },
    ...view.nebula.clusters.map((_, number) => oneCluster(view.nebula, number, { refilled: [] })),
    explained(
      "boosted",
      { class: "neb-strip-boosted", "aria-label": t("boosted_says", { star: names.get(view.nebula.boosted) }) },
      boostedIcon(view.nebula.boosted, 44),
      h("small", {}, t("boosted_says", { star: names.get(view.nebula.boosted) })),
    ),
  );
}

export function marker(scene) {
  const { view, t, content } = scene;
  const { marker: at, marker_last: last } = view.nebula;
  const isLarge = isTaking(scene) && scene.size === "wide";
  const next = content.nebula.marker[at + 1];
  return explained(
    "marker",
    { class: "neb-marker-line", "aria-label": t("marker_says", { at, last }) },
    h(
      "span",
      { class: "neb-marker-words" },
      h("b", {}, t("marker_at", { at, last })),
      h("span", { class: "muted" }, next?.glowing ? t("marker_glow") : ""),
    ),
    markerTrack(content, at, t("marker_says", { at, last })),
    isLarge && h("small", { class: "muted" }, t("marker_way")),
  );
}

/** What is left in the bag, colour by colour. */
export function bag(scene) {
  const { view, t, names } = scene;
  const { stars, count } = view.nebula.bag;
  const most = Math.max(1, ...Object.values(stars));
  return explained(
    "bag",
    { class: "neb-bag", "aria-label": t("bag_says", { count }) },
    h("span", { class: "caps" }, t("in_bag", { count })),
    ...Object.entries(stars).map(([star, left]) =>
      h(
        "span",
        { class: "neb-bag-row", title: names.get(star) },
        starIcon(star, 16),
        h("span", {}, left),
        h("i", { class: `neb-bag-bar star-${star} share-${Math.round((left / most) * 10)}` }),
      ),
    ),
  );
}
