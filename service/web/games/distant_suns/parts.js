/** The parts around the sheet: mission control, what the points come from, slots, the others. */

import { h, s } from "../../dom.js";
import { explained, isNarrow } from "../../draw/parts.js";
import { isAssigning, isFilling, missionGains } from "./choose.js";
import { glyph, icon } from "./glyphs.js";
import { hexPath } from "./sheet/hexes.js";
import { legend, links } from "./control/modules.js";
import { seatPicture, totalOf } from "./seats.js";
import { tile } from "./control/tiles.js";

/** Narrow rooms have one column beside the stage. */
const sideOf = (scene) => (isNarrow(scene) ? "right" : "left");

/** Whose sheet is large. */
export const shownSide = (scene) => scene.view.seats.find((side) => side.seat === scene.shown);

/** What differs from when the viewer last decided. @returns {(drawing: any, at: number) => boolean} */
export const isNew = (scene, side) => {
  const before = scene.before?.seats.find((each) => each.seat === side.seat);
  return before ? (drawing, at) => at >= before.drawings.length : () => false;
};

export function missionsPart(scene) {
  const { view, t } = scene;
  const own = shownSide(scene);
  const gains = isNarrow(scene) ? [] : missionGains(scene);
  return {
    name: "missions",
    column: sideOf(scene),
    tab: ["mine"],
    label: t("missions"),
    from: [
      own.seat,
      view.board,
      view.modules,
      view.phase,
      view.seats.map((side) => side.to_draw),
      own.missions,
      own.drawings.length,
      gains,
      scene.language,
      scene.seat,
      isAssigning(scene) && scene.draft,
    ],
    draw: () => [
      h("div", { class: "suns-heading" }, h("h2", { class: "caps" }, t("missions")), legend(scene)),
      h(
        "div",
        { class: "suns-control" },
        ...view.board.map((each) =>
          tile(scene, each, {
            own,
            gained: gains.find(({ mission }) => mission === each.mission) ?? null,
            isDrawn: own.seat === scene.seat && own.to_draw === each.shape,
          }),
        ),
        ...links(scene),
      ),
    ],
  };
}

const sum = (scene, rule) =>
  scene.score?.seats
    .find((each) => each.seat === shownSide(scene).seat)
    ?.lines.filter((line) => line.rule.startsWith(rule))
    .reduce((all, line) => all + line.amount, 0) ?? 0;

const SUMS = [
  ["mission", "group", "missions"],
  ["world", "world", "worlds"],
  ["treasure", "treasure", "ringed"],
  ["alien", "alien", "left"],
];

/** All of it, where the header has no room to say it beside its parts. */
const scoreNow = (scene) =>
  isNarrow(scene) &&
  explained(
    "score",
    { class: "suns-sum now" },
    h("b", {}, totalOf(scene, shownSide(scene).seat) ?? ""),
    h("span", {}, scene.t("sum.now")),
  );

function scoreParts(scene) {
  const { t } = scene;
  return [
    ...SUMS.map(([rule, sign, word]) =>
      explained(
        `score:${rule}`,
        { class: "suns-sum" },
        icon(sign, 18),
        h("span", {}, t(`sum.${word}`)),
        h(
          "b",
          { class: rule === "alien" && sum(scene, rule) ? "bad" : "" },
          String(sum(scene, rule)).replace("-", "−"),
        ),
      ),
    ),
    scoreNow(scene),
  ];
}

const slotState = ({ ready, used }, slot) => (ready.includes(slot) ? "ready" : used.includes(slot) ? "used" : "vacant");

function slotFigure(state) {
  return s(
    "svg",
    { class: `suns-slot ${state}`, viewBox: "-15 -15 30 30", "aria-hidden": "true" },
    s("path", { d: hexPath([0, 0], 13.4) }),
    state === "vacant" ? null : glyph("upgrade", [0, 0], 8, "currentColor"),
    state === "used" ? s("path", { d: "M-8 8L8-8" }) : null,
  );
}

/** Seven places for upgrades; one that is due is put into a vacant one by touching it. */
export function slots(scene, side) {
  const { t, content } = scene;
  const canFill = isFilling(scene) && side.seat === scene.seat;
  return h(
    "div",
    { class: "suns-slots" },
    ...Array.from({ length: content.slots }, (_, at) => {
      const state = slotState(side.upgrades, at + 1);
      const label = t("slot_says", { slot: at + 1, state: t(`slot.${state}`) });
      const isOpen = canFill && scene.moves.some(({ move }) => move.slot === at + 1);
      if (!isOpen) return explained("upgrade", { class: "suns-slot-cell", "aria-label": label }, slotFigure(state));
      return h(
        "button",
        {
          type: "button",
          class: "suns-slot-cell open",
          "data-touch": `slot:${at + 1}`,
          "aria-label": label,
          "aria-pressed": String(scene.draft?.slot === at + 1),
        },
        slotFigure(state),
      );
    }),
  );
}

export function headPart(scene) {
  const { t } = scene;
  const side = shownSide(scene);
  const title = side.seat === scene.seat ? t("your_sheet") : t("sheet", { name: scene.who(side.seat) });
  return {
    name: "head",
    column: sideOf(scene),
    tab: isFilling(scene) ? ["board", "mine"] : ["mine"],
    label: title,
    from: [
      side.seat,
      side.upgrades,
      SUMS.map(([rule]) => sum(scene, rule)),
      isFilling(scene),
      scene.draft?.slot,
      scene.language,
    ],
    draw: () => [
      h("h2", { class: "caps" }, title),
      h("div", { class: "suns-sums" }, ...scoreParts(scene)),
      slots(scene, side),
    ],
  };
}

export const seatParts = (scene) =>
  scene.view.seats
    .filter((side) => side.seat !== shownSide(scene).seat)
    .map((side) => ({
      name: `seat-${side.seat}`,
      column: "right",
      tab: [],
      label: scene.who(side.seat),
      from: [side, scene.before?.turns_played, scene.score?.seats, scene.view.phase, scene.language, scene.size],
      draw: () => seatPicture(scene, side.seat, "small"),
    }));
