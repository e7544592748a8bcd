/** The own observatory: stardust, telescopes, wisdom, elements, cards. */

import { h } from "../../../dom.js";
import { icon } from "../../../draw/icons.js";
import { emblem, seatMark } from "../../../draw/marks.js";
import { explained, heading } from "../../../draw/parts.js";
import { cards } from "./cards.js";
import { elementGrid, pouch, wisdomTrack } from "./resources.js";
import { ownChange, ownSeat } from "../queries.js";
import { scoreLegend } from "../score_bars.js";

const arrow = (now, by) => (by ? [`${now} `, h("span", { class: "becomes" }, `→ ${now + by}`)] : [now]);

/** A number with its name below, and what it would become. */
const figure = (scene, term, field, glyph, value) =>
  explained(
    term,
    { class: "figure" },
    h("span", { class: "number" }, glyph && icon(glyph, 22, "gold"), ...arrow(value, ownChange(scene, field))),
    h("span", { class: "muted small" }, scene.t(`${term}_word`)),
  );

export function purse(scene) {
  const me = ownSeat(scene);
  const spend = Math.max(0, -ownChange(scene, "stardust"));
  return h(
    "div",
    { class: "purse" },
    pouch(me.stardust, me.pouch, spend),
    h(
      "div",
      { class: "figures" },
      explained(
        "stardust",
        { class: "figure" },
        h("span", { class: "number" }, ...arrow(me.stardust, ownChange(scene, "stardust"))),
        h(
          "span",
          { class: "muted small" },
          h("span", { class: "purse-words" }, scene.t("stardust_of", { pouch: me.pouch + ownChange(scene, "pouch") })),
          h("span", { class: "purse-word" }, scene.t("stardust_word")),
        ),
      ),
      h(
        "div",
        { class: "row" },
        figure(scene, "telescope", "telescopes", "telescope", me.telescopes),
        figure(scene, "fame", "fame", "fame", me.fame),
      ),
    ),
  );
}

/** As wide as its place is, so that its numbers are as large as others. */
const TRACKS = { low: 190, medium: 240 };

export function wisdom(scene) {
  const me = ownSeat(scene);
  const more = ownChange(scene, "wisdom");
  return [
    h(
      "div",
      { class: "heading" },
      explained(
        "wisdom",
        { class: "caps" },
        `${scene.t("wisdom")} ${me.wisdom}`,
        more > 0 && h("span", { class: "becomes" }, ` +${more}`),
      ),
      explained(
        "card_limit",
        { class: "muted small" },
        `${scene.t("limit")} `,
        ...arrow(me.card_limit, ownChange(scene, "card_limit")),
      ),
    ),
    wisdomTrack(me.wisdom, more, TRACKS[scene.size]),
  ];
}

export const elements = (scene) => [
  heading(scene.t("elements"), icon("lock", 14), ` ${scene.t("secret_card")}`),
  elementGrid(scene, ownSeat(scene)),
];

export function observatory(scene) {
  return h(
    "div",
    { class: "panel observatory" },
    h("h2", { class: "row" }, seatMark(scene.seat, 22), scene.t("observatory")),
    purse(scene),
    ...wisdom(scene),
    ...elements(scene),
    ...cards(scene),
    h(
      "div",
      { class: "spare" },
      scoreLegend(scene),
      h("div", { class: "ornament", "aria-hidden": "true" }, emblem(200)),
    ),
  );
}
