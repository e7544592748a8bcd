/** The placings of this turn: those that were made, the one in hand, and a third that the boosted star opens. */

import { h } from "../../dom.js";
import { icon } from "../../draw/icons.js";
import { coinIcon } from "./stars.js";

const PLACINGS = 3;

/** What a placing is: made, in hand, closed until the boosted colour is placed, or free. */
function stateOf(at, { placed, star, isOpen }) {
  if (at < placed.length) return "made";
  if (at === placed.length && star) return "held";
  return at + 1 === PLACINGS && !isOpen ? "closed" : "free";
}

function placing(at, turn) {
  const state = stateOf(at, turn);
  const star = { made: turn.placed[at], held: turn.star, closed: turn.boosted, free: null }[state];
  return h(
    "i",
    { class: `neb-placing ${state}` },
    star && coinIcon(star, 30),
    state === "made" && h("span", { class: "neb-made" }, icon("check", 11)),
  );
}

/** For the bar. @returns {import("../contract.js").Choice["aside"]} */
export function turnPlacings({ t, view, draft }) {
  const { placed, boosted_placed: isOpen } = view.this_turn;
  const turn = { placed, isOpen, star: draft?.star ?? null, boosted: view.nebula.boosted };
  return () =>
    h(
      "span",
      { class: "neb-placings", role: "img", "aria-label": t("placed_so_far", { count: placed.length }) },
      h("span", { class: "muted small" }, t("this_turn")),
      ...Array.from({ length: PLACINGS }, (_, at) => placing(at, turn)),
    );
}
