/** The parts of the table: the board one acts on is large, the other beside it; own stars, values, goals, opponents. */

import { h } from "../../dom.js";
import { explained, heading, isNarrow } from "../../draw/parts.js";
import { blackTrack, galaxyTitle, galaxySmall, shownSide, previewGalaxy } from "./galaxy/galaxy_board.js";
import { marker, nebulaSmall, nebulaStrip } from "./clocks/nebula_board.js";
import { frontStars } from "./bar.js";
import { canMove, canTakeUp, isTaking, stepsSpent, STEPS, stepsOf } from "./choose.js";
import { raceRows, secretRow } from "./values/goal_rows.js";
import { othersPart } from "./others.js";
import { galaxyInputs, isValueStage, stage } from "./stage.js";
import { coinIcon } from "./stars.js";
import { valueBoard } from "./values/value_board.js";

/** @returns {import("../contract.js").Part} */
function otherBoard(scene) {
  const { t, view } = scene;
  const from = [view.nebula, scene.before?.nebula, scene.size, scene.language];
  if (isTaking(scene)) {
    return {
      name: "small-galaxy",
      column: isNarrow(scene) ? "right" : "left",
      label: t("your_galaxy"),
      from: [...galaxyInputs(scene), stepsOf(scene)],
      draw: () => [h("div", { class: "neb-head" }, galaxyTitle(scene)), galaxySmall(scene), blackTrack(scene)],
    };
  }
  if (isNarrow(scene))
    return {
      name: "strip",
      column: "right",
      label: t("nebula"),
      from,
      draw: () => [nebulaStrip(scene), marker(scene)],
    };
  return {
    name: "small-nebula",
    column: "left",
    label: t("nebula"),
    from,
    draw: () => [
      h(
        "div",
        { class: "neb-head" },
        h("h2", {}, t("nebula")),
        explained(
          "boosted",
          { class: "muted small" },
          t("boosted_says", { star: scene.names.get(view.nebula.boosted) }),
        ),
      ),
      nebulaSmall(scene),
      marker(scene),
    ],
  };
}

/** Who only watches is told whose it is. */
const watchedName = (scene) => (scene.seat ? null : scene.who(scene.shown));

/** @returns {import("../contract.js").Part} */
const valuesPart = (scene) => ({
  name: "values",
  column: isValueStage(scene) ? "stage" : "right",
  tab: isValueStage(scene) ? ["board", "mine"] : ["mine"],
  label: scene.t("values"),
  from: [
    scene.shown,
    scene.view.value_board,
    scene.before?.value_board,
    shownSide(scene).galaxy,
    shownSide(scene).race_goals,
    scene.draft?.token,
    canMove(scene, "advance_token"),
    scene.language,
  ],
  draw: () => [
    heading(scene.t("values"), watchedName(scene) ?? (scene.view.value_board ? scene.t("values_hint") : "")),
    valueBoard(scene, shownSide(scene)),
  ],
});

/** @returns {import("../contract.js").Part} */
const goalsPart = (scene) => ({
  name: "goals",
  column: "right",
  tab: ["mine"],
  label: scene.t("race_goals"),
  from: [
    scene.view.race_goals,
    scene.before?.race_goals,
    shownSide(scene),
    previewGalaxy(scene),
    scene.view.seats.map((side) => side.black_stars),
    scene.language,
  ],
  draw: () => [
    heading(scene.t("race_goals"), watchedName(scene) ?? scene.t("race_hint")),
    ...raceRows(scene, shownSide(scene), previewGalaxy(scene)),
    secretRow(scene, shownSide(scene), previewGalaxy(scene)),
  ],
});

const countGlyph = (area) =>
  [...new Set(area)].map((star) => ({ star, count: area.filter((each) => each === star).length }));

/** One kind of star that one holds. */
function trayStar(scene, { star, count }) {
  const { t, names, view } = scene;
  const isUsable = canMove(scene, "turn_to_chaos") || canTakeUp(scene, star);
  const isChosen = scene.draft?.star === star || scene.draft?.chaos === star;
  const third = star === view.nebula.boosted && canMove(scene, "place_star", "replace_star", "place_black_star");
  const label = [names.get(star), count > 1 && `×${count}`, third && t("opens_third")].filter(Boolean).join(", ");
  return h(
    "button",
    {
      type: "button",
      class: `neb-tray-star ${isUsable ? "usable" : "idle"}`,
      "data-touch": `mine:${star}`,
      "data-about": `star:${star}`,
      "aria-pressed": String(isChosen),
      "aria-disabled": isUsable ? null : "true",
      "aria-label": label,
    },
    count > 1 && h("span", { class: "neb-count" }, `×${count}`),
    third && h("span", { class: "neb-count third" }, t("third")),
    coinIcon(star, 38),
    h("small", {}, names.get(star)),
  );
}

/** Stars that the clocks would bring. */
function comingStars(scene) {
  if (!canMove(scene, "take_time") || scene.draft?.chaos || stepsSpent(stepsOf(scene)) !== STEPS) return [];
  return frontStars(scene, stepsOf(scene))
    .filter(Boolean)
    .map((star) =>
      h(
        "span",
        { class: "neb-coming", role: "img", "aria-label": `+1 ${scene.names.get(star)}` },
        coinIcon(star, 34),
        h("small", { class: "gold" }, "+1"),
      ),
    );
}

/** @returns {import("../contract.js").Part} */
function trayPart(scene) {
  const { t } = scene;
  const side = shownSide(scene);
  return {
    name: "tray",
    column: isNarrow(scene) ? "right" : "left",
    label: t("area"),
    from: [
      side.seat,
      side.area,
      scene.draft?.star,
      scene.draft?.chaos,
      scene.draft?.steps,
      scene.view.nebula.boosted,
      scene.view.nebula.clusters,
      scene.moves.length,
      scene.language,
    ],
    draw: () => [
      explained("area", { class: "caps neb-tray-title" }, watchedName(scene) ?? t("your_stars")),
      ...countGlyph(side.area).map((each) => trayStar(scene, each)),
      ...comingStars(scene),
      !side.area.length && !comingStars(scene).length && h("span", { class: "muted" }, t("no_stars")),
    ],
  };
}

/** Values stand above goals, but on phones, where the goals come first. */
const goalsFirst = (scene) =>
  isNarrow(scene) ? [goalsPart(scene), valuesPart(scene)] : [valuesPart(scene), goalsPart(scene)];

/** @type {import("../contract.js").Drawing["board"]} */
export function boardParts(scene) {
  return [otherBoard(scene), othersPart(scene), ...stage(scene), goalsFirst(scene), trayPart(scene)].flat();
}
