/**
 * Any game without a drawing of its own, drawn from its typed view: what all games have is known here, the rest is
 * shown by name. Words come from the content: `texts.field` names fields, every other part of `texts` and every
 * named thing of the content names values. Every legal move is a row of a list.
 */

import { h } from "../dom.js";
import { seatMark } from "../draw/marks.js";
import { touchButton } from "../draw/parts.js";
import { joinWithCommas, t, toWords as plainly } from "../i18n.js";

/** Fields of every view; the page around the board tells them. */
const TOLD = ["phase", "round", "last_round", "active", "deciders", "seats"];
/** Fields that hold seats, in every game. */
const SEATS = ["seat", "seats", "winners"];
/** Parts of the texts whose keys are no values of a view. */
const NO_VALUES = ["field", "event", "move", "score", "end"];

const isThing = (value) => value !== null && typeof value === "object";
const isNested = (value) => isThing(value) && Object.values(value).some(isThing);

/** Everything in the content that has an id and a name. */
function collectNamed(value) {
  if (!isThing(value)) return [];
  const own = typeof value.id === "string" && typeof value.name === "string" ? [[value.id, value.name]] : [];
  return [...own, ...Object.values(value).flatMap(collectNamed)];
}

function names(content) {
  const { texts, rulings, ...things } = content;
  const labels = Object.entries(texts)
    .filter(([part]) => !NO_VALUES.includes(part))
    .flatMap(([, each]) => Object.entries(each));
  return new Map([...labels, ...collectNamed(things)]);
}

/** Fields that hold seats are told by who sits there. */
function words(event, who) {
  const own = Object.entries(event).filter(([field]) => SEATS.includes(field));
  return Object.fromEntries(own.map(([field, value]) => [field, joinWithCommas([value].flat().map(who))]));
}

const labelOf = (scene, field) => scene.content.texts.field?.[field] ?? plainly(field);

function wordOf(scene, field, value) {
  if (value === null) return "–";
  if (typeof value === "boolean") return t(value ? "yes" : "no");
  if (SEATS.includes(field)) return scene.who(value);
  return scene.content.texts[field]?.[value] ?? scene.names.get(String(value)) ?? String(value);
}

/** A thing of plain values in a row: what has a word comes first and alone, numbers come with their names. */
function rowText(scene, thing) {
  return Object.entries(thing).flatMap(([field, value], index) => {
    const word = wordOf(scene, field, value);
    if (index === 0 && typeof value === "string") return [h("b", {}, word)];
    return [h("span", {}, h("small", {}, labelOf(scene, field)), " ", word)];
  });
}

function chip(scene, field, value) {
  if (!isThing(value)) return h("li", { class: "piece" }, wordOf(scene, field, value));
  if (isNested(value)) return h("li", { class: "piece deep" }, valueNode(scene, field, value));
  return h(
    "li",
    { class: "piece" },
    ...(Array.isArray(value) ? [wordsOf(scene, field, value)] : rowText(scene, value)),
  );
}

const wordsOf = (scene, field, list) => joinWithCommas(list.map((each) => wordOf(scene, field, each))) || "–";

/** A value as it is best read: a word, chips, or names with their values. */
function valueNode(scene, field, value) {
  if (!isThing(value)) return wordOf(scene, field, value);
  if (!Array.isArray(value)) return fields(scene, Object.entries(value));
  return value.length ? h("ul", { class: "pieces" }, ...value.map((each) => chip(scene, field, each))) : "–";
}

function fields(scene, entries) {
  return h(
    "dl",
    { class: "facts" },
    ...entries.map(([field, value]) =>
      h(
        "div",
        { class: isThing(value) ? "broad" : "", "data-field": field },
        h("dt", {}, labelOf(scene, field)),
        h("dd", {}, valueNode(scene, field, value)),
      ),
    ),
  );
}

/** One seat, with all that its view has. */
export function seat(scene, number) {
  const { seat: _, ...own } = scene.view.seats.find((each) => each.seat === number);
  return h(
    "div",
    { class: "panel journal", "data-seat": number },
    h("h3", { class: "row" }, seatMark(Math.min(number, 5), 18), scene.who(number)),
    fields(scene, Object.entries(own)),
  );
}

const isChosen = (scene, index) => scene.draft?.index === index;

function movesPart(scene) {
  const row = (each, index) =>
    h(
      "li",
      {},
      touchButton(
        `move:${index}`,
        each.label,
        { class: "move", "aria-pressed": String(isChosen(scene, index)), "data-type": each.move.type },
        each.label,
      ),
    );
  return {
    name: "moves",
    column: "right",
    label: t("moves"),
    from: [scene.moves, scene.draft],
    draw: () =>
      h(
        "div",
        { class: "panel" },
        h("h2", { class: "caps" }, t("moves")),
        h("ul", { class: "rows move-list" }, ...scene.moves.map(row)),
      ),
  };
}

/** @returns {import("./contract.js").Part[]} */
export function board(scene) {
  const shared = Object.entries(scene.view).filter(([field]) => !TOLD.includes(field));
  const seats = scene.view.seats.map((each) => ({
    name: `seat-${each.seat}`,
    column: "left",
    label: scene.who(each.seat),
    from: [each, scene.who(each.seat)],
    draw: () => seat(scene, each.seat),
  }));
  const common = {
    name: "shared",
    column: "stage",
    label: t("board"),
    from: shared,
    draw: () => h("div", { class: "panel" }, fields(scene, shared)),
  };
  return /** @type {any} */ ([
    ...seats,
    ...(shared.length ? [common] : []),
    ...(scene.moves.length ? [movesPart(scene)] : []),
  ]);
}

/** @returns {import("./contract.js").Choice} */
export function choose(scene, touched) {
  const index = touched ? Number(touched.split(":")[1]) : (scene.draft?.index ?? null);
  const offer = index === null ? null : scene.moves[index];
  return {
    draft: offer ? { index } : null,
    move: offer?.move ?? null,
    title: offer?.label ?? t("typed.choose"),
    coach: t("typed.coach"),
    detail: offer ? scene.content.rulings?.[offer.ruling] : undefined,
  };
}

/** How far the game is, and what the table waits for. */
const progress = ({ view, content }) => [
  {
    text: view.last_round
      ? t("round_of", { round: view.round, rounds: view.last_round })
      : t("round", { round: view.round }),
    about: "round",
  },
  { text: content.texts.phase?.[view.phase] ?? plainly(view.phase), about: "phase" },
];

/** @returns {import("./contract.js").Speech} */
export function speak(content) {
  return {
    names: names(content),
    words,
    recap: (events) => t("recap.moves", { count: events.length }),
    progress,
    about: () => null,
    steps: [],
  };
}
