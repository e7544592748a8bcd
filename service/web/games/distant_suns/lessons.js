/** Five steps, each with a small sheet of its own, drawn and touched like the real one. */

import { h } from "../../dom.js";
import { chartOf, kindOf, middle, neighbours } from "./sheet/chart.js";
import { fitsOn } from "./sheet/fits.js";
import { icon } from "./glyphs.js";
import { drawLesson } from "./learn/drawing_lesson.js";
import {
  startedSheet,
  boardOf,
  drawMoves,
  emptySide,
  liveSheet,
  point,
  bestFit,
  viewOf,
  withDrawing,
} from "./learn/sheets.js";
import { moduleEnd, links } from "./control/modules.js";
import { addPatternsOnce } from "./sheet/patterns.js";
import { effects } from "./prospects.js";
import { silhouette, tile } from "./control/tiles.js";

function moduleLesson(content, t) {
  const view = viewOf(content, emptySide(1), { phase: "assign", next_module: 1 });
  const moves = [1, 2].flatMap((side) =>
    [1, 2, 3, 4, 5].flatMap((position) =>
      [false, true].map((flipped) => ({ move: { type: "assign", side, position, flipped }, label: "", ruling: "" })),
    ),
  );
  const pens = ["var(--p2)", "var(--p3)"];
  return {
    title: t("lesson.module"),
    task: t("lesson.module.task"),
    view,
    moves,
    draw: (scene) => {
      addPatternsOnce();
      return h(
        "div",
        { class: "suns-control lesson" },
        ...scene.view.board.map((each) => tile(scene, each, { own: scene.view.seats[0] })),
        ...links(scene),
      );
    },
    points: [
      point(t, moduleEnd("own", ["var(--p1)"], 38), "lesson.module.own"),
      point(t, moduleEnd("others", pens, 38), "lesson.module.others"),
      point(t, icon("flip", 34, "var(--gold)"), "lesson.module.flip"),
    ],
  };
}

function missionLesson(content, t) {
  const chart = chartOf(content);
  const place = boardOf(content)[3];
  const start = emptySide(1);
  const first = bestFit(fitsOn(chart, start, place.shape), (fit) => -Math.abs(fit.middle[0] - 2.5));
  const side = withDrawing(start, place, first.sectors);
  const view = viewOf(content, {
    ...side,
    to_draw: place.shape,
    missions: start.missions.map((each) => (each.mission === "group" ? { ...each, times: 1, points: 3 } : each)),
  });
  return {
    title: t("lesson.mission"),
    task: t("lesson.mission.task"),
    view,
    moves: drawMoves(fitsOn(chart, side, place.shape)),
    draw: (scene) => liveSheet(scene, [9, 7]),
    points: [
      point(t, icon("group", 34), "lesson.mission.group"),
      point(t, icon("alien", 34), "lesson.mission.alien"),
      point(t, icon("treasure", 34), "lesson.mission.treasure"),
      point(t, icon("black_hole", 34), "lesson.mission.hole"),
    ],
  };
}

/** A world or a treasure is most telling where a drawing is about to reach it. */
function worldLesson(content, t) {
  const chart = chartOf(content);
  const place = boardOf(content)[1];
  const side = [0, 2, 4].reduce((now, at) => {
    const each = boardOf(content)[at];
    const fits = fitsOn(chart, now, each.shape);
    return withDrawing(now, each, bestFit(fits, (fit) => fit.middle[0] + fit.middle[1] * 0.6).sectors);
  }, emptySide(1));
  const view = viewOf(content, { ...side, to_draw: place.shape });
  return {
    title: t("lesson.world"),
    task: t("lesson.world.task"),
    view,
    moves: drawMoves(fitsOn(chart, side, place.shape)),
    draw: (scene) => liveSheet(scene, [12.7, 8]),
    points: [
      point(t, icon("world", 34), "lesson.world.first"),
      point(t, icon("treasure", 34), "lesson.world.ring"),
      point(t, icon("alien", 34), "lesson.world.alien"),
    ],
  };
}

function upgradeLesson(content, t) {
  const chart = chartOf(content);
  const place = boardOf(content)[3];
  const side = {
    ...startedSheet(content, [0.6, -0.4]),
    to_draw: place.shape,
    upgrades: { ready: [1, 2], used: [], without_slot: 0 },
  };
  const whole = fitsOn(chart, side, place.shape);
  const view = viewOf(content, side);
  const liked = bestFit(
    whole,
    (fit) =>
      effects(chart, view, side, place.position, fit.sectors).filter((part) => part.kind === "upgrade").length * 10 -
      middle(chart, fit.sectors)[0],
  );
  const isJoined = (sectors) =>
    sectors.every((sector) => neighbours(chart, sector).some((near) => sectors.includes(near)));
  const reduced = liked.sectors
    .map((left) => liked.sectors.filter((sector) => sector !== left))
    .filter((sectors) => isJoined(sectors) && kindOf(chart, sectors[0]) !== "start");
  return {
    title: t("lesson.upgrade"),
    task: t("lesson.upgrade.task"),
    view,
    draft: { sectors: [...liked.sectors].sort((a, b) => a - b), leave: 0 },
    moves: [
      ...drawMoves(whole),
      ...drawMoves(
        reduced.map((sectors) => ({ sectors })),
        1,
      ),
    ],
    draw: (scene) =>
      h(
        "div",
        { class: "suns-upgrade-lesson" },
        liveSheet(scene, [9, 6.4]),
        h(
          "div",
          { class: "suns-segment" },
          ...["fewer", "more"].map((touch) =>
            h(
              "button",
              { type: "button", class: "suns-tool", "data-touch": touch, "aria-label": t(`tool.${touch}`) },
              h("b", {}, touch === "more" ? "+" : "−"),
            ),
          ),
          h("span", { class: "suns-count" }, t("leave_out"), " ", scene.draft?.leave ?? 0),
        ),
      ),
    points: [
      point(t, icon("upgrade", 34), "lesson.upgrade.gain"),
      point(t, silhouette(content, place.shape, 4, 40, 34, 12), "lesson.upgrade.use"),
      point(t, icon("seal", 30, "var(--wax)"), "lesson.upgrade.seal"),
    ],
  };
}

export const lessons = (content, t) =>
  [drawLesson, moduleLesson, missionLesson, worldLesson, upgradeLesson].map((lesson) => lesson(content, t));
