/** The words of the game: names, what events say, what a seat did, how far the game is, explanations, lessons. */

import { h } from "../../dom.js";
import { about } from "./about.js";
import { chartOf, nameOf } from "./sheet/chart.js";
import { glyph, icon } from "./glyphs.js";
import { addPatternsOnce } from "./sheet/patterns.js";
import { seatPicture } from "./seats.js";

const ROMAN = ["", "I", "II", "III"];

function namesOf(content) {
  return new Map(
    [...content.shapes, ...content.missions, ...content.worlds, ...content.shapes].map((each) => [each.id, each.name]),
  );
}

/** Sectors are named by column and row. */
function words(content, event) {
  const chart = chartOf(content);
  const name = (sector) => nameOf(chart, sector);
  if (event.type === "shape_drawn" && event.sectors) return { sectors: event.sectors.map(name).join(" ") };
  if (event.type === "upgrade_gained") return { sector: name(event.sector) };
  return {};
}

const RECAPS = {
  module_placed: (t, names, event) =>
    t("recap.module", { module: event.module, own: names.get(event.own), others: names.get(event.others) }),
  shape_drawn: (t, names, event) => t("recap.drew", { shape: names.get(event.shape) }),
  nothing_drawn: (t, names, event) => t("recap.nothing", { shape: names.get(event.shape) }),
  world_reached: (t, names, event) => t("recap.world", { world: names.get(event.world), points: event.points }),
};

function recap(t, names, events) {
  const parts = events.filter((event) => event.type in RECAPS).map((event) => RECAPS[event.type](t, names, event));
  const gained = events.filter((event) => event.type === "upgrade_gained").length;
  return [...parts, ...(gained ? [t("recap.upgrades", { count: gained })] : [])].join(", ");
}

function progress({ view, t, content, size }) {
  if (size === "phone") return [];
  const module = view.next_module ?? view.modules.length;
  return [
    {
      text: t("progress", {
        round: ROMAN[view.round],
        rounds: ROMAN[content.rounds],
        module,
        modules: content.modules,
      }),
      about: "rounds",
      drawing: pips(view.round, module, content),
    },
  ];
}

/** Rounds, each with its modules: filled ones are placed, the ringed one is now. */
function pips(round, module, { rounds, modules }) {
  const state = (each, number) =>
    each < round || (each === round && number < module) ? "done" : each === round && number === module ? "now" : "";
  const one = (_, index) =>
    h(
      "span",
      { class: index + 1 === round ? "suns-round now" : "suns-round" },
      h("b", { class: "serif" }, ROMAN[index + 1]),
      ...Array.from({ length: modules }, (__, number) => h("i", { class: state(index + 1, number + 1) })),
    );
  return h("span", { class: "suns-rounds" }, ...Array.from({ length: rounds }, one));
}

/** Wax: nobody sees yet what was drawn. */
const stamp = () => icon("seal", 17, "var(--wax)");

const tally = ({ view, score, t }) =>
  (score?.seats ?? []).map(({ seat, total }) => ({
    seat,
    total,
    ...(view.seats.find((each) => each.seat === seat)?.has_drawn ? { done: t("state.done"), stamp } : {}),
  }));

const OF_SECTORS = ["treasure_surrounded", "alien_left"];

/** Treasures and aliens are known by their sector. */
const source = (content, line) =>
  OF_SECTORS.includes(line.rule) ? nameOf(chartOf(content), Number(line.source)) : null;

/** Everybody's sheet. @type {import("../contract.js").Speech["minis"]} */
function minis(scene) {
  addPatternsOnce();
  return scene.view.seats.map(({ seat }) => ({
    name: scene.who(seat),
    seat,
    picture: seatPicture(scene, seat, "mini"),
  }));
}

const SIGNS = { world_reached: "world", nothing_drawn: "nothing" };

/** Worlds, and, as an empty ring, turns in which nothing fitted. @type {(t: any) => import("../contract.js").Speech["milestone"]} */
const milestone =
  (t) =>
  ({ type }) =>
    type in SIGNS
      ? { sign: () => glyph(SIGNS[type], [0, 0], 7.5, "currentColor"), name: t(`milestone.${SIGNS[type]}`) }
      : null;

/** @type {import("../contract.js").Drawing["speak"]} */
export function speech(content, t) {
  const names = namesOf(content);
  return {
    names,
    words: (event) => words(content, event),
    recap: (events) => recap(t, names, events),
    progress,
    tally,
    minis,
    milestone: milestone(t),
    source: (line) => source(content, line),
    about: (scene, term) => about(scene, term),
    steps: ["draw", "module", "mission", "world", "upgrade"].map((step) => t(`lesson.${step}`)),
  };
}
