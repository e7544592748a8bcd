/** One seat as a picture: its sheet, its score, what its missions count. */

import { h, memo, s } from "../../dom.js";
import { seatMark } from "../../draw/marks.js";
import { explained } from "../../draw/parts.js";
import { chartOf } from "./sheet/chart.js";
import { draftDrawing, ownPosition } from "./choose.js";
import { smallGhost } from "./sheet/ghost.js";
import { icon, INKS, MISSION_SIGNS } from "./glyphs.js";
import { frameDrawing, layers, miniature } from "./sheet/sheet.js";

const WIDTHS = { small: 22, large: 44, mini: 15, map: 8.3 };

/** With a minus that is as wide as a plus. */
export const totalOf = (scene, seat) =>
  scene.score?.seats
    .find((each) => each.seat === seat)
    ?.total.toString()
    .replace("-", "−");

/** What the seat owes, or that it is done: nobody knows whether it drew or passed. */
function state(scene, side) {
  const { t, names, view } = scene;
  if (view.phase === "assign") return side.seat === view.active ? t("state.assigns") : "";
  if (!side.to_draw) return "";
  return t(side.has_drawn ? "state.sealed" : "state.draws", { shape: names.get(side.to_draw) });
}

function counts(scene, side) {
  const worlds = side.worlds.reduce((sum, each) => sum + each.points, 0);
  return h(
    "div",
    { class: "suns-counts" },
    ...scene.view.board
      .filter((each) => each.mission)
      .map((each) => {
        const { times } = side.missions.find((mission) => mission.mission === each.mission);
        const sign = MISSION_SIGNS[each.mission];
        return explained(
          `mission:${each.mission}`,
          { "aria-label": `${scene.names.get(each.mission)}: ${times}` },
          icon(sign, 18, INKS[sign]),
          h("b", {}, times),
        );
      }),
    explained(
      "score:world",
      { "aria-label": `${scene.t("sum.worlds")}: ${worlds}` },
      icon("world", 18),
      h("b", {}, worlds),
    ),
  );
}

function header(scene, side) {
  const seat = scene.seats.find((each) => each.seat === side.seat);
  return h(
    "div",
    { class: "suns-who" },
    seatMark(side.seat, 18),
    h("b", { class: "serif" }, scene.who(side.seat)),
    seat?.kind === "bot" && h("span", { class: "suns-bot" }, scene.t("bot")),
    h("b", { class: "suns-score serif" }, totalOf(scene, side.seat) ?? ""),
  );
}

export const lastDrawing = (scene, side) => {
  const before = scene.before?.seats.find((each) => each.seat === side.seat)?.drawings.length ?? side.drawings.length;
  return (drawing, at) => at >= before;
};

/** The small map: the sheet, which stays while nobody draws, and over it what is tried now. */
function mapOf(scene, chart, side, label) {
  const key = JSON.stringify([side.drawings, scene.view.seats.map((each) => each.worlds), scene.before?.turns_played]);
  const draft = draftDrawing(scene);
  const sheet = memo(`map ${side.seat} ${key}`, () =>
    s("g", {}, ...layers(chart, scene.view, side, WIDTHS.map, { changed: lastDrawing(scene, side) })),
  );
  return frameDrawing(
    chart,
    WIDTHS.map,
    label,
    sheet,
    draft && ownPosition(scene) && smallGhost(chart, draft.sectors, ownPosition(scene).position, WIDTHS.map),
  );
}

/** @param {"small" | "large" | "mini" | "map"} size */
export function seatPicture(scene, number, size) {
  const side = scene.view.seats.find((each) => each.seat === number);
  const chart = chartOf(scene.content);
  const label = scene.t("sheet", { name: scene.who(number) });
  if (size === "map") return mapOf(scene, chart, side, label);
  const sheet = miniature(chart, scene.view, side, WIDTHS[size], label, { changed: lastDrawing(scene, side) });
  if (size === "mini") return sheet;
  const status = state(scene, side);
  return h(
    "article",
    { class: `suns-seat ${size}` },
    header(scene, side),
    h("p", { class: "suns-state" }, status && side.has_drawn ? icon("seal", 18, "var(--wax)") : null, status),
    size === "small"
      ? h(
          "button",
          {
            type: "button",
            class: "suns-enlarge",
            "data-look": `seat:${number}`,
            "aria-label": scene.t("enlarge", { name: scene.who(number) }),
          },
          sheet,
        )
      : sheet,
    counts(scene, side),
  );
}
