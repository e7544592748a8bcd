/**
 * Caches where the things of a drawing lie: asking the browser for a hundred boxes at each tap takes longer than
 * finding the nearest.
 */

/**
 * By drawing: the points of its things, relative to its corner, until it is redrawn or resized.
 * @type {WeakMap<Element, {size: string, points: any[]}>}
 */
const known = new WeakMap();

/** The centre of a thing: its `.at` where it has one, since the middle of its box may be elsewhere. */
export function centerOf(node) {
  const box = (node.querySelector(".at") ?? node).getBoundingClientRect();
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** Call after a part was redrawn. */
export function clearPositions(part) {
  for (const area of part.querySelectorAll("[data-near]")) known.delete(area);
}

/**
 * Everything touchable in a drawing as `[{ node, x, y }]` relative to its corner, and where that corner is on the
 * screen.
 */
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
