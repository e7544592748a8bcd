/** A sheet of Distant Suns: hexes, what is drawn on them, and where the next shape fits. */

import { h, pressable, s } from "../dom.js";
import { t } from "../i18n.js";
import { ofType } from "./parts.js";

/** Each ends with the sign that asks for a letter instead of a coloured picture. */
const SIGNS = { start: "▶\uFE0E", world: "◉\uFE0E", alien: "☣\uFE0E", upgrade: "⬆\uFE0E", treasure: "♦\uFE0E" };
const TURN = Math.PI / 3;

/** Corners of a hex with a point on top; neighbours are 1 apart. */
export function hexagon({ x, y }, scale = 1) {
  const radius = scale / Math.sqrt(3);
  const corners = Array.from({ length: 6 }, (_, corner) => {
    const angle = TURN * corner + TURN / 2;
    return `${(x + radius * Math.cos(angle)).toFixed(3)},${(y + radius * Math.sin(angle)).toFixed(3)}`;
  });
  return corners.join(" ");
}

const covers = (sectors) => ({ move }) => sectors.every((sector) => move.sectors.includes(sector));

/** Legal drawings over all sectors that were chosen, those without upgrades first. */
export function fitsOf(scene, sectors = scene.pick.sectors ?? []) {
  const found = ofType(scene, "draw").filter(covers(sectors));
  return found.sort((a, b) => (a.move.upgrades ?? 0) - (b.move.upgrades ?? 0));
}

/** The drawing that is shown and would be played. */
export function currentFit(scene) {
  if (!scene.pick.sectors?.length) return null;
  const found = fitsOf(scene);
  return found[(scene.pick.turn ?? 0) % found.length] ?? null;
}

/** Pressing a sector asks for a drawing over it too, or no longer; when none covers all, it begins anew there. */
function pressed(scene, sector) {
  const chosen = scene.pick.sectors ?? [];
  if (chosen.includes(sector)) return { sectors: chosen.filter((each) => each !== sector) };
  const all = [...chosen, sector];
  return { sectors: fitsOf(scene, all).length ? all : [sector] };
}

function describe(scene, sector, drawing) {
  const kind = sector.kind ? `, ${scene.content.sector_kinds[sector.kind]}` : "";
  return `${sector.name}${kind}${drawing ? `, ${scene.names.get(drawing.shape)}` : ""}`;
}

function classesOf(sector, drawing, fit, chosen) {
  return [
    "hex", sector.kind ?? "", drawing ? `drawn place-${drawing.position}` : "",
    fit?.move.sectors.includes(sector.sector) ? "fit" : "", chosen.includes(sector.sector) ? "chosen" : "",
  ].join(" ");
}

/** Drawings by sector, the own sealed one included. */
function drawnOn(seat) {
  const sealed = seat.sealed ? [{ shape: seat.to_draw, position: "sealed", sectors: seat.sealed }] : [];
  return new Map([...seat.drawings, ...sealed].flatMap((drawing) => drawing.sectors.map((sector) => [sector, drawing])));
}

/** A pointer that rests on a sector shows the first drawing that would cover it too. */
function hovering(scene, node) {
  const chosen = scene.pick.sectors ?? [];
  return (sector) => {
    const isNew = sector !== null && !chosen.includes(sector);
    const fit = isNew ? fitsOf(scene, pressed(scene, sector).sectors)[0] : null;
    for (const hex of node.querySelectorAll("[data-sector]")) {
      hex.classList.toggle("ghost", Boolean(fit?.move.sectors.includes(Number(hex.dataset.sector))));
    }
  };
}

function drawSector(scene, seat, sector, drawing, can, fit) {
  const chosen = seat.seat === scene.seat ? scene.pick.sectors ?? [] : [];
  const press = can.has(sector.sector) ? () => scene.choose(pressed(scene, sector.sector)) : null;
  const attributes = { "data-sector": sector.sector, class: "sector" };
  return pressable(describe(scene, sector, drawing), `hex-${seat.seat}-${sector.sector}`, press, attributes,
    s("polygon", { points: hexagon(sector, 0.97), class: classesOf(sector, drawing, fit, chosen) }),
    sector.kind && s("text", { x: sector.x, y: sector.y, class: "sign", "aria-hidden": "true" }, SIGNS[sector.kind]));
}

export function sheet(scene, seat) {
  const isOwn = seat.seat === scene.seat;
  const drawn = drawnOn(seat);
  const can = new Set(isOwn ? ofType(scene, "draw").flatMap((each) => each.move.sectors) : []);
  const fit = isOwn ? currentFit(scene) : null;
  const { columns, sectors } = scene.content;
  const height = sectors.at(-1).y + 1.3;
  const label = t("suns.sheet", { name: scene.who(seat.seat) });
  const node = s("svg", { viewBox: `-0.6 -0.65 ${columns + 0.7} ${height}`, role: "group", "aria-label": label },
    ...sectors.map((sector) => drawSector(scene, seat, sector, drawn.get(sector.sector), can, fit)));
  if (can.size) {
    const hover = hovering(scene, node);
    node.addEventListener("pointerover", (event) => {
      const under = event.target.closest("[data-sector]");
      hover(under ? Number(under.dataset.sector) : null);
    });
    node.addEventListener("pointerleave", () => hover(null));
  }
  return h("div", { class: "sheet" }, node);
}
