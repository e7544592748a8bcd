/**
 * Where the things of a drawing lie. Asking the browser for a hundred boxes at each tap takes longer than finding the
 * nearest.
 */

/**
 * By drawing: the points of its things, from its own corner, for as long as it is not drawn anew and has the same size.
 * @type {WeakMap<Element, {size: string, points: any[]}>}
 */
const known = new WeakMap();

/** Things are drawn around a point: its own middle, where it says so, is better than that of its box. */
export function centerOf(node) {
  const box = (node.querySelector(".at") ?? node).getBoundingClientRect();
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** After a part was drawn anew. */
export function clearPositions(part) {
  for (const area of part.querySelectorAll("[data-near]")) known.delete(area);
}

/** All that can be touched in a drawing, as `[{ node, x, y }]` from its corner, and where on the screen that is now. */
export function touchPositions(area) {
  const { x, y, width, height } = area.getBoundingClientRect();
  const size = `${width} ${height}`;
  if (known.get(area)?.size !== size) {
    const points = [...area.querySelectorAll("[data-touch]")].map((node) => {
      const at = centerOf(node);
      return { node, x: at.x - x, y: at.y - y };
    });
    known.set(area, { size, points });
  }
  return { corner: { x, y }, points: known.get(area)?.points ?? [] };
}
