/** The parts of the table: plates, spheres, the own observatory, the others, the dreamer, boons. */

import { h, s } from "../../dom.js";
import { mark } from "../../draw/marks.js";
import { explained, heading, richText } from "../../draw/parts.js";
import { joinWithAnd } from "../../i18n.js";
import { boonSheet } from "./pieces/boons.js";
import { dial } from "./pieces/dial.js";
import { emptyPlate, plate, sizeStyle } from "./sky/plate.js";
import { cardOf, ownChange, nextStars, ownSeat, slotOf } from "./queries.js";
import { seat } from "./seats.js";
import { observatory } from "./pieces/observatory.js";

const GAP = 12;

/** How large plates are: two by two, or three by two when there are more than four. */
function plateSize(scene, count) {
  const { width, height } = scene.room;
  const columns = count > 4 ? 3 : 2;
  const rows = Math.ceil(Math.max(count, 3) / columns);
  return {
    width: Math.floor((width - GAP * (columns - 1)) / columns),
    height: Math.floor((height - GAP * (rows - 1)) / rows),
  };
}

/** All that a plate is drawn from: nothing else redraws it. */
function plateInputs(scene, slot, box) {
  const isMine = scene.draft?.kind === "path" && scene.draft.card === slot.card;
  return [
    slot,
    box,
    isMine && scene.draft.path,
    [...nextStars(scene, slot.card, isMine ? scene.draft.path : [])],
    [...nextStars(scene, slot.card, [])],
    scene.before && slotOf(scene.before, slot.card),
    Boolean(scene.before),
    scene.view.phase === "dream",
    scene.language,
  ];
}

export function platePart(scene, slot, box) {
  const card = slot.card && cardOf(scene, slot.card);
  return {
    name: `plate-${slot.place}`,
    column: "stage",
    label: card?.name ?? scene.t("empty"),
    from: plateInputs(scene, slot, box),
    draw: () => (card ? plate(scene, slot, card, box) : emptyPlate(scene, box)),
  };
}

export const plateParts = (scene) => {
  const box = plateSize(scene, scene.view.sky.length);
  return scene.view.sky.map((slot) => platePart(scene, slot, box));
};

/** What a Rest does now, in a sentence. */
function restText(scene) {
  const me = ownSeat(scene);
  const { sphere } = scene.view;
  const woken = me?.exhausted.filter((id) => cardOf(scene, id).element === sphere) ?? [];
  const { spheres } = scene.content;
  const next = spheres[(spheres.findIndex((each) => each.element === sphere) + 1) % spheres.length].name;
  const key = woken.length ? "rest_wakes" : "rest_turns";
  return h(
    "p",
    { class: "small muted rest-says" },
    ...richText(scene.t(key, { cards: joinWithAnd(woken.map((id) => scene.names.get(id))), next })),
  );
}

export function spherePart(scene) {
  const isFull = scene.view.seats.length > 3;
  const size = isFull && scene.size === "medium" ? 164 : isFull || scene.size === "medium" ? 178 : 214;
  return {
    name: "spheres",
    column: "left",
    label: scene.t("spheres"),
    from: [scene.view.sphere, ownSeat(scene)?.exhausted, size, scene.language],
    draw: () =>
      h(
        "div",
        { class: "panel spheres" },
        heading(scene.t("spheres"), scene.t("sphere_active", { element: scene.names.get(scene.view.sphere) })),
        dial(scene, size),
        size > 200 && restText(scene),
      ),
  };
}

export function opponentParts(scene) {
  const others = scene.view.seats.filter((each) => each.seat !== scene.seat);
  const size = others.length > 2 || scene.size === "medium" ? "mini" : others.length > 1 ? "small" : "alone";
  return others.map((each) => ({
    name: `seat-${each.seat}`,
    column: "left",
    tab: "others",
    label: scene.who(each.seat),
    from: [each, size, scene.before?.seats, scene.who(each.seat), scene.language],
    draw: () => seat(scene, each.seat, size),
  }));
}

export const ownDeltas = (scene) =>
  ["stardust", "wisdom", "card_limit", "telescopes", "fame", "pouch"].map((field) => ownChange(scene, field));

const usableCards = (scene) =>
  scene.moves
    .filter(({ move }) => ["use_ability", "discard"].includes(move.type))
    .map(({ move }) => [move.type, move.card]);

export function ownPart(scene) {
  const from = [
    ownSeat(scene),
    scene.score?.seats.find((each) => each.seat === scene.seat)?.lines,
    ownDeltas(scene),
    usableCards(scene),
    scene.draft?.kind !== "path" && scene.draft,
    scene.view.sphere,
    scene.language,
  ];
  return {
    name: "own",
    column: "right",
    tab: "mine",
    label: scene.t("observatory"),
    from,
    draw: () => observatory(scene),
  };
}

export function watchedPart(scene) {
  const number = scene.shown;
  return {
    name: "watched",
    column: "right",
    tab: "mine",
    label: scene.who(number),
    from: [scene.view.seats, number, scene.language],
    draw: () => h("div", { class: "panel" }, seat(scene, number, "large")),
  };
}

/** A table for two has a third who dreams: what it does stands where the fourth plate would lie. */
export function dreamerPart(scene) {
  if (scene.view.seats.length !== 2 || scene.view.sky.length !== 3) return [];
  const box = plateSize(scene, 3);
  const now = scene.content.spheres.find((each) => each.element === scene.view.sphere);
  const draw = () =>
    h(
      "div",
      { class: "panel dreamer", style: sizeStyle(box) },
      s("svg", { width: 84, height: 84, viewBox: "-42 -42 84 84", "aria-hidden": "true" }, mark(0, 30)),
      h("h3", { class: "serif" }, scene.t("dreamer")),
      h("p", {}, ...richText(scene.t("dreamer_does"))),
      explained("dreamer", { class: "muted" }, scene.t("dreamer_now", { element: now.name, count: now.dream_number })),
    );
  return [
    {
      name: "dreamer",
      column: "stage",
      label: scene.t("dreamer"),
      from: [scene.view.sphere, box, scene.language],
      draw,
    },
  ];
}

export function boonPart(scene) {
  const { boons: picking } = scene.view;
  if (!picking) return [];
  return [
    {
      name: "boons",
      column: "over",
      tab: ["board", "mine", "others"],
      label: scene.t("boons"),
      from: [picking, scene.draft, scene.moves.length, scene.size, scene.language, ownSeat(scene)],
      draw: () => boonSheet(scene),
    },
  ];
}
