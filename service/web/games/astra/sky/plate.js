/** A plate of the atlas: one constellation with what it is worth, who marked it, and what helpers may pick. */

import { h, memo, s } from "../../../dom.js";
import { icon, iconFigure } from "../../../draw/icons.js";
import { mark } from "../../../draw/marks.js";
import { drawing, explained, explainedFigure } from "../../../draw/parts.js";
import { BOON_ICONS, boonSign, elementFigure } from "../pieces/glyphs.js";
import { starMap, starName } from "./map.js";
import { entryStar, marksIn, isNew, isPath, nextStars, pathOn } from "../queries.js";
import { widthOf } from "./labels.js";

/** What is known of the stars of a card. */
export function skyOf(scene, card, live = true) {
  const path = pathOn(scene, card.id);
  const next = path.length ? nextStars(scene, card.id, path) : new Set();
  const soft = new Set([...nextStars(scene, card.id, [])].filter((star) => !next.has(star) && !path.includes(star)));
  const marks = marksIn(scene.view, card.id);
  const describe = (star) => {
    const by = marks.has(star) ? scene.t("marked_by", { name: scene.who(marks.get(star)) }) : scene.t("unmarked");
    const order = path.indexOf(star) + 1;
    return [
      starName(card, star),
      scene.t(`star.${card.stars[star].kind}`),
      order ? scene.t("in_path", { order }) : by,
    ].join(", ");
  };
  return {
    marks,
    path,
    next: path.length ? next : soft,
    soft: path.length ? soft : new Set(),
    pen: scene.view.phase === "dream" ? 0 : (scene.seat ?? 1),
    live,
    before: scene.before && marksIn(scene.before, card.id),
    from: path.length ? entryStar(scene, card, path) : null,
    label: describe,
  };
}

/** A double rule, in gold where the path is. */
function frame(width, height, isHot) {
  const stroke = isHot ? "var(--gold)" : "var(--rule)";
  return s(
    "g",
    { fill: "none", stroke },
    s("rect", { x: 0.75, y: 0.75, width: width - 1.5, height: height - 1.5, rx: 10, "stroke-width": isHot ? 2 : 1 }),
    s("rect", { x: 5, y: 5, width: width - 10, height: height - 10, rx: 6, "stroke-width": 0.7, opacity: 0.7 }),
  );
}

const TITLE = 20;
const serif = '"Iowan Old Style", "Palatino Linotype", Palatino, "Noto Serif", Georgia, serif';

function title(scene, card, slot, size, room) {
  const wide = widthOf(card.name, `600 ${size}px ${serif}`);
  const fitted = Math.min(size, (size * (room - 42)) / wide);
  const after = 42 + (wide * fitted) / size + 14;
  const isFresh = isNew(scene, slot);
  return [
    memo(`title ${card.element}`, () => s("g", { transform: "translate(25 26)" }, elementFigure(card.element, 9))),
    s("text", { x: 42, y: 32.5, class: "plate-name", "font-size": fitted.toFixed(1) }, card.name),
    isFresh &&
      after + 44 < room &&
      s(
        "g",
        { transform: `translate(${after} 17)`, class: "new-badge" },
        s("rect", { width: 44, height: 20, rx: 10 }),
        s("text", { x: 22, y: 14, "text-anchor": "middle" }, scene.t("new")),
      ),
  ];
}

/** One segment per star, in pens' colours; what is chosen is hatched. */
function segments(slot, total, pending, width) {
  const unit = width / total;
  const seats = slot.marks.flatMap((each) => each.stars.map(() => each.seat));
  const one = (index) => {
    const place = { x: (index * unit).toFixed(1), width: (unit - 1.4).toFixed(1), height: 6, rx: 1 };
    if (index < seats.length) return s("rect", { ...place, fill: `var(--p${seats[index]})` });
    const isPending = index < seats.length + pending;
    return s("rect", {
      ...place,
      fill: isPending ? "url(#hatch)" : "none",
      stroke: isPending ? "var(--own)" : "var(--rule-2)",
      "stroke-width": 0.8,
    });
  };
  return memo(`segments ${seats} ${total} ${pending} ${width}`, () =>
    s(
      "svg",
      { width, height: 7, class: "segments", "aria-hidden": "true" },
      ...Array.from({ length: total }, (_, index) => one(index)),
    ),
  );
}

const perPen = (slot) =>
  slot.marks.map((each) =>
    h(
      "span",
      { class: "row" },
      s("svg", { width: 14, height: 14, viewBox: "-8 -8 16 16", "aria-hidden": "true" }, mark(each.seat, 6.5)),
      each.stars.length,
    ),
  );

/** The four boons of a card. */
const boonChips = (card) =>
  memo(`boons ${card.id} ${card.name} ${card.boons[0].text}`, () =>
    h("div", { class: "boon-chips" }, ...card.boons.map(boonChip)),
  );

const boonChip = (boon) =>
  explained(
    `boon:${boon.type}:${boon.amount}`,
    { class: "boon-chip", "aria-label": boon.text },
    icon(BOON_ICONS[boon.type], 18),
    h("b", {}, boonSign(boon)),
  );

const stars = (scene, slot, card, pending) => {
  const done = slot.marks.reduce((sum, each) => sum + each.stars.length, 0);
  return explained(
    "completion",
    { class: "done" },
    h("span", { class: "caps-muted" }, `${scene.t("stars")} `),
    h("b", {}, done),
    pending > 0 && h("b", { class: "pending" }, ` +${pending}`),
    ` / ${card.stars.length}`,
  );
};

const fame = (scene, card) =>
  explained(
    "card_fame",
    { class: "fame" },
    icon("fame", 17),
    h("b", {}, card.fame),
    h("span", { class: "muted small" }, ` ${scene.t("fame_word")}`),
  );

const ability = (scene, card) =>
  explained(
    `card:${card.id}`,
    { class: "ability" },
    h("span", { class: "caps-muted" }, scene.t("discoverer")),
    h("span", { class: "ability-text" }, scene.t(`short.${card.ability.id}`)),
  );

/** Beside the map: fame, progress, ability, boons. */
function side(scene, card, slot, pending) {
  return h(
    "div",
    { class: "plate-side" },
    fame(scene, card),
    stars(scene, slot, card, pending),
    segments(slot, card.stars.length, pending, 100),
    h("div", { class: "row pens" }, ...perPen(slot)),
    ability(scene, card),
    h("div", { class: "helpers" }, h("span", { class: "caps-muted" }, scene.t("helpers")), boonChips(card)),
  );
}

/** Below the map, where there is little room. */
function foot(scene, card, slot, pending, width) {
  const isNarrow = width < NARROW;
  return h(
    "div",
    { class: "plate-foot" },
    h(
      "div",
      { class: "row" },
      stars(scene, slot, card, pending),
      segments(slot, card.stars.length, pending, isNarrow ? 42 : width - 110),
      isNarrow && [h("span", { class: "spread" }), fame(scene, card)],
    ),
    boonChips(card),
  );
}

const fameIn = (card, width) =>
  memo(`fame ${card.id} ${card.ability.text} ${width}`, () =>
    explainedFigure(
      `card:${card.id}`,
      card.ability.text,
      { transform: `translate(${width - 40} 25)`, class: "fame-in" },
      s("rect", { x: -16, y: -20, width: 54, height: 40, fill: "transparent" }),
      iconFigure("fame", 0.72, { class: "gold" }),
      s("text", { x: 13, y: 5.5, class: "fame-number" }, card.fame),
    ),
  );

/** Plates that are narrower have room for their name alone above the map. */
const NARROW = 200;
const SIDE = 118;
/** Lower ones have no room for all that stands beside a map. */
const LOW = 285;
const FOOT = 78;

/** The size of a plate, or of what lies in its place. */
export const sizeStyle = ({ width, height }) => ({ "inline-size": `${width}px`, "block-size": `${height}px` });

/** @param {{width: number, height: number, large?: boolean, live?: boolean}} box */
export function plate(scene, slot, card, box) {
  const isHot = isPath(scene.draft, card.id);
  const pending = pathOn(scene, card.id).length;
  const hasSide = box.width >= 350 && box.height >= LOW && !box.large;
  const width = box.width - (hasSide ? SIDE : 0);
  const height = box.height - (hasSide ? 0 : FOOT);
  const scale = box.large ? 1.2 : 1;
  const pad = box.large ? [62, 44, 24, 44] : [58, 26, 26, 26];
  const isNarrow = width < NARROW;
  const taken = [{ left: 8, top: 6, width: width - 16, height: 34 }];
  const map = drawing(
    width,
    height,
    card.name,
    { near: true, width, height, class: "map" },
    s("rect", { width, height, rx: 11, fill: "var(--plate)" }),
    ...starMap(card, skyOf(scene, card, box.live ?? true), {
      width,
      height,
      pad,
      scale,
      names: box.large ? 14.5 : 12.5,
      top: 44,
      taken,
    }),
    ...title(scene, card, slot, box.large ? 22 : isNarrow ? 17 : TITLE, hasSide || isNarrow ? width - 12 : width - 66),
    !hasSide && !isNarrow && fameIn(card, width),
  );
  const rules = memo(`frame ${box.width} ${box.height} ${isHot}`, () =>
    s(
      "svg",
      { class: "frame", width: box.width, height: box.height, "aria-hidden": "true" },
      frame(box.width, box.height, isHot),
    ),
  );
  return h(
    "div",
    {
      class: `plate ${hasSide ? "with-side" : "with-foot"} ${isHot ? "hot" : ""}`,
      "data-card": card.id,
      style: sizeStyle(box),
    },
    map,
    hasSide ? side(scene, card, slot, pending) : foot(scene, card, slot, pending, width),
    rules,
  );
}

export const emptyPlate = (scene, box) =>
  h("div", { class: "plate empty", style: sizeStyle(box) }, h("p", { class: "muted" }, scene.t("empty")));
