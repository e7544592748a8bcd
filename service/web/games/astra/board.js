/** Everything on Astra's table, in parts. */

import { h, s } from "../../dom.js";
import { icon } from "../../draw/icons.js";
import { mark, pen } from "../../draw/marks.js";
import { explained, heading, rich } from "../../draw/parts.js";
import { joined } from "../../i18n.js";
import { boonSheet } from "./boons.js";
import { dial } from "./dial.js";
import { elementIn } from "./glyphs.js";
import { miniature, marksOf } from "./map.js";
import { emptyPlate, plate, sized } from "./plate.js";
import { cardOf, change, onward, own, slotOf } from "./reading.js";
import { cards, elements, observatory, purse, seat, wisdom } from "./seat.js";
import { pointsNow, standing } from "./standing.js";

const GAP = 12;
const SMALL = ["phone", "low"];

/** How large plates are: two by two, or three by two when there are more than four. */
function grid(scene, count) {
  const { width, height } = scene.room;
  const columns = count > 4 ? 3 : 2;
  const rows = Math.ceil(Math.max(count, 3) / columns);
  return {
    width: Math.floor((width - GAP * (columns - 1)) / columns),
    height: Math.floor((height - GAP * (rows - 1)) / rows),
  };
}

/** All that a plate is drawn from: nothing else redraws it. */
function plateFrom(scene, slot, box) {
  const isMine = scene.draft?.kind === "path" && scene.draft.card === slot.card;
  return [
    slot,
    box,
    isMine && scene.draft.path,
    [...onward(scene, slot.card, isMine ? scene.draft.path : [])],
    [...onward(scene, slot.card, [])],
    scene.before && slotOf(scene.before, slot.card),
    Boolean(scene.before),
    scene.view.phase === "dream",
    scene.language,
  ];
}

function platePart(scene, slot, box) {
  const card = slot.card && cardOf(scene, slot.card);
  return {
    name: `plate-${slot.place}`,
    column: "stage",
    label: card?.name ?? scene.t("empty"),
    from: plateFrom(scene, slot, box),
    draw: () => (card ? plate(scene, slot, card, box) : emptyPlate(scene, box)),
  };
}

const plates = (scene) => {
  const box = grid(scene, scene.view.sky.length);
  return scene.view.sky.map((slot) => platePart(scene, slot, box));
};

/** What a Rest does now, in a sentence. */
function restSays(scene) {
  const me = own(scene);
  const { sphere } = scene.view;
  const woken = me?.exhausted.filter((id) => cardOf(scene, id).element === sphere) ?? [];
  const { spheres } = scene.content;
  const next = spheres[(spheres.findIndex((each) => each.element === sphere) + 1) % spheres.length].name;
  const key = woken.length ? "rest_wakes" : "rest_turns";
  return h(
    "p",
    { class: "small muted rest-says" },
    ...rich(scene.t(key, { cards: joined(woken.map((id) => scene.names.get(id))), next })),
  );
}

function spheres(scene) {
  const isFull = scene.view.seats.length > 3;
  const size = isFull && scene.size === "medium" ? 164 : isFull || scene.size === "medium" ? 178 : 214;
  return {
    name: "spheres",
    column: "left",
    label: scene.t("spheres"),
    from: [scene.view.sphere, own(scene)?.exhausted, size, scene.language],
    draw: () =>
      h(
        "div",
        { class: "panel spheres" },
        heading(scene.t("spheres"), scene.t("sphere_active", { element: scene.names.get(scene.view.sphere) })),
        dial(scene, size),
        size > 200 && restSays(scene),
      ),
  };
}

function opponents(scene) {
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

const deltas = (scene) =>
  ["stardust", "wisdom", "card_limit", "telescopes", "fame", "pouch"].map((field) => change(scene, field));

const usable = (scene) =>
  scene.moves
    .filter(({ move }) => ["use_ability", "discard"].includes(move.type))
    .map(({ move }) => [move.type, move.card]);

function ownPart(scene) {
  const from = [
    own(scene),
    scene.score?.seats.find((each) => each.seat === scene.seat)?.lines,
    deltas(scene),
    usable(scene),
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

function watchedPart(scene) {
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
function dreamer(scene) {
  if (scene.view.seats.length !== 2 || scene.view.sky.length !== 3) return [];
  const box = grid(scene, 3);
  const now = scene.content.spheres.find((each) => each.element === scene.view.sphere);
  const draw = () =>
    h(
      "div",
      { class: "panel dreamer", style: sized(box) },
      s("svg", { width: 84, height: 84, viewBox: "-42 -42 84 84", "aria-hidden": "true" }, mark(0, 30)),
      h("h3", { class: "serif" }, scene.t("dreamer")),
      h("p", {}, ...rich(scene.t("dreamer_does"))),
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

function boons(scene) {
  const { boons: picking } = scene.view;
  if (!picking) return [];
  return [
    {
      name: "boons",
      column: "over",
      tab: ["board", "mine", "others"],
      label: scene.t("boons"),
      from: [picking, scene.draft, scene.moves.length, scene.size, scene.language, own(scene)],
      draw: () => boonSheet(scene),
    },
  ];
}

const isChanged = ({ before }, slot) => before && JSON.stringify(slotOf(before, slot.card)) !== JSON.stringify(slot);

/** On a small screen one plate is large: the one looked at, the one of the path, else one with a way in or a change. */
function chosenPlate(scene) {
  const { sky } = scene.view;
  const looked = scene.look?.startsWith?.("plate:") && scene.look.slice("plate:".length);
  const liked = [
    looked,
    scene.draft?.card,
    sky.find((slot) => slot.card && onward(scene, slot.card, []).size)?.card,
    sky.find((slot) => isChanged(scene, slot))?.card,
  ];
  return (
    sky.find((slot) => slot.card === liked.find((id) => slotOf(scene.view, id))) ??
    sky.find((slot) => slot.card) ??
    sky[0]
  );
}

function thumbnail(scene, slot, isOn) {
  const card = slot.card && cardOf(scene, slot.card);
  if (!card) return h("span", { class: "thumbnail empty" });
  const done = slot.marks.reduce((sum, each) => sum + each.stars.length, 0);
  return h(
    "button",
    {
      type: "button",
      class: "thumbnail",
      "data-look": `plate:${card.id}`,
      "aria-pressed": String(isOn),
      "aria-label": `${card.name}, ${done} / ${card.stars.length}`,
    },
    s(
      "svg",
      { viewBox: "0 0 85 66", "aria-hidden": "true" },
      ...miniature(card, marksOf(slot), {
        width: 85,
        height: 66,
        pad: [21, 13, 7, 13],
        large: 2.6,
        small: 1.7,
        pens: 3.3,
      }),
    ),
    h("span", { class: "thumb-name" }, card.name),
    h("span", { class: "thumb-count" }, `${done}/${card.stars.length}`),
  );
}

const thumbnails = (scene, chosen) => ({
  name: "thumbnails",
  column: "stage",
  label: scene.t("sky"),
  from: [scene.view.sky, chosen.card, scene.language],
  draw: () =>
    h(
      "div",
      { class: "thumbnails", "data-swiped": "" },
      ...scene.view.sky.map((slot) => thumbnail(scene, slot, slot === chosen)),
    ),
});

/** Beyond two others there is room for what they have, not for what they did. */
function strip(scene, each, isNarrow) {
  const did = scene.recap.find(({ seat: who }) => who === each.seat)?.text;
  const isLow = scene.size === "low";
  const means = [icon("stardust", 14), each.stardust, icon("cards", 14), each.active.length + each.exhausted.length];
  return h(
    "button",
    {
      type: "button",
      class: `strip ${did ? "changed" : ""}`,
      "data-look": `seat:${each.seat}`,
      "aria-label": scene.t("enlarge", { name: scene.who(each.seat) }),
    },
    h(
      "span",
      { class: "row strip-head" },
      pen(each.seat, 15),
      h("b", {}, scene.who(each.seat)),
      ...(isNarrow || isLow ? [] : [h("span", { class: "spread" }), ...means]),
    ),
    isNarrow || (isLow && !did)
      ? h("span", { class: "row strip-head" }, ...means)
      : did && h("span", { class: "did" }, ...rich(did)),
  );
}

const strips = (scene) => ({
  name: "strips",
  column: scene.size === "low" ? "right" : "left",
  label: scene.t("others"),
  from: [scene.view.seats, scene.recap, scene.language],
  draw: () => {
    const others = scene.view.seats.filter((each) => each.seat !== scene.seat);
    return h(
      "div",
      { class: others.length > 2 ? "strips narrow" : "strips" },
      ...others.map((each) => strip(scene, each, others.length > 2)),
    );
  },
});

/** The active sphere alone, and that the hand goes on from it. */
function sphereNow(scene) {
  const { sphere } = scene.view;
  return explained(
    `sphere:${sphere}`,
    { class: "figure sphere-now", "aria-label": scene.t("sphere_active", { element: scene.names.get(sphere) }) },
    s(
      "svg",
      { width: 58, height: 40, viewBox: "-22 -20 58 40", "aria-hidden": "true" },
      s("circle", { r: 18, fill: "var(--plate-2)", stroke: "var(--gold)", "stroke-width": 2 }),
      elementIn(sphere, 9.5, 2.3),
      s("path", { d: "M23 0h9m-4-4l4 4l-4 4", fill: "none", stroke: "var(--gold)", "stroke-width": 1.8 }),
    ),
    h("span", { class: "muted small" }, scene.names.get(sphere)),
  );
}

/** The own numbers in one line, and the sphere. */
function meansPart(scene) {
  const draw = () =>
    h(
      "div",
      { class: "panel means" },
      purse(scene),
      explained(
        "wisdom",
        { class: "figure" },
        h("span", { class: "number" }, icon("wisdom", 20, "gold"), own(scene).wisdom + change(scene, "wisdom")),
        h("span", { class: "muted small" }, scene.t("wisdom_word")),
      ),
      sphereNow(scene),
    );
  return {
    name: "means",
    column: "right",
    tab: "board",
    label: scene.t("observatory"),
    from: [own(scene), deltas(scene), scene.view.sphere, scene.language],
    draw,
  };
}

const panel = (...children) => h("div", { class: "panel" }, ...children);

/** On its side a phone has the cards beside the rest. */
function mineParts(scene) {
  const part = ownPart(scene);
  const figures = () => [panel(purse(scene)), panel(...wisdom(scene)), panel(...elements(scene))];
  if (scene.size !== "low") return [{ ...part, draw: () => [...figures(), panel(...cards(scene))] }];
  return [
    { ...part, draw: () => [...figures(), panel(pointsNow(scene))] },
    { ...part, name: "cards", label: scene.t("constellations"), draw: () => panel(...cards(scene)) },
  ];
}

function smallBoard(scene) {
  const chosen = chosenPlate(scene);
  const { width, height } = scene.room;
  const box =
    scene.size === "low"
      ? { width: Math.min(width - 96, 420), height, large: true }
      : { width, height: Math.max(250, Math.min(400, height)), large: true };
  const mine = own(scene) ? [meansPart(scene), ...mineParts(scene)] : [watchedPart(scene)];
  const plateAndOthers = [{ ...platePart(scene, chosen, box), name: "plate-large" }, thumbnails(scene, chosen)];
  return scene.size === "low"
    ? [...plateAndOthers, ...mine, strips(scene), ...boons(scene)]
    : [strips(scene), ...plateAndOthers, ...mine, ...boons(scene)];
}

/** @param {import("../contract.js").Scene} scene @returns {import("../contract.js").Part[]} */
export function board(scene) {
  if (SMALL.includes(scene.size)) return /** @type {any} */ (smallBoard(scene));
  const mine = [own(scene) ? ownPart(scene) : watchedPart(scene)];
  return /** @type {any} */ ([
    spheres(scene),
    ...opponents(scene),
    standing(scene),
    ...plates(scene),
    ...dreamer(scene),
    ...mine,
    ...boons(scene),
  ]);
}
