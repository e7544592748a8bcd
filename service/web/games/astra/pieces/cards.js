/** The constellations that a seat holds. */

import { h, s } from "../../../dom.js";
import { icon } from "../../../draw/icons.js";
import { explained, heading, touchButton } from "../../../draw/parts.js";
import { elementIcon } from "./glyphs.js";
import { miniature } from "../sky/map.js";
import { cardOf, ownChange, ownSeat } from "../queries.js";

/** So many cards need less room each. */
const MANY = 4;

export const heldCards = (seat) => [
  ...seat.active.map((id) => ({ id, isActive: true })),
  ...seat.exhausted.map((id) => ({ id, isActive: false })),
];

/** What wakes an exhausted card. */
function wakeText(scene, card) {
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

function useButton(scene, card) {
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

export function heldCard(scene, { id, isActive }) {
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
        elementIcon(card.element, 16),
        h("b", { class: "serif" }, card.name),
        isActive && h("span", { class: "gold small row" }, icon("fame", 13), card.fame),
      ),
      h("span", { class: "held-ability" }, isActive ? scene.t(`short.${card.ability.id}`) : wakeText(scene, card)),
    ),
    isActive ? useButton(scene, card) : (useButton(scene, card) ?? icon("moon", 22, "muted")),
  );
}

/** Places for cards: free, about to be there, and beyond the limit. */
function cardPlaces(scene, me, count) {
  const limit = me.card_limit + ownChange(scene, "card_limit");
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
  const me = ownSeat(scene);
  const list = heldCards(me);
  return [
    heading(scene.t("constellations"), scene.t("of", { count: list.length, limit: me.card_limit })),
    h("ul", { class: `rows helds ${list.length > MANY ? "many" : ""}` }, ...list.map((each) => heldCard(scene, each))),
    cardPlaces(scene, me, list.length),
  ];
}
