/** Astra's glyphs: elements as outlined triangles, boons as icons. */

import { s } from "../../../dom.js";
import { smallPicture } from "../../../draw/marks.js";

export const ELEMENTS = ["fire", "water", "air", "earth"];
export const BOON_ICONS = {
  fame: "fame",
  stardust: "stardust",
  observation: "telescope",
  improvement: "pouch",
  wisdom: "wisdom",
  activation: "activation",
};

export const boonSign = ({ type, amount }) => `${type === "activation" ? "×" : "+"}${amount}`;

/** "Fame +3", "Reactivation ×2". */
export const boonName = (t, boon) => `${t(`boon.name.${boon.type}`)} ${boonSign(boon)}`;

/** The alchemists' triangle of an element, around 0,0. */
export function elementFigure(element, radius = 10, width = 1.9) {
  const up = ["fire", "air"].includes(element) ? 1 : -1;
  const bar = ["air", "earth"].includes(element) ? `M${-radius * 0.86} ${radius * 0.14 * up}H${radius * 0.86}` : "";
  return s("path", {
    d: `M0 ${-radius * 0.95 * up}L${radius} ${radius * 0.78 * up}H${-radius}Z${bar}`,
    fill: "none",
    stroke: `var(--${element})`,
    "stroke-width": width,
    "stroke-linejoin": "round",
    "stroke-linecap": "round",
  });
}

export const elementIcon = (name, size = 20, width = 2) => smallPicture(size, elementFigure(name, 9.2, width));
