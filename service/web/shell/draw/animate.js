/** Animates what has come or turned since a part was drawn last, unless the visitor prefers reduced motion. */

/** Milliseconds. */
const SHORT = 350;
const reducedMotion = matchMedia("(prefers-reduced-motion: reduce)");

const withMark = (node, name) => [...node.querySelectorAll(`[data-${name}]`)];

/** Degrees by the shorter way round. */
const shortestTurn = (degrees) => ((((degrees + 180) % 360) + 360) % 360) - 180;

function turn(node, { x, y }, degrees, since) {
  const from = `translate(${x}px, ${y}px) rotate(${degrees}deg) translate(${-x}px, ${-y}px)`;
  node.animate([{ transform: from }, { transform: "none" }], { duration: SHORT, easing: "ease-in-out" }).currentTime =
    since;
}

/**
 * Animations of one part. `data-arrives="key"` fades in where that key was not there before; `data-turns="key angle x
 * y"` turns around its point from its former angle. If the part is drawn again meanwhile, the animation goes on.
 */
export class Animations {
  #there = null;
  #came = new Map();
  #angles = new Map();
  #turned = new Map();

  animate(node) {
    const now = performance.now();
    const arrivals = withMark(node, "arrives");
    for (const each of arrivals) this.#arrive(each, each.dataset.arrives, now);
    for (const each of withMark(node, "turns")) this.#turn(each, each.dataset.turns.split(" "), now);
    this.#there = new Set(arrivals.map((each) => each.dataset.arrives));
  }

  #arrive(node, key, now) {
    if (this.#there && !this.#there.has(key)) this.#came.set(key, now);
    const since = now - (this.#came.get(key) ?? -SHORT);
    if (since >= SHORT || reducedMotion.matches || node.classList.contains("arrives")) return;
    node.classList.add("arrives");
    node.addEventListener("animationend", () => node.classList.remove("arrives"), { once: true });
    node.style.setProperty("animation-delay", `${-since}ms`);
  }

  #turn(node, [key, angle, x, y], now) {
    const degrees = shortestTurn((this.#angles.get(key) ?? Number(angle)) - Number(angle));
    this.#angles.set(key, Number(angle));
    if (degrees) this.#turned.set(key, { degrees, at: now });
    const going = this.#turned.get(key);
    if (going && now - going.at < SHORT && !reducedMotion.matches) turn(node, { x, y }, going.degrees, now - going.at);
  }
}
