/** A seat: the others' observatories in three sizes. */

import { h, s } from "../../dom.js";
import { icon } from "../../draw/icons.js";
import { seatMark } from "../../draw/marks.js";
import { explainedCount, explained } from "../../draw/parts.js";
import { heldCards, heldCard } from "./pieces/cards.js";
import { ELEMENTS, elementIcon } from "./pieces/glyphs.js";
import { marksOf, miniature } from "./sky/map.js";
import { elementGrid, wisdomTrack } from "./pieces/resources.js";
import { cardOf, seatOf } from "./queries.js";

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
    explainedCount("telescope", scene.t("telescopes"), seat.telescopes, "telescope"),
    explainedCount("wisdom", scene.t("wisdom"), seat.wisdom, "wisdom"),
    explained(
      "card_limit",
      { class: "count", "aria-label": `${scene.t("card_limit")}: ${heldCards(seat).length} / ${seat.card_limit}` },
      icon("cards", 18),
      h("b", {}, heldCards(seat).length),
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
        elementIcon(name, 15, 2.2),
        h("b", {}, seat.elements[name]),
      ),
    ),
  );

/** A card that was not there at the own last decision has a halo. */
function chip(scene, seat, { id, isActive }) {
  const before = seatOf(scene.before, seat.seat);
  const isNew = before && !heldCards(before).some((each) => each.id === id);
  const card = cardOf(scene, id);
  return explained(
    `card:${id}`,
    { class: `card-chip ${isActive ? "" : "exhausted"} ${isNew ? "changed" : ""}` },
    elementIcon(card.element, 15, 2.2),
    card.name,
  );
}

function head(scene, seat) {
  const { kind } = scene.seats.find((each) => each.seat === seat.seat) ?? {};
  return h(
    "div",
    { class: "row seat-head" },
    seatMark(seat.seat, 20),
    h("h3", { class: "seat-name" }, scene.who(seat.seat)),
    kind === "bot" && h("span", { class: "muted small" }, scene.t("bot")),
    h("span", { class: "spread" }),
    explainedCount("fame", scene.t("fame"), seat.fame, icon("fame", 15, "gold")),
  );
}

const enlargeButton = (scene, seat) =>
  h("button", {
    type: "button",
    class: "enlarge",
    "data-look": `seat:${seat.seat}`,
    "aria-label": scene.t("enlarge", { name: scene.who(seat.seat) }),
  });

/** A panel beside the board: who it is, what they have, `more` of it, and their cards. */
const opponentPanel = (scene, seat, ...more) =>
  h(
    "div",
    { class: "panel opponent" },
    enlargeButton(scene, seat),
    head(scene, seat),
    counts(scene, seat),
    ...more,
    h("div", { class: "card-chips" }, ...heldCards(seat).map((each) => chip(scene, seat, each))),
  );

const small = (scene, seat) => opponentPanel(scene, seat, elementCounts(scene, seat));

/** Where there is one opponent alone there is room for all that they have. */
const onlyOpponent = (scene, seat) => opponentPanel(scene, seat, wisdomTrack(seat.wisdom, 0), elementGrid(scene, seat));

function mini(scene, seat) {
  const elementChip = ({ id, isActive }) =>
    h(
      "span",
      { class: `element-chip ${isActive ? "" : "exhausted"}` },
      elementIcon(cardOf(scene, id).element, 14, 2.3),
    );
  return h(
    "div",
    { class: "panel opponent mini" },
    enlargeButton(scene, seat),
    h(
      "div",
      { class: "row" },
      seatMark(seat.seat, 17),
      h("h3", { class: "seat-name" }, scene.who(seat.seat)),
      h("span", { class: "spread" }),
      ...heldCards(seat).map(elementChip),
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
    h("ul", { class: "rows helds" }, ...heldCards(seat).map((each) => heldCard(other, each))),
  );
}

export function seat(scene, number, size) {
  const found = seatOf(scene.view, number);
  return { small, large, mini, alone: onlyOpponent }[size](scene, found);
}

/** The constellations that a seat has discovered. */
export const trophies = (scene, number) =>
  heldCards(seatOf(scene.view, number)).map(({ id }) =>
    s(
      "g",
      { transform: "translate(-30 -30)" },
      ...miniature(cardOf(scene, id), null, { width: 60, height: 60, pad: [8, 8, 8, 8], large: 2.6, small: 1.6 }),
    ),
  );

/** The cards that lie in the sky, with everybody's marks. */
export function miniBoards(scene, isTall) {
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
