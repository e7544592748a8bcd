/** A constellation is discovered: who helped, in which order, and the four boons to pick from. */

import { h, s } from "../../../dom.js";
import { icon } from "../../../draw/icons.js";
import { emblem, seatMark } from "../../../draw/marks.js";
import { richText, touchButton } from "../../../draw/parts.js";
import { BOON_ICONS, boonName, elementIcon, elementFigure } from "./glyphs.js";
import { marksOf, starMap } from "../sky/map.js";
import { cardOf, ownSeat, slotOf } from "../queries.js";

const FIELDS = {
  fame: "fame",
  stardust: "stardust",
  observation: "telescopes",
  improvement: "pouch",
  wisdom: "wisdom",
};

const markCount = (slot, seat) => slot?.marks.find((each) => each.seat === seat)?.stars.length ?? 0;

function row(scene, slot, seat, rank, note, isNow) {
  return h(
    "li",
    { class: `rank ${isNow ? "now" : ""}` },
    h("span", { class: "rank-number serif" }, rank),
    seatMark(seat, 20),
    h(
      "span",
      {},
      h("b", {}, scene.who(seat)),
      h("small", { class: "muted" }, scene.t("stars_marked", { count: markCount(slot, seat) })),
    ),
    h("span", { class: "rank-said" }, note),
  );
}

/** The discoverer, and helpers by rank; those of one rank pick at the same time, in secret. */
function ranks(scene, slot) {
  const { boons } = scene.view;
  const helpers = boons.ranks.flatMap((rank, index) =>
    rank.map((seat) => {
      const isNow = boons.still_to_pick.includes(seat);
      const note = isNow
        ? rank.length > 1
          ? scene.t("boon.together")
          : scene.t("boon.now")
        : index === 0
          ? scene.t("boon.sealed")
          : scene.t("boon.later");
      return row(scene, slot, seat, `${index + 1}.`, note, isNow && seat === scene.seat);
    }),
  );
  return h(
    "ul",
    { class: "rows ranks" },
    row(
      scene,
      slot,
      boons.discoverer,
      emblem(26),
      scene.t(boons.discoverer ? "boon.discoverer" : "boon.dreamer"),
      false,
    ),
    ...helpers,
  );
}

/** Before and after, where it is a number of the own seat. */
function changeText(scene, boon) {
  const field = FIELDS[boon.type];
  const me = ownSeat(scene);
  if (!field || !me) return "";
  return `${me[field]} → ${me[field] + boon.amount}`;
}

function boonCard(scene, boon, number, struck) {
  const isStruck = struck.includes(number);
  const isChosen = scene.draft?.kind === "boon" && scene.draft.boon === number;
  const isLegal = scene.moves.some(({ move }) => move.type === "pick_boon" && move.boon === number);
  return touchButton(
    `boon:${number}`,
    `${boonName(scene.t, boon)}: ${boon.text}`,
    {
      class: `boon ${isStruck ? "struck" : ""}`,
      "aria-pressed": String(isChosen),
      "aria-disabled": isLegal ? null : "true",
    },
    isChosen && h("span", { class: "tick" }, icon("check", 18)),
    icon(BOON_ICONS[boon.type], 42, "gold"),
    h("b", { class: "serif" }, boonName(scene.t, boon)),
    h("span", { class: "becomes-gold" }, changeText(scene, boon)),
    h("span", { class: "why" }, scene.t(`boon.why.${boon.type}`)),
  );
}

/** Activation names the cards to wake. */
function wakeChoices(scene) {
  const me = ownSeat(scene);
  if (scene.draft?.kind !== "boon" || !me?.exhausted.length) return null;
  const card = cardOf(scene, scene.view.boons.card);
  if (card.boons[scene.draft.boon].type !== "activation") return null;
  return h(
    "div",
    { class: "wakes" },
    h("span", { class: "muted" }, scene.t("boon.wake", { count: card.boons[scene.draft.boon].amount })),
    ...me.exhausted.map((id) =>
      touchButton(
        `wake:${id}`,
        scene.names.get(id),
        { class: "card-chip", "aria-pressed": String(scene.draft.activate.includes(id)) },
        elementIcon(cardOf(scene, id).element, 15),
        scene.names.get(id),
      ),
    ),
  );
}

function completedMap(scene, card, slot, width, height) {
  const sky = {
    marks: slot ? marksOf(slot) : new Map(),
    before: null,
    path: [],
    next: new Set(),
    soft: new Set(),
    from: null,
    pen: scene.seat ?? 1,
    live: false,
    label: () => "",
  };
  return s(
    "svg",
    { class: "boon-plate", viewBox: `0 0 ${width} ${height}`, width, height, "aria-hidden": "true" },
    s("rect", {
      x: 1,
      y: 1,
      width: width - 2,
      height: height - 2,
      rx: 10,
      fill: "var(--plate)",
      stroke: "var(--gold)",
      "stroke-width": 2,
    }),
    ...starMap(card, sky, { width, height, pad: [84, 46, 46, 46], scale: 1.35, names: 16, top: 60 }),
    s("g", { transform: "translate(36 40)" }, elementFigure(card.element, 12, 2.2)),
    s("text", { x: 58, y: 49, class: "plate-name", "font-size": 28 }, card.name),
    s(
      "text",
      { x: width - 24, y: 47, "text-anchor": "end", class: "plate-count" },
      `${card.stars.length} / ${card.stars.length}`,
    ),
  );
}

export function boonSheet(scene) {
  const { boons } = scene.view;
  const card = cardOf(scene, boons.card);
  const slot = slotOf(scene.view, boons.card);
  const struck = boons.struck.find((each) => each.seat === scene.seat)?.boons ?? [];
  const isMine = boons.still_to_pick.includes(scene.seat);
  return h(
    "div",
    { class: "boon-sheet" },
    scene.size === "wide" && completedMap(scene, card, slot, 440, 600),
    h(
      "div",
      { class: "boon-side" },
      h("p", { class: "caps" }, scene.t("boon.found")),
      h("h2", {}, scene.t("boon.title", { name: scene.who(boons.discoverer), card: card.name })),
      ranks(scene, slot),
      h("p", { class: "coach" }, emblem(34), h("span", {}, ...richText(scene.t(isMine ? "boon.pick" : "boon.wait")))),
      h("div", { class: "boon-cards" }, ...card.boons.map((boon, number) => boonCard(scene, boon, number, struck))),
      wakeChoices(scene),
    ),
  );
}
