/** Distant Suns: the board of shapes, missions and modules, and everybody's sheet. */

import { button, h, s } from "../dom.js";
import { listed, t } from "../i18n.js";
import { chosenBar, facts, ofType, playButton } from "./parts.js";
import { currentFit, fitsOf, hexagon, sheet } from "./sheet.js";

const NARROW = 0.96;

export function names(content) {
  const named = [...content.shapes, ...content.missions, ...content.worlds].map((each) => [each.id, each.name]);
  return new Map([...named, ...content.sectors.map((each) => [String(each.sector), each.name])]);
}

/** Numbers of slots and the like are not sectors. */
export function words(event, content) {
  const sector = (number) => content.sectors[number].name;
  const said = Object.fromEntries(Object.entries(event).filter(([, value]) => typeof value === "number"));
  if (event.sectors) said.sectors = listed(event.sectors.map(sector));
  if (event.sector !== undefined) said.sector = sector(event.sector);
  if (event.slots) said.slots = listed(event.slots);
  return said;
}

export function phase(scene) {
  const { round, phase: now } = scene.view;
  return listed([t("round_of", { round, rounds: scene.content.rounds }), t(`phase.distant_suns.${now}`)]);
}

/** A shape as a small picture. */
function shapeIcon(content, id) {
  const shape = content.shapes.find((each) => each.id === id);
  const [xs, ys] = [shape.hexes.map((hex) => hex.x), shape.hexes.map((hex) => hex.y)];
  const [left, top] = [Math.min(...xs) - 0.6, Math.min(...ys) - 0.6];
  const box = `${left} ${top} ${Math.max(...xs) + 0.6 - left} ${Math.max(...ys) + 0.6 - top}`;
  return s("svg", { viewBox: box, class: "shape-icon", role: "img", "aria-label": shape.name },
    s("title", {}, shape.name), ...shape.hexes.map((hex) => s("polygon", { points: hexagon(hex, NARROW) })));
}

function missionText(scene, id) {
  const mission = scene.content.missions.find((each) => each.id === id);
  return mission && [h("b", {}, mission.name), h("small", {}, mission.text)];
}

/** Which modules lie at a position, and for whom. */
function modulesAt(scene, { position }) {
  return scene.view.modules.filter((module) => module.position === position || module.position + 1 === position).map((module) => {
    const isOwn = (module.position === position) !== module.flipped;
    return h("span", { class: `module side-${module.side}`, title: t("suns.module", { module: module.module, side: module.side }) },
      `${module.side}${isOwn ? "○" : "□"}`);
  });
}

function boardRow(scene) {
  return h("section", { class: "panel" }, h("h3", {}, t("suns.board")),
    h("ol", { class: "positions" }, ...scene.view.board.map((each) => h("li", {},
      shapeIcon(scene.content, each.shape), h("b", {}, scene.names.get(each.shape)),
      missionText(scene, each.mission), h("span", { class: "modules" }, ...modulesAt(scene, each))))),
    h("p", { class: "quiet" }, t("suns.modules_hint")));
}

/** The ways to put the next module, as pictures: which shape for you, which for the others. */
function assignments(scene) {
  const legal = ofType(scene, "assign");
  if (!legal.length) return null;
  const shapeAt = (position) => scene.view.board[position - 1].shape;
  return h("section", { class: "panel" }, h("h3", {}, t("suns.assign")),
    h("ul", { class: "assignments" }, ...legal.map((each) => {
      const { position, flipped, side } = each.move;
      const [own, others] = flipped ? [position + 1, position] : [position, position + 1];
      const face = h("span", { class: "pair" },
        h("span", {}, t("suns.own"), shapeIcon(scene.content, shapeAt(own))),
        h("span", {}, t("suns.others"), shapeIcon(scene.content, shapeAt(others))),
        h("small", {}, t("suns.side", { side })));
      return h("li", {}, button(face, () => scene.play(each.move), {
        "aria-label": each.label, "data-key": `p${JSON.stringify(each.move)}` }));
    })));
}

function slotState({ ready, used }, slot) {
  if (used.includes(slot)) return "used";
  return ready.includes(slot) ? "ready" : "vacant";
}

/** The seven slots of upgrades; one that can be filled is a button. */
function slots(scene, seat) {
  const fills = seat.seat === scene.seat ? ofType(scene, "fill_slot") : [];
  const all = Array.from({ length: scene.content.slots }, (_, index) => index + 1);
  return h("ol", { class: "slots", "aria-label": t("suns.upgrades") }, ...all.map((slot) => {
    const state = slotState(seat.upgrades, slot);
    const fill = fills.find((each) => each.move.slot === slot);
    return h("li", { class: state, title: t(`slot.${state}`) }, fill ? playButton(scene, fill, slot) : slot,
      h("span", { class: "unseen" }, t(`slot.${state}`)));
  }));
}

function missions(scene, seat) {
  const worlds = seat.worlds.map((each) => [scene.names.get(each.world), each.points]);
  return facts(...seat.missions.map((each) => [scene.names.get(each.mission), `${each.points} (${each.times}×)`]), ...worlds);
}

function toDraw(scene, seat) {
  if (!seat.to_draw) return null;
  if (seat.sealed?.length === 0) return h("p", { class: "to-draw" }, t("suns.drew_nothing"));
  const done = seat.has_drawn ? t("suns.has_drawn") : t("suns.to_draw");
  return h("p", { class: "to-draw" }, `${done}: `, shapeIcon(scene.content, seat.to_draw), " ", scene.names.get(seat.to_draw));
}

function player(scene, seat) {
  return h("article", { class: `journal pen-${seat.seat} ${seat.seat === scene.seat ? "own" : ""}` },
    h("h3", {}, h("b", { class: "pen" }, seat.seat), " ", scene.who(seat.seat)),
    toDraw(scene, seat), sheet(scene, seat), slots(scene, seat), missions(scene, seat));
}

function drawBar(scene) {
  const fits = fitsOf(scene);
  const fit = currentFit(scene);
  const next = () => scene.choose({ ...scene.pick, turn: (scene.pick.turn ?? 0) + 1 });
  const more = fits.length > 1 && scene.pick.sectors?.length
    ? button(t("suns.next_fit"), next, { "data-key": "bar-next" }) : null;
  const number = ((scene.pick.turn ?? 0) % fits.length) + 1;
  const text = fit ? t("suns.fit", { number, all: fits.length }) : t("suns.choose");
  return chosenBar(scene, fit ? `${fit.label} · ${text}` : text, fit, more, ...passes(scene));
}

/** With upgrades a smaller drawing may be possible where the whole shape has no place; it is never forced (D-3). */
function passes(scene) {
  return ofType(scene, "pass").map((each) => playButton(scene, each));
}

function bar(scene) {
  if (ofType(scene, "draw").length) return drawBar(scene);
  if (ofType(scene, "fill_slot").length) return h("div", { class: "chosen" }, t("suns.fill_first"));
  const plain = passes(scene);
  return plain.length ? h("div", { class: "chosen" }, ...plain) : null;
}

export function draw(scene) {
  if (!scene.view) return { board: null, bar: null };
  const own = (seat) => (seat.seat === scene.seat ? 0 : 1);
  const seats = [...scene.view.seats].sort((a, b) => own(a) - own(b));
  const [first, ...others] = seats.map((seat) => player(scene, seat));
  const board = h("div", { class: "suns-board" }, assignments(scene), first, boardRow(scene), ...others);
  return { board, bar: bar(scene) };
}
