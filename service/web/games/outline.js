/** Any view as nested lists. */

import { h } from "../dom.js";

function line(name, value) {
  const isNested = value !== null && typeof value === "object";
  return h("li", {}, h("b", {}, name.replaceAll("_", " "), ": "), isNested ? list(value) : String(value));
}

function list(value) {
  return h("ul", {}, ...Object.entries(value).map(([name, each]) => line(name, each)));
}

export const names = () => new Map();
export const words = () => ({});
export const phase = () => "";
export const draw = (scene) => ({ board: scene.view && list(scene.view), bar: null });
