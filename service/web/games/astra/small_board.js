/** The table on phones: one plate large, the others as thumbnails, everybody in a strip, the own means. */

import { h, s } from "../../dom.js";
import { icon } from "../../draw/icons.js";
import { seatMark } from "../../draw/marks.js";
import { explained, richText } from "../../draw/parts.js";
import { elementFigure } from "./pieces/glyphs.js";
import { miniature, marksOf } from "./sky/map.js";
import { boonPart, ownDeltas, ownPart, platePart, watchedPart } from "./parts.js";
import { cardOf, ownChange, nextStars, ownSeat, slotOf } from "./queries.js";
import { elements, purse, wisdom } from "./pieces/observatory.js";
import { cards } from "./pieces/cards.js";
import { scoreLegend } from "./score_bars.js";

const isChanged = ({ before }, slot) => before && JSON.stringify(slotOf(before, slot.card)) !== JSON.stringify(slot);

/** On a small screen one plate is large: the one looked at, the one of the path, else one with a way in or a change. */
function chosenPlate(scene) {
  const { sky } = scene.view;
  const looked = scene.look?.startsWith?.("plate:") && scene.look.slice("plate:".length);
  const liked = [
    looked,
    scene.draft?.card,
    sky.find((slot) => slot.card && nextStars(scene, slot.card, []).size)?.card,
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
      seatMark(each.seat, 15),
      h("b", {}, scene.who(each.seat)),
      ...(isNarrow || isLow ? [] : [h("span", { class: "spread" }), ...means]),
    ),
    isNarrow || (isLow && !did)
      ? h("span", { class: "row strip-head" }, ...means)
      : did && h("span", { class: "did" }, ...richText(did)),
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
function activeSphere(scene) {
  const { sphere } = scene.view;
  return explained(
    `sphere:${sphere}`,
    { class: "figure sphere-now", "aria-label": scene.t("sphere_active", { element: scene.names.get(sphere) }) },
    s(
      "svg",
      { width: 58, height: 40, viewBox: "-22 -20 58 40", "aria-hidden": "true" },
      s("circle", { r: 18, fill: "var(--plate-2)", stroke: "var(--gold)", "stroke-width": 2 }),
      elementFigure(sphere, 9.5, 2.3),
      s("path", { d: "M23 0h9m-4-4l4 4l-4 4", fill: "none", stroke: "var(--gold)", "stroke-width": 1.8 }),
    ),
    h("span", { class: "muted small" }, scene.names.get(sphere)),
  );
}

/** The own numbers in one line, and the sphere. */
function resourcesPart(scene) {
  const draw = () =>
    h(
      "div",
      { class: "panel means" },
      purse(scene),
      explained(
        "wisdom",
        { class: "figure" },
        h("span", { class: "number" }, icon("wisdom", 20, "gold"), ownSeat(scene).wisdom + ownChange(scene, "wisdom")),
        h("span", { class: "muted small" }, scene.t("wisdom_word")),
      ),
      activeSphere(scene),
    );
  return {
    name: "means",
    column: "right",
    tab: "board",
    label: scene.t("observatory"),
    from: [ownSeat(scene), ownDeltas(scene), scene.view.sphere, scene.language],
    draw,
  };
}

const panel = (...children) => h("div", { class: "panel" }, ...children);

/** On its side a phone has the cards beside the rest. */
function ownParts(scene) {
  const part = ownPart(scene);
  const figures = () => [panel(purse(scene)), panel(...wisdom(scene)), panel(...elements(scene))];
  if (scene.size !== "low") return [{ ...part, draw: () => [...figures(), panel(...cards(scene))] }];
  return [
    { ...part, draw: () => [...figures(), panel(scoreLegend(scene))] },
    { ...part, name: "cards", label: scene.t("constellations"), draw: () => panel(...cards(scene)) },
  ];
}

export function smallBoard(scene) {
  const chosen = chosenPlate(scene);
  const { width, height } = scene.room;
  const box =
    scene.size === "low"
      ? { width: Math.min(width - 96, 420), height, large: true }
      : { width, height: Math.max(250, Math.min(400, height)), large: true };
  const mine = ownSeat(scene) ? [resourcesPart(scene), ...ownParts(scene)] : [watchedPart(scene)];
  const plateAndOthers = [{ ...platePart(scene, chosen, box), name: "plate-large" }, thumbnails(scene, chosen)];
  return scene.size === "low"
    ? [...plateAndOthers, ...mine, strips(scene), ...boonPart(scene)]
    : [strips(scene), ...plateAndOthers, ...mine, ...boonPart(scene)];
}
