/** The galaxy that stars go to, large or small, with its title, its medals and the own black stars. */

import { h, memo, s } from "../../../dom.js";
import { seatMark } from "../../../draw/marks.js";
import { explained, isNarrow } from "../../../draw/parts.js";
import { frontStars } from "../bar.js";
import { canMove, isTaking, placesOf, stepsOf, tagsFor } from "../choose.js";
import { filledCells, skyOf } from "./layout.js";
import { BOX, cells, ground, WIDE_BOX } from "./galaxy.js";
import { backdrop } from "./backdrop.js";
import { changedCells, scoreOf } from "../seats.js";
import { BLACK, figure } from "../stars.js";
import { constellationWorth } from "../values/worth.js";

const SCALES = { wide: 1.05, medium: 1.45, phone: 2.05, low: 2 };

/** Whose galaxy is large. */
export const shownSide = (scene) => scene.view.seats.find((side) => side.seat === scene.shown);

/** What is chosen as the goals see it: on phones they are on another tab, and wait for the move. */
export const previewGalaxy = (scene) => (isNarrow(scene) ? null : draftGalaxy(scene));

/** The galaxy as it would be with what is chosen. */
function draftGalaxy(scene) {
  const { galaxy } = shownSide(scene);
  return scene.draft?.cell ? { ...galaxy, [scene.draft.cell]: scene.draft.star } : null;
}

/** Constellations that the chosen star would complete. */
function completedBy(scene) {
  const tried = draftGalaxy(scene);
  if (!tried) return [];
  const { galaxy } = shownSide(scene);
  return [...skyOf(scene.content).constellations]
    .filter(([, ids]) => filledCells(ids, tried).length === ids.length && filledCells(ids, galaxy).length < ids.length)
    .map(([id]) => id);
}

function cellName(scene, side) {
  const sky = skyOf(scene.content);
  return (cell) =>
    [
      scene.t("cell_says", { cell: cell.id }),
      sky.symbols.get(cell.constellation),
      side.galaxy[cell.id] ? scene.names.get(side.galaxy[cell.id]) : scene.t("empty"),
      cell.glowing && scene.t("glowing"),
    ]
      .filter(Boolean)
      .join(", ");
}

function galaxyOptions(scene, isLarge) {
  const side = shownSide(scene);
  const star =
    scene.draft?.star ??
    (isTaking(scene) ? frontStars(scene, stepsOf(scene)).find((each) => each && each !== BLACK) : null);
  const isPlacing = canMove(scene, "place_star", "replace_star", "end_placing");
  const held = isPlacing && star && star !== BLACK;
  const any = isPlacing && !star ? Object.values(placesOf(scene)).flatMap((each) => each.place) : [];
  return {
    hasCorners: isNarrow(scene) && isLarge,
    cell: isNarrow(scene) || !isLarge ? 46 : 40,
    scale: isLarge ? SCALES[scene.size] : 1.95,
    star,
    isAsking: Boolean(held),
    chosen: scene.draft?.cell,
    completes: completedBy(scene),
    legal: held ? tagsFor(scene, star) : Object.fromEntries(any.map((id) => [id, ""])),
    replace: held ? (placesOf(scene)[star]?.replace ?? []) : [],
    placed: side.seat === scene.view.active ? scene.view.this_turn.cells : [],
    changed: changedCells(scene, side),
  };
}

const PIPS = 6;

/** A corner of the galaxy: which constellation, how far, what it is worth. */
function medal(scene, id, corner, completes) {
  const { t } = scene;
  const sky = skyOf(scene.content);
  const count = filledCells(sky.constellations.get(id), shownSide(scene).galaxy).length;
  const state = count === PIPS ? "complete" : completes.includes(id) ? "completes" : "";
  const worth = constellationWorth(scene.view, id);
  const says = t("medal_says", { symbol: sky.symbols.get(id), count, worth });
  return memo(`medal ${id} ${corner} ${state} ${says} ${scene.language} ${isNarrow(scene)}`, () =>
    explained(
      `token:${id}`,
      { class: `neb-medal ${corner} ${state}`, "aria-label": says },
      h("b", { class: "serif neb-medal-symbol" }, sky.symbols.get(id)),
      h(
        "span",
        { class: "neb-medal-words" },
        h("span", {}, state ? t(state) : isNarrow(scene) ? `${count}/${PIPS}` : t("of_six", { count })),
        h(
          "span",
          { class: "neb-medal-pips" },
          ...Array.from({ length: PIPS }, (_, at) =>
            h("i", { class: at < count ? "on" : at === count && state ? "next" : "" }),
          ),
        ),
      ),
      h("b", { class: "serif neb-medal-worth" }, state === "completes" ? `+${worth}` : worth),
    ),
  );
}

const CORNERS = ["upper start", "upper end", "lower start", "lower end"];

const medals = (scene, completes) =>
  scene.content.galaxy.constellations.map((each, at) => medal(scene, each.id, CORNERS[at], completes));

/** Own black stars: what the next one is worth is ringed. */
export function blackTrack(scene) {
  const { content, t } = scene;
  const { black_stars: black } = shownSide(scene);
  const values = content.galaxy.black_track.map((cell) => cell.value);
  const says = t("black_says", { count: black, next: values[black] ?? "–" });
  return memo(`black ${says}`, () =>
    explained(
      "black",
      { class: "neb-black", "aria-label": says },
      h("span", { class: "caps" }, t("black_stars")),
      ...values.map((value, at) =>
        h(
          "span",
          { class: `neb-black-cell ${at === black ? "next" : ""}` },
          at < black ? s("svg", { viewBox: "-12 -12 24 24" }, figure(BLACK, [0, 0], 9)) : value,
        ),
      ),
    ),
  );
}

/** Whose galaxy it is, by mark and name, and their points. */
export function galaxyTitle(scene) {
  const side = shownSide(scene);
  const title = side.seat === scene.seat ? scene.t("your_galaxy") : scene.t("galaxy", { name: scene.who(side.seat) });
  return memo(`galaxy ${side.seat} ${title} ${scoreOf(scene, side)}`, () =>
    h(
      "div",
      { class: "neb-title" },
      seatMark(side.seat, 16),
      h("h2", {}, title),
      explained("score", { class: "serif gold", "aria-label": String(scoreOf(scene, side)) }, scoreOf(scene, side)),
    ),
  );
}

export const galaxyHead = (scene) => h("div", { class: "neb-head" }, galaxyTitle(scene), blackTrack(scene));

/** The cells, and what lies under them and changes with them. */
export function galaxyLarge(scene) {
  const side = shownSide(scene);
  const options = galaxyOptions(scene, true);
  const canTouch = side.seat === scene.seat && canMove(scene, "place_star", "replace_star", "end_placing");
  const label = scene.t("galaxy", { name: scene.who(side.seat) });
  const box = isNarrow(scene) ? WIDE_BOX : BOX;
  return [
    h(
      "div",
      { class: "neb-canvas" },
      s(
        "svg",
        { viewBox: box, class: "neb-galaxy", role: "group", "aria-label": label, "data-near": "" },
        ground(scene.content, side.galaxy, options),
        ...cells(scene.content, side.galaxy, { ...options, touch: canTouch ? cellName(scene, side) : null }),
      ),
      ...medals(scene, options.completes),
    ),
  ];
}

/** What never changes lies under what does. */
export const galaxyBackdrop = (scene) =>
  s("svg", { viewBox: isNarrow(scene) ? WIDE_BOX : BOX, class: "neb-galaxy", "aria-hidden": "true" }, backdrop());

export function galaxySmall(scene) {
  const side = shownSide(scene);
  const options = { ...galaxyOptions(scene, false), legal: {} };
  return h(
    "div",
    { class: "neb-canvas small" },
    s(
      "svg",
      {
        viewBox: WIDE_BOX,
        class: "neb-galaxy small",
        role: "img",
        "aria-label": scene.t("galaxy", { name: scene.who(side.seat) }),
      },
      backdrop(),
      ground(scene.content, side.galaxy, { ...options, mini: false }),
      ...cells(scene.content, side.galaxy, options),
    ),
    ...medals(scene, options.completes),
  );
}
