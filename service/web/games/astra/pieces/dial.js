/** The sphere dial: fire north, water east, air south, earth west; a gold hand, and where it goes next. */

import { s } from "../../../dom.js";
import { iconFigure } from "../../../draw/icons.js";
import { drawing, explainedFigure } from "../../../draw/parts.js";
import { ELEMENTS, elementFigure } from "./glyphs.js";

const RADIAN = Math.PI / 180;
const polar = (degrees, radius) => ({ x: Math.cos(degrees * RADIAN) * radius, y: Math.sin(degrees * RADIAN) * radius });
const pointText = ({ x, y }) => `${x.toFixed(1)} ${y.toFixed(1)}`;

function ticks(radius) {
  const one = (tick) =>
    `M${pointText(polar(tick * 5, radius))}L${pointText(polar(tick * 5, radius - (tick % 6 ? 4 : 8)))}`;
  return s("path", {
    d: Array.from({ length: 72 }, (_, tick) => one(tick)).join(""),
    stroke: "var(--rule)",
    "stroke-width": 0.8,
  });
}

/** Letters of 12.5 px, and what is around them. */
const LETTER = 8.2;
const MARGIN = 10;

/** A name may be wider than its sphere: it has a plate of its own. */
function namePlate(name, y) {
  const wide = name.length * LETTER + MARGIN;
  return [
    s("rect", {
      x: (-wide / 2).toFixed(1),
      y: (y - 12).toFixed(1),
      width: wide.toFixed(1),
      height: 17,
      rx: 8.5,
      class: "sphere-plate",
    }),
    s("text", { y: y.toFixed(1), "text-anchor": "middle", class: "sphere-name" }, name),
  ];
}

/** For two: where the Dreamer begins. */
const dreamNumber = (number, reach) =>
  s(
    "g",
    { transform: `translate(${reach.toFixed(1)} ${(-reach).toFixed(1)})` },
    s("circle", { r: 9, class: "sphere-plate" }),
    s("text", { y: 4.4, "text-anchor": "middle", class: "sphere-name" }, number),
  );

function sphere(scene, name, index, half, reach, isActive, isDuel) {
  const { x, y } = polar(index * 90 - 90, reach);
  const number = scene.content.spheres.find((each) => each.element === name).dream_number;
  const label = scene.names.get(name);
  return explainedFigure(
    `sphere:${name}`,
    isDuel ? `${label} ${number}` : label,
    { transform: `translate(${x.toFixed(1)} ${y.toFixed(1)})`, class: isActive ? "sphere active" : "sphere" },
    isActive && s("circle", { r: half * 0.36, fill: "url(#active-glow)" }),
    s("circle", {
      r: half * 0.25,
      fill: "var(--plate-2)",
      stroke: isActive ? "var(--gold)" : "var(--rule)",
      "stroke-width": isActive ? 2.2 : 1,
    }),
    s("g", { transform: `translate(0 ${-half * 0.06})` }, elementFigure(name, half * 0.1, isActive ? 2.4 : 1.9)),
    ...namePlate(label, half * 0.2),
    isDuel && dreamNumber(number, half * 0.19),
  );
}

/** The dashed arrow from where the hand is to the next sphere. */
function arrow(index, radius) {
  const [from, to] = [index * 90 - 66, index * 90 - 26];
  const tip = polar(to, radius);
  return [
    s("path", {
      d: `M${pointText(polar(from, radius))}A${radius} ${radius} 0 0 1 ${pointText(tip)}`,
      fill: "none",
      stroke: "var(--gold)",
      "stroke-width": 1.6,
      "stroke-dasharray": "4 3",
    }),
    s("path", {
      d: "M4 0L-5 -4.4V4.4Z",
      fill: "var(--gold)",
      transform: `translate(${pointText(tip)}) rotate(${to + 90})`,
    }),
  ];
}

function discardIcon(scene, reach) {
  const { x, y } = polar(-135, reach);
  return explainedFigure(
    "discard_icon",
    scene.t("term.discard_icon"),
    { transform: `translate(${x.toFixed(1)} ${y.toFixed(1)})`, class: "muted-icon" },
    s("circle", { r: 13, fill: "var(--plate-2)", stroke: "var(--rule)" }),
    iconFigure("discard", 0.72),
  );
}

export function dial(scene, size) {
  const half = size / 2;
  const [ring, reach] = [half - 6, half * 0.61];
  const index = ELEMENTS.indexOf(scene.view.sphere);
  const isDuel = scene.view.seats.length === 2;
  return drawing(
    size,
    size,
    scene.t("spheres"),
    { viewBox: `${-half} ${-half} ${size} ${size}`, class: "dial", width: size, height: size },
    s("circle", { r: ring, fill: "var(--plate)", stroke: "var(--rule)" }),
    s("circle", { r: ring - 4, fill: "none", stroke: "var(--rule)", "stroke-width": 0.7 }),
    ticks(ring - 4),
    s("circle", { r: reach * 0.48, fill: "none", stroke: "var(--rule)", "stroke-width": 0.8 }),
    s("circle", {
      r: reach * 1.28,
      fill: "none",
      stroke: "var(--rule)",
      "stroke-width": 0.6,
      "stroke-dasharray": "1 4",
    }),
    ...ELEMENTS.map((name, each) => sphere(scene, name, each, half, reach, each === index, isDuel)),
    s(
      "g",
      { "data-turns": `dial ${index * 90} 0 0` },
      s(
        "g",
        { transform: `rotate(${index * 90})` },
        s("path", { d: `M-4 6L0 ${-reach * 0.62}L4 6Z`, fill: "var(--gold)" }),
        s("circle", { r: 7, fill: "var(--gold)" }),
        s("circle", { r: 2.6, fill: "var(--plate)" }),
      ),
    ),
    ...arrow(index, reach * 1.28),
    discardIcon(scene, reach * 1.28),
  );
}
