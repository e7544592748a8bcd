/** Astra in five steps. Each has a position of its own, and is drawn and touched by the same code as the table. */

import { h, s } from "../../dom.js";
import { icon } from "../../draw/icons.js";
import { mark, sparkPath, star8 } from "../../draw/marks.js";
import { boonSheet } from "./pieces/boons.js";
import { dial } from "./pieces/dial.js";
import { plate } from "./sky/plate.js";
import { elements, purse } from "./pieces/observatory.js";
import { cards } from "./pieces/cards.js";
import { scoreBars } from "./score_bars.js";
import { cardOf } from "./queries.js";

const GLYPH = { width: 46, height: 46, viewBox: "-23 -23 46 46", "aria-hidden": "true" };
const glyph = (...children) => s("svg", GLYPH, ...children);
const iconGlyph = (name) => icon(name, 38, "gold");

const SEAT = {
  telescopes: 0,
  fame: 0,
  wisdom: 1,
  pouch: 5,
  card_limit: 2,
  active: [],
  exhausted: [],
  elements: { fire: 0, water: 0, air: 0, earth: 0 },
  scoring_card: null,
};
const TURN = { observes: 0, rested: false, skips_action: false, lasting: [], completed: [], marking: null };

/** A small table: one card, two seats. */
function lessonView(card, marks, first, more = {}) {
  return {
    phase: "action",
    round: 1,
    last_round: null,
    active: 1,
    deciders: [1],
    sphere: "fire",
    deck: { cards: 40, above_game_end: 18 },
    discard: [],
    sky: [{ place: 1, card, empty: false, marks }],
    seats: [
      { ...SEAT, seat: 1, stardust: 8, ...first },
      { ...SEAT, seat: 2, stardust: 4 },
    ],
    turn: TURN,
    boons: null,
    dream: null,
    ...more,
  };
}

/** Paths along the lines from a star, over unmarked ones. */
function paths(card, path, marked, most) {
  const last = path.at(-1);
  const next = card.lines
    .flatMap(([a, b]) => (a === last ? [b] : b === last ? [a] : []))
    .filter((star) => !path.includes(star) && !marked.includes(star));
  return [path, ...(path.length < most ? next.flatMap((star) => paths(card, [...path, star], marked, most)) : [])];
}

const offer = (move) => ({ move, label: "", ruling: "" });
const observeMoves = (card, first, marked = []) =>
  paths(card, [first], marked, 5).map((path) => offer({ type: "observe", card: card.id, path }));

/** A card by its id; a pack of the host's own may have others. */
const cardById = (content, id) => content.constellations.find((each) => each.id === id) ?? content.constellations[0];

/** As large as there is room on each screen, so that names need not be shrunk. */
const PLATES = {
  phone: { width: 346, height: 250 },
  low: { width: 362, height: 264 },
  medium: { width: 440, height: 408 },
  wide: { width: 440, height: 408 },
};

/** The plate, and below it, where there is room, what the path costs. */
function plateWithCosts(scene) {
  const [slot] = scene.view.sky;
  const [first, ...others] = scene.view.seats;
  const preview = {
    view: {
      ...scene.view,
      seats: [{ ...first, stardust: first.stardust - (scene.draft?.path?.length ?? 0) }, ...others],
    },
  };
  const box = PLATES[scene.size];
  return h(
    "div",
    { class: "lesson-observe" },
    plate(scene, slot, cardOf(scene, slot.card), { ...box, large: true }),
    box.height > 300 && purse({ ...scene, preview }),
  );
}

function observeLesson(content, t) {
  const card = cardById(content, "lyra");
  const start = card.stars.find((each) => each.kind === "start").star;
  return {
    title: t("lesson.observe"),
    task: t("lesson.observe.task"),
    view: lessonView(card.id, [], { pouch: 8 }),
    moves: observeMoves(card, start),
    draft: { kind: "path", card: card.id, path: [start] },
    draw: plateWithCosts,
    points: [
      {
        glyph: glyph(
          s("circle", { r: 13, fill: "none", stroke: "var(--gold)", "stroke-width": 2 }),
          s("path", { d: sparkPath(9.5), fill: "var(--star)" }),
        ),
        text: t("lesson.observe.1"),
      },
      {
        glyph: glyph(
          s("line", { x1: -9, y1: 9, x2: 9, y2: -9, stroke: "var(--p1)", "stroke-width": 4 }),
          ...[
            [-11, 11],
            [11, -11],
          ].map(([cx, cy]) => s("circle", { cx, cy, r: 9, fill: "var(--p1)" })),
        ),
        text: t("lesson.observe.2"),
      },
      { glyph: glyph(s("path", { d: sparkPath(17), fill: "var(--gold)" })), text: t("lesson.observe.3") },
      { glyph: glyph(star8(20)), text: t("lesson.observe.4") },
    ],
  };
}

function restLesson(content, t) {
  const view = lessonView(cardById(content, "lyra").id, [], {
    stardust: 1,
    exhausted: [cardById(content, "leo").id],
    elements: { ...SEAT.elements, fire: 1 },
  });
  const draw = (scene) => h("div", { class: "lesson-rest" }, dial(scene, 260), purse(scene));
  return {
    title: t("lesson.rest"),
    task: t("lesson.rest.task"),
    view,
    moves: [offer({ type: "rest" })],
    draw: (scene) =>
      h(
        "div",
        {},
        draw(scene),
        h(
          "button",
          { type: "button", "data-touch": "rest", "aria-pressed": String(scene.draft?.kind === "rest") },
          icon("moon", 18),
          t("rest"),
        ),
      ),
    points: [
      { glyph: iconGlyph("pouch"), text: t("lesson.rest.1") },
      { glyph: iconGlyph("activation"), text: t("lesson.rest.2") },
      { glyph: iconGlyph("moon"), text: t("lesson.rest.3") },
    ],
  };
}

function discoverLesson(content, t) {
  const card = cardById(content, "lyra");
  const stars = card.stars.map((each) => each.star);
  const view = lessonView(
    card.id,
    [
      { seat: 1, stars: stars.slice(0, 2) },
      { seat: 2, stars: stars.slice(2) },
    ],
    {},
    {
      phase: "boons",
      boons: { card: card.id, discoverer: 2, ranks: [[1]], struck: [], still_to_pick: [1], own_pick: null },
    },
  );
  return {
    title: t("lesson.discover"),
    task: t("lesson.discover.task"),
    view,
    moves: card.boons.map((_, boon) => offer({ type: "pick_boon", boon, activate: [] })),
    draw: (scene) => boonSheet({ ...scene, size: "medium" }),
    points: [
      { glyph: glyph(star8(20)), text: t("lesson.discover.1") },
      { glyph: glyph(mark(2, 13)), text: t("lesson.discover.2") },
      { glyph: iconGlyph("fame"), text: t("lesson.discover.3") },
    ],
  };
}

function abilityLesson(content, t) {
  const [leo, orion, cancer] = ["leo", "orion", "cancer"].map((id) => cardById(content, id).id);
  const view = lessonView(
    cardById(content, "lyra").id,
    [],
    {
      stardust: 2,
      active: [leo, orion],
      exhausted: [cancer],
      elements: { ...SEAT.elements, fire: 2, water: 1 },
      card_limit: 4,
      wisdom: 4,
    },
    { phase: "ability" },
  );
  return {
    title: t("lesson.use"),
    task: t("lesson.use.task"),
    view,
    moves: [offer({ type: "use_ability", card: leo }), offer({ type: "use_ability", card: orion })],
    draw: (scene) => h("div", { class: "panel lesson-cards" }, ...cards(scene)),
    points: [
      { glyph: iconGlyph("cards"), text: t("lesson.use.1") },
      { glyph: iconGlyph("moon"), text: t("lesson.use.2") },
      { glyph: iconGlyph("wisdom"), text: t("lesson.use.3") },
    ],
  };
}

function endLesson(content, t) {
  const line = (rule, amount) => ({ rule, amount, source: "" });
  const score = {
    winners: [],
    seats: [
      {
        seat: 1,
        total: 34,
        lines: [
          line("fame", 3),
          line("active_card", 9),
          line("element_row", 8),
          line("pouch_size", 6),
          line("card_limit", 5),
          line("stardust", 1),
          line("marked_stars", 2),
        ],
      },
      {
        seat: 2,
        total: 27,
        lines: [
          line("fame", 2),
          line("active_card", 6),
          line("element_row", 6),
          line("pouch_size", 5),
          line("card_limit", 4),
          line("stardust", 2),
          line("marked_stars", 2),
        ],
      },
    ],
  };
  const view = lessonView(cardById(content, "lyra").id, [], {
    elements: { fire: 2, water: 1, air: 0, earth: 1 },
    scoring_card: ["water", "earth"],
  });
  return {
    title: t("lesson.end"),
    task: t("lesson.end.task"),
    view,
    moves: [],
    draw: (scene) =>
      h(
        "div",
        { class: "lesson-end" },
        h("div", { class: "panel" }, ...elements(scene)),
        scoreBars({ ...scene, score }).draw(),
      ),
    points: [
      { glyph: iconGlyph("cards"), text: t("lesson.end.1") },
      { glyph: iconGlyph("fame"), text: t("lesson.end.2") },
      { glyph: iconGlyph("check"), text: t("lesson.end.3") },
    ],
  };
}

export const lessons = (content, t) =>
  [observeLesson, restLesson, discoverLesson, abilityLesson, endLesson].map((lesson) => lesson(content, t));
