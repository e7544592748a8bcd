/** What things are: cards, stars, boons, spheres, numbers. */

import { s } from "../../dom.js";
import { icon } from "../../draw/icons.js";
import { mark } from "../../draw/marks.js";
import { BOON_ICONS, elementIcon } from "./pieces/glyphs.js";
import { miniature, starName } from "./sky/map.js";
import { starFigure } from "./sky/stars.js";
import { cardOf } from "./queries.js";

const figure = (card) =>
  s(
    "svg",
    { viewBox: "0 0 180 160", width: 180, height: 160, class: "about-figure", "aria-hidden": "true" },
    s("rect", { width: 180, height: 160, rx: 10, fill: "var(--plate)", stroke: "var(--rule)" }),
    ...miniature(card, null, { width: 180, height: 160, pad: [24, 24, 24, 24], large: 5, small: 3 }),
  );

function card(scene, id) {
  const { t } = scene;
  const found = cardOf(scene, id);
  const when = found.ability.when === "at_once" ? "about.at_once" : "about.this_turn";
  return {
    title: found.name,
    drawing: figure(found),
    texts: [
      `**${found.ability.text}**`,
      t(when),
      t("about.card", { element: scene.names.get(found.element), fame: found.fame, count: found.stars.length }),
    ],
  };
}

function star(scene, id, number) {
  const { t } = scene;
  const found = cardOf(scene, id);
  const { kind, bayer } = found.stars[number];
  const drawn = starFigure({ kind }, { seat: null, order: 0, pen: 1, legal: null, changed: false, scale: 3 });
  return {
    title: starName(found, Number(number)),
    texts: [`${bayer}, **${t(`star.${kind}`)}**.`, t(`about.star.${kind}`), t("about.path")],
    drawing: s(
      "svg",
      { viewBox: "-60 -60 120 120", width: 120, height: 120, class: "about-figure", "aria-hidden": "true" },
      s("rect", { x: -60, y: -60, width: 120, height: 120, rx: 10, fill: "var(--plate)" }),
      ...drawn,
    ),
  };
}

const boon = (scene, type, amount) => ({
  title: scene.t(`boon.name.${type}`),
  texts: [scene.t(`boon.about.${type}`, { amount }), scene.t("about.boon")],
  drawing: icon(BOON_ICONS[type], 64, "gold about-figure"),
});

const sphere = (scene, name) => ({
  title: scene.names.get(name),
  texts: [scene.t("about.sphere"), scene.t("about.sphere_rest")],
  drawing: elementIcon(name, 72, 1.6),
});

const KINDS = { card, star, boon, sphere };
const PICTURES = {
  stardust: "stardust",
  telescope: "telescope",
  wisdom: "wisdom",
  fame: "fame",
  pouch: "pouch",
  card_limit: "cards",
  card_fame: "fame",
  game_end: "cards",
  discard_icon: "discard",
};

function pictureOf(term) {
  if (term === "dreamer")
    return s("svg", { width: 72, height: 72, viewBox: "-36 -36 72 72", "aria-hidden": "true" }, mark(0, 26));
  return PICTURES[term] ? icon(PICTURES[term], 64, "gold about-figure") : undefined;
}

/** @returns {import("../contract.js").Explanation | null} */
export function explanation(scene, term) {
  const [kind, ...rest] = term.split(":");
  if (rest.length) return /** @type {any} */ (KINDS[kind])(scene, ...rest);
  return { title: scene.t(`term.${term}`), texts: [scene.t(`about.${term}`)], drawing: pictureOf(term) };
}
