/** The own sheet with its frame, its tools, its small map, and what is tried on it. */

import { isNarrow } from "../../../draw/parts.js";
import { h, s } from "../../../dom.js";
import { chartOf } from "./chart.js";
import { draftDrawing, fitsFor, isDrawing, ownEffects, ownPosition } from "../choose.js";
import { ghost } from "./ghost.js";
import { rounded1 } from "./hexes.js";
import { headPart, isNew, shownSide } from "../parts.js";
import { frameOf, plate } from "./plate.js";
import { seatPicture } from "../seats.js";
import { extent, layers } from "./sheet.js";
import { hexWidth } from "../sizes.js";
import { targets } from "./targets.js";
import { toolsPart } from "./tools.js";
import { trayPart } from "./tray.js";

/** Where any fit of the size that is being tried can lie. */
function openSectors(scene) {
  if (!isDrawing(scene)) return new Set();
  return new Set(fitsFor(scene, scene.draft?.leave ?? 0).flatMap((fit) => fit.sectors));
}

const boxOf = (chart, width, isFramed) => {
  const { left, top, width: wide, height: high } = extent(chart, width);
  return isFramed ? frameOf(chart, width).box : [left, top, wide, high].map(rounded1).join(" ");
};

/** Natural sizes are given where the sheet may be larger than the window. */
function svgOf(scene, chart, width, attributes, ...children) {
  const box = boxOf(chart, width, !isNarrow(scene));
  const [, , wide, high] = box.split(" ");
  const natural = isNarrow(scene) ? { width: wide, height: high } : {};
  return s("svg", { viewBox: box, ...natural, ...attributes }, ...children);
}

function sheetPart(scene) {
  const chart = chartOf(scene.content);
  const side = shownSide(scene);
  const width = hexWidth(scene);
  const open = openSectors(scene);
  const label = scene.t("sheet", { name: scene.who(side.seat) });
  return {
    name: "sheet",
    column: "stage",
    label,
    from: [
      side.seat,
      side.drawings,
      side.worlds,
      [...open],
      scene.view.seats.map((each) => each.worlds),
      scene.before?.turns_played,
      width,
      scene.size,
      scene.language,
      scene.isMine,
    ],
    draw: () =>
      svgOf(
        scene,
        chart,
        width,
        { class: "suns-sheet", role: "group", "aria-label": label, "data-near": "", "data-drop": "" },
        !isNarrow(scene) && plate(chart, width, sheetTitle(scene, side)),
        ...layers(chart, scene.view, side, width, { open, changed: isNew(scene, side) }),
        targets(scene, width, open),
      ),
  };
}

/** Longer names leave the frame: then the seat has a number. */
const LONGEST_NAME = 24;

const NUMERALS = ["", "I", "II", "III", "IV"];

/** What the sheet is and whose: a name stays as its owner writes it, in capitals. */
function sheetTitle(scene, side) {
  const name = scene.seats.find((each) => each.seat === side.seat)?.name ?? "";
  return `SOLES LONGINQVI · TABVLA · ${name && name.length <= LONGEST_NAME ? name.toUpperCase() : NUMERALS[side.seat]}`;
}

/** What was sealed this turn is shown like a drawing that waits. */
const sealedDrawing = (scene, side) => (side.sealed?.length ? { sectors: side.sealed, isSealed: true } : null);

/** As soon as it is on the page. */
function scrollIntoView(node) {
  requestAnimationFrame(() =>
    document.querySelector(".suns-overlay .suns-ghost")?.scrollIntoView({ block: "nearest", inline: "nearest" }),
  );
  return node;
}

function ghostPart(scene) {
  const chart = chartOf(scene.content);
  const side = shownSide(scene);
  const width = hexWidth(scene);
  const tried = draftDrawing(scene) ?? sealedDrawing(scene, side);
  const place = ownPosition(scene);
  const parts = () => (tried ? ownEffects(scene, tried.sectors) : []);
  return {
    name: "ghost",
    column: "stage",
    from: [tried, width, scene.size, side.drawings.length, place?.shape],
    draw: () =>
      scrollIntoView(
        svgOf(
          scene,
          chart,
          width,
          { class: "suns-overlay", "aria-hidden": "true" },
          tried &&
            place &&
            ghost(
              chart,
              side,
              { ...place, sectors: tried.sectors, parts: parts(), counts: place.mission === "group" },
              width,
            ),
        ),
      ),
  };
}

/** On phones a small map of the sheet, which shows all of it when tapped. */
function mapPart(scene) {
  const side = shownSide(scene);
  return {
    name: "map",
    column: "stage",
    from: [side.seat, side.drawings, scene.look, draftDrawing(scene), scene.language],
    draw: () =>
      h(
        "button",
        {
          type: "button",
          class: "suns-map",
          "data-framing": "",
          "data-look": scene.look === "whole" ? "near" : "whole",
          "aria-label": scene.t(scene.look === "whole" ? "look_near" : "look_whole"),
          "aria-pressed": String(scene.look === "whole"),
        },
        seatPicture(scene, side.seat, "map"),
      ),
  };
}

export function sheetParts(scene) {
  const tools = isDrawing(scene) ? [toolsPart(scene)] : [];
  const narrow = isNarrow(scene) ? [mapPart(scene), ...tools.map(() => trayPart(scene))] : [];
  return [headPart(scene), sheetPart(scene), ghostPart(scene), ...tools, ...narrow];
}
