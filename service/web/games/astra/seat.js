/** A seat: the own observatory, and the others' in three sizes. */

import { h, s } from "../../dom.js";
import { icon } from "../../draw/icons.js";
import { emblem, pen } from "../../draw/marks.js";
import { count, explained, heading, touchButton } from "../../draw/parts.js";
import { ELEMENTS, element } from "./glyphs.js";
import { marksOf, miniature } from "./map.js";
import { elementGrid, pouch, wisdomTrack } from "./means.js";
import { cardOf, change, own, seatOf } from "./reading.js";
import { pointsNow } from "./standing.js";

/** So many cards need less room each. */
const MANY = 4;

const held = (seat) => [
  ...seat.active.map((id) => ({ id, isActive: true })),
  ...seat.exhausted.map((id) => ({ id, isActive: false })),
];

const arrow = (now, by) => (by ? [`${now} `, h("span", { class: "becomes" }, `→ ${now + by}`)] : [now]);

/** A number with its name below, and what it would become. */
const figure = (scene, term, field, glyph, value) =>
  explained(
    term,
    { class: "figure" },
    h("span", { class: "number" }, glyph && icon(glyph, 22, "gold"), ...arrow(value, change(scene, field))),
    h("span", { class: "muted small" }, scene.t(`${term}_word`)),
  );

export function purse(scene) {
  const me = own(scene);
  const spend = Math.max(0, -change(scene, "stardust"));
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
        h("span", { class: "number" }, ...arrow(me.stardust, change(scene, "stardust"))),
        h(
          "span",
          { class: "muted small" },
          h("span", { class: "purse-words" }, scene.t("stardust_of", { pouch: me.pouch + change(scene, "pouch") })),
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
  const me = own(scene);
  const more = change(scene, "wisdom");
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
        ...arrow(me.card_limit, change(scene, "card_limit")),
      ),
    ),
    wisdomTrack(me.wisdom, more, TRACKS[scene.size]),
  ];
}

export const elements = (scene) => [
  heading(scene.t("elements"), icon("lock", 14), ` ${scene.t("secret_card")}`),
  elementGrid(scene, own(scene)),
];

/** What wakes an exhausted card. */
function waking(scene, card) {
  if (scene.view.sphere === card.element) return scene.t("wakes_now", { element: scene.names.get(card.element) });
  return scene.t("wakes_later", { element: scene.names.get(card.element) });
}

const thumb = (card, size) =>
  s(
    "svg",
    { class: "thumb", width: size, height: size, viewBox: "0 0 66 66", "aria-hidden": "true" },
    s("rect", { x: 0.5, y: 0.5, width: 65, height: 65, rx: 8, fill: "var(--plate)", stroke: "var(--rule)" }),
    ...miniature(card, null, { width: 66, height: 66, pad: [11, 11, 11, 11] }),
  );

function useOf(scene, card) {
  const named = (type) => scene.moves.some(({ move }) => move.type === type && move.card === card.id);
  const isChosen = scene.draft?.card === card.id && ["use", "discard"].includes(scene.draft.kind);
  const type = ["use_ability", "discard"].find(named);
  if (!type) return null;
  const word = type === "discard" ? "discard" : "use";
  return touchButton(
    `${word}:${card.id}`,
    `${scene.t(`do.${word}`)}: ${card.name}`,
    { class: "use", "aria-pressed": String(isChosen) },
    scene.t(`do.${word}`),
  );
}

function heldCard(scene, { id, isActive }) {
  const card = cardOf(scene, id);
  return h(
    "li",
    { class: `held ${isActive ? "" : "exhausted"}` },
    thumb(card, 60),
    explained(
      `card:${id}`,
      { class: "held-text" },
      h(
        "span",
        { class: "held-name" },
        element(card.element, 16),
        h("b", { class: "serif" }, card.name),
        isActive && h("span", { class: "gold small row" }, icon("fame", 13), card.fame),
      ),
      h("span", { class: "held-ability" }, isActive ? scene.t(`short.${card.ability.id}`) : waking(scene, card)),
    ),
    isActive ? useOf(scene, card) : (useOf(scene, card) ?? icon("moon", 22, "muted")),
  );
}

/** Places for cards: free, about to be there, and beyond the limit. */
function places(scene, me, count) {
  const limit = me.card_limit + change(scene, "card_limit");
  const place = (index) => {
    if (index < me.card_limit) return h("i", { class: "free" });
    return index < limit ? h("i", { class: "soon" }, "+1") : h("i", { class: "locked" }, icon("lock", 14));
  };
  return explained(
    "card_limit",
    { class: "places", "aria-label": scene.t("free_places", { count: Math.max(0, limit - count) }) },
    ...Array.from({ length: Math.max(0, 8 - count) }, (_, index) => place(index + count)),
  );
}

export function cards(scene) {
  const me = own(scene);
  const list = held(me);
  return [
    heading(scene.t("constellations"), scene.t("of", { count: list.length, limit: me.card_limit })),
    h("ul", { class: `rows helds ${list.length > MANY ? "many" : ""}` }, ...list.map((each) => heldCard(scene, each))),
    places(scene, me, list.length),
  ];
}

export function observatory(scene) {
  return h(
    "div",
    { class: "panel observatory" },
    h("h2", { class: "row" }, pen(scene.seat, 22), scene.t("observatory")),
    purse(scene),
    ...wisdom(scene),
    ...elements(scene),
    ...cards(scene),
    h("div", { class: "spare" }, pointsNow(scene), h("div", { class: "ornament", "aria-hidden": "true" }, emblem(200))),
  );
}

const counts = (scene, seat) =>
  h(
    "div",
    { class: "counts" },
    explained(
      "stardust",
      { class: "count", "aria-label": `${scene.t("stardust")}: ${seat.stardust} / ${seat.pouch}` },
      icon("stardust", 17),
      h("b", {}, seat.stardust),
      h("small", { class: "muted" }, `/${seat.pouch}`),
    ),
    count("telescope", scene.t("telescopes"), seat.telescopes, "telescope"),
    count("wisdom", scene.t("wisdom"), seat.wisdom, "wisdom"),
    explained(
      "card_limit",
      { class: "count", "aria-label": `${scene.t("card_limit")}: ${held(seat).length} / ${seat.card_limit}` },
      icon("cards", 18),
      h("b", {}, held(seat).length),
      h("small", { class: "muted" }, `/${seat.card_limit}`),
    ),
  );

const elementCounts = (scene, seat) =>
  h(
    "div",
    { class: "element-counts" },
    ...ELEMENTS.map((name) =>
      explained(
        `sphere:${name}`,
        { class: "count", "aria-label": `${scene.names.get(name)}: ${seat.elements[name]}` },
        element(name, 15, 2.2),
        h("b", {}, seat.elements[name]),
      ),
    ),
  );

/** A card that was not there at the own last decision has a halo. */
function chip(scene, seat, { id, isActive }) {
  const before = seatOf(scene.before, seat.seat);
  const isNew = before && !held(before).some((each) => each.id === id);
  const card = cardOf(scene, id);
  return explained(
    `card:${id}`,
    { class: `card-chip ${isActive ? "" : "exhausted"} ${isNew ? "changed" : ""}` },
    element(card.element, 15, 2.2),
    card.name,
  );
}

function head(scene, seat) {
  const { kind } = scene.seats.find((each) => each.seat === seat.seat) ?? {};
  return h(
    "div",
    { class: "row seat-head" },
    pen(seat.seat, 20),
    h("h3", { class: "seat-name" }, scene.who(seat.seat)),
    kind === "bot" && h("span", { class: "muted small" }, scene.t("bot")),
    h("span", { class: "spread" }),
    count("fame", scene.t("fame"), seat.fame, icon("fame", 15, "gold")),
  );
}

const enlarger = (scene, seat) =>
  h("button", {
    type: "button",
    class: "enlarge",
    "data-look": `seat:${seat.seat}`,
    "aria-label": scene.t("enlarge", { name: scene.who(seat.seat) }),
  });

function small(scene, seat) {
  return h(
    "div",
    { class: "panel opponent" },
    enlarger(scene, seat),
    head(scene, seat),
    counts(scene, seat),
    elementCounts(scene, seat),
    h("div", { class: "card-chips" }, ...held(seat).map((each) => chip(scene, seat, each))),
  );
}

/** Where there is one opponent alone there is room for all that they have. */
function alone(scene, seat) {
  return h(
    "div",
    { class: "panel opponent" },
    enlarger(scene, seat),
    head(scene, seat),
    counts(scene, seat),
    wisdomTrack(seat.wisdom, 0),
    elementGrid(scene, seat),
    h("div", { class: "card-chips" }, ...held(seat).map((each) => chip(scene, seat, each))),
  );
}

function mini(scene, seat) {
  const elementChip = ({ id, isActive }) =>
    h("span", { class: `element-chip ${isActive ? "" : "exhausted"}` }, element(cardOf(scene, id).element, 14, 2.3));
  return h(
    "div",
    { class: "panel opponent mini" },
    enlarger(scene, seat),
    h(
      "div",
      { class: "row" },
      pen(seat.seat, 17),
      h("h3", { class: "seat-name" }, scene.who(seat.seat)),
      h("span", { class: "spread" }),
      ...held(seat).map(elementChip),
    ),
    counts(scene, seat),
  );
}

function large(scene, seat) {
  const other = { ...scene, seat: seat.seat, preview: null, moves: [], draft: null };
  return h(
    "div",
    { class: "observatory others" },
    head(scene, seat),
    counts(scene, seat),
    h("div", { class: "wide-track" }, wisdomTrack(seat.wisdom, 0)),
    elementGrid(scene, seat),
    h("ul", { class: "rows helds" }, ...held(seat).map((each) => heldCard(other, each))),
  );
}

export function seat(scene, number, size) {
  const found = seatOf(scene.view, number);
  return { small, large, mini, alone }[size](scene, found);
}

/** The constellations that a seat has discovered. */
export const trophies = (scene, number) =>
  held(seatOf(scene.view, number)).map(({ id }) =>
    s(
      "g",
      { transform: "translate(-30 -30)" },
      ...miniature(cardOf(scene, id), null, { width: 60, height: 60, pad: [8, 8, 8, 8], large: 2.6, small: 1.6 }),
    ),
  );

/** The cards that lie in the sky, with everybody's marks. */
export function skyMinis(scene, isTall) {
  const [width, height] = isTall ? [124, 142] : [150, 104];
  return scene.view.sky
    .filter(({ card }) => card)
    .map((slot) => ({
      name: scene.names.get(slot.card),
      picture: s(
        "svg",
        { viewBox: `0 0 ${width} ${height}`, "aria-hidden": "true" },
        ...miniature(cardOf(scene, slot.card), marksOf(slot), {
          width,
          height,
          pad: [10, 10, 10, 10],
          large: 3.4,
          small: 2.2,
          pens: 4.6,
        }),
      ),
    }));
}
