/** One seat as a picture: its galaxy, its score, black stars, constellations, race goals, and the stars it holds. */

import { h } from "../../dom.js";
import { seatMark } from "../../draw/marks.js";
import { explained } from "../../draw/parts.js";
import { skyOf } from "./galaxy/layout.js";
import { miniGalaxy } from "./galaxy/galaxy.js";
import { BLACK, starIcon } from "./stars.js";

/** Cells that differ from when the viewer last decided. */
export function changedCells(scene, side) {
  const before = scene.before?.seats.find((each) => each.seat === side.seat)?.galaxy;
  return before ? (id) => before[id] !== side.galaxy[id] : null;
}

/** What somebody has now. */
export const scoreOf = (scene, side) => scene.score?.seats.find((each) => each.seat === side.seat)?.total ?? side.score;

function header(scene, side) {
  return h(
    "div",
    { class: "neb-who" },
    seatMark(side.seat, 16),
    h("b", {}, scene.who(side.seat)),
    h("span", { class: "spread" }),
    h("b", { class: "serif gold" }, scoreOf(scene, side)),
  );
}

function counts(scene, side) {
  const { t, content } = scene;
  const symbols = side.constellations.map((id) => skyOf(content).symbols.get(id)).join(" ");
  return h(
    "div",
    { class: "neb-counts" },
    explained(
      "black",
      { "aria-label": `${t("black_stars")}: ${side.black_stars}` },
      starIcon(BLACK, 16),
      side.black_stars,
    ),
    explained(
      "constellations",
      { class: "serif gold", "aria-label": `${t("track.constellations")}: ${symbols || "–"}` },
      symbols || "–",
    ),
    explained(
      "race",
      { "aria-label": `${t("race_goals")}: ${side.race_goals}` },
      t("race_count", { count: side.race_goals }),
    ),
  );
}

function heldStars(scene, side) {
  const names = side.area.map((star) => scene.names.get(star) ?? "?").join(", ");
  if (!side.area.length) return null;
  return h(
    "div",
    { class: "neb-held", role: "img", "aria-label": `${scene.t("area")}: ${names}` },
    ...side.area.map((star) => starIcon(star, 16)),
  );
}

/** @type {import("../contract.js").Drawing["seat"]} */
export function seatPicture(scene, number, size) {
  const side = scene.view.seats.find((each) => each.seat === number);
  const label = scene.t("galaxy", { name: scene.who(number) });
  const picture = miniGalaxy(scene.content, side.galaxy, label, changedCells(scene, side));
  if (size === "mini") return picture;
  const shown =
    size === "small"
      ? h(
          "button",
          {
            type: "button",
            class: "neb-enlarge",
            "data-look": `seat:${number}`,
            "aria-label": scene.t("enlarge", { name: scene.who(number) }),
          },
          picture,
        )
      : picture;
  return h(
    "article",
    { class: `neb-seat ${size}` },
    header(scene, side),
    shown,
    counts(scene, side),
    heldStars(scene, side),
  );
}
