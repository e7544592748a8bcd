/** The module chooser: six tiles in a row, links above and below, and what each choice would come to. */

import { h } from "../../../dom.js";
import { seatMark } from "../../../draw/marks.js";
import { chartOf } from "../sheet/chart.js";
import { ownSide } from "../choose.js";
import { effectsInWords } from "../bar.js";
import { fitsOn } from "../sheet/fits.js";
import { smallGhost } from "../sheet/ghost.js";
import { icon } from "../glyphs.js";
import { links } from "./modules.js";
import { bestFit, effects } from "../prospects.js";
import { lastDrawing, totalOf } from "../seats.js";
import { miniature } from "../sheet/sheet.js";
import { drawnCount, tile } from "./tiles.js";
import { isNarrow, richText } from "../../../draw/parts.js";

const SMALL = 20;
const prospects = new WeakMap();

/** The best fit of every shape for every seat; sheets are public. Made once for a view, when it is asked for. */
function prospectOf(scene, side, place) {
  if (!prospects.has(scene.view)) prospects.set(scene.view, new Map());
  const known = prospects.get(scene.view);
  const key = `${side.seat}/${place.position}`;
  if (!known.has(key)) {
    const chart = chartOf(scene.content);
    const fits = fitsOn(chart, side, place.shape);
    known.set(key, { fits: fits.length, best: bestFit(chart, scene.view, side, place.position, fits) });
  }
  return known.get(key);
}

const gainOf = (prospect) => (prospect.best ? `+${prospect.best.gain}` : "–");

function bestGainText(scene, place) {
  const { t, view } = scene;
  return h(
    "div",
    { class: "suns-upto" },
    h("span", { class: "muted" }, t("up_to")),
    ...view.seats.map((side) =>
      h(
        "span",
        { "aria-label": `${scene.who(side.seat)}: ${gainOf(prospectOf(scene, side, place))}`, role: "img" },
        seatMark(side.seat, 14),
        h("b", {}, gainOf(prospectOf(scene, side, place))),
      ),
    ),
  );
}

/** The two tiles of the link that is chosen: the own one first. */
function chosenPlaces({ draft, view }) {
  if (!draft?.side) return null;
  const places = [view.board[draft.position - 1], view.board[draft.position]];
  return draft.flipped ? places.reverse() : places;
}

const drawer = (t, role) =>
  h("b", { class: role === "own" ? "gold" : "" }, t(role === "own" ? "you_draw" : "others_draw"));

function controlPart(scene) {
  const { view, t } = scene;
  const own = ownSide(scene);
  const chosen = chosenPlaces(scene);
  return {
    name: "chooser",
    column: "stage",
    label: t("mission_control"),
    from: [view.board, view.modules, scene.draft, scene.moves.length, scene.language, scene.size],
    draw: () => [
      h(
        "div",
        { class: "suns-heading" },
        h("h2", { class: "caps" }, t("mission_control")),
        h("span", { class: "muted" }, t("module_of", { module: view.next_module, all: scene.content.modules })),
      ),
      h(
        "div",
        { class: "suns-control choosing" },
        ...view.board.map((each) => {
          const role = chosen?.[0] === each ? "own" : chosen?.[1] === each ? "others" : "";
          return tile(
            scene,
            each,
            { own, isDrawn: role === "own", isChoosing: true, classes: role && `to-${role}` },
            h(
              "span",
              { class: "suns-fits" },
              t("fits", { count: prospectOf(scene, own, each).fits }),
              role ? drawer(t, role) : drawnCount(scene, each, own),
            ),
            bestGainText(scene, each),
          );
        }),
        ...links(scene),
      ),
    ],
  };
}

const inkedName = (scene, place) =>
  h("span", { class: `suns-inked hue-${place.position}` }, scene.names.get(place.shape));

function ownOutcome(scene, place) {
  const { t, view } = scene;
  const chart = chartOf(scene.content);
  const side = ownSide(scene);
  const { fits, best: found } = prospectOf(scene, side, place);
  const parts = found ? effects(chart, view, side, place.position, found.fit.sectors) : [];
  const over = found ? smallGhost(chart, found.fit.sectors, place.position, SMALL) : null;
  return h(
    "article",
    { class: "suns-outcome panel own" },
    miniature(chart, view, side, SMALL, t("your_sheet"), { over }),
    h(
      "div",
      {},
      h("h3", {}, seatMark(side.seat, 18), t("you_draw_shape"), " ", inkedName(scene, place)),
      h("p", {}, ...richText(fits ? t("fits_say", { count: fits }) : t("fits_nowhere"))),
      h(
        "div",
        { class: "suns-effects" },
        ...effectsInWords(scene, parts).map(({ text }) => h("span", { class: "suns-effect" }, ...richText(text))),
        found && h("span", { class: "suns-effect total" }, ...richText(t("up_to_points", { gain: found.gain }))),
      ),
    ),
  );
}

function othersOutcome(scene, place) {
  const { t, view } = scene;
  const others = view.seats.filter((side) => side.seat !== scene.seat);
  return h(
    "article",
    { class: "suns-outcome panel others" },
    h("h3", {}, ...others.map((side) => seatMark(side.seat, 18)), t("they_draw_shape"), " ", inkedName(scene, place)),
    h(
      "div",
      { class: "suns-theirs" },
      ...others.map((side) =>
        smallSheet(
          scene,
          side,
          h("span", {}, ...richText(t("up_to_points", { gain: prospectOf(scene, side, place).best?.gain ?? 0 }))),
        ),
      ),
    ),
  );
}

/** A sheet with its owner's name and what is told of it; narrow rooms have no room for the sheet. */
function smallSheet(scene, side, caption) {
  return h(
    "figure",
    { class: "suns-small" },
    h(
      "figcaption",
      {},
      seatMark(side.seat, 14),
      h("span", { class: "suns-small-name" }, scene.who(side.seat)),
      caption,
    ),
    !isNarrow(scene) &&
      miniature(chartOf(scene.content), scene.view, side, SMALL, scene.t("sheet", { name: scene.who(side.seat) }), {
        changed: lastDrawing(scene, side),
      }),
  );
}

/** Until a link is picked everybody's sheet is there to be looked at. */
const invitation = (scene) =>
  h(
    "div",
    { class: "suns-invite panel" },
    icon("start", 26),
    h("p", {}, scene.t("outcome_none")),
    h(
      "div",
      { class: "suns-theirs" },
      ...scene.view.seats.map((side) =>
        smallSheet(scene, side, h("b", { class: "serif" }, totalOf(scene, side.seat) ?? "")),
      ),
    ),
  );

function outcomePart(scene) {
  const { t } = scene;
  const chosen = chosenPlaces(scene);
  return {
    name: "outcome",
    column: "stage",
    label: t("outcome"),
    from: [scene.draft, scene.view.turns_played, scene.score, scene.language, scene.size],
    draw: () =>
      !chosen
        ? invitation(scene)
        : [
            ownOutcome(scene, chosen[0]),
            h(
              "button",
              {
                type: "button",
                class: "suns-flip",
                "data-touch": "flip",
                "aria-label": t("tool.flip"),
                "aria-keyshortcuts": "f",
              },
              icon("flip", 40, "currentColor"),
              h("span", {}, t("flip")),
            ),
            othersOutcome(scene, chosen[1]),
          ],
  };
}

export const chooserParts = (scene) => [controlPart(scene), outcomePart(scene)];
