/** The board that one acts on now: nebula, galaxy, stars that were drawn, goals to choose from. */

import { h } from "../../dom.js";
import { explained, isNarrow } from "../../draw/parts.js";
import { galaxyBackdrop, galaxyHead, galaxyLarge, shownSide } from "./galaxy/galaxy_board.js";
import { bag, marker, nebulaLarge } from "./clocks/nebula_board.js";
import { canMove, isTaking, stepsSpent, STEPS, stepsOf } from "./choose.js";
import { goalChoices } from "./values/goal_rows.js";
import { coinIcon, starIcon } from "./stars.js";

/** What every drawing of a galaxy depends on. */
export const galaxyInputs = (scene) => [
  scene.shown,
  shownSide(scene).galaxy,
  scene.draft?.star,
  scene.draft?.cell,
  scene.view.this_turn.cells,
  scene.moves.length,
  scene.before?.seats.find((each) => each.seat === shownSide(scene).seat)?.galaxy,
  scene.size,
  scene.language,
  scene.view.value_board,
  shownSide(scene).black_stars,
  scene.score,
];

/** The five steps, each with the number of the clock it goes to. */
function budget(scene) {
  const steps = stepsOf(scene);
  const owners = steps.flatMap((each, number) => Array.from({ length: Math.abs(each) }, () => number + 1));
  return h(
    "span",
    {
      class: "neb-budget",
      role: "img",
      "aria-label": scene.t("budget_says", { spent: stepsSpent(steps), all: STEPS }),
    },
    h("span", { class: "caps" }, scene.t("budget")),
    ...Array.from({ length: STEPS }, (_, at) => h("i", { class: owners[at] ? "spent" : "" }, owners[at] ?? "")),
  );
}

function chaosCard(scene) {
  if (!canMove(scene, "turn_to_chaos")) return null;
  const { t } = scene;
  return explained(
    "chaos",
    { class: "neb-chaos" },
    h(
      "span",
      { class: "row" },
      ...["red", "blue", "yellow"].map((star) => starIcon(star, 16)),
      h("b", { class: "serif gold" }, t("chaos")),
    ),
    h("small", {}, t("chaos_hint")),
  );
}

/** @returns {import("../contract.js").Part[]} */
function takeStage(scene) {
  const { t, view } = scene;
  return [
    {
      name: "nebula",
      column: "stage",
      label: t("nebula"),
      from: [
        view.nebula,
        stepsOf(scene),
        scene.draft?.chaos,
        scene.moves.length,
        scene.before?.nebula,
        scene.size,
        scene.language,
      ],
      draw: () => [
        h("div", { class: "neb-head" }, h("h2", {}, t("nebula")), canMove(scene, "take_time") && budget(scene)),
        h("div", { class: "neb-canvas" }, nebulaLarge(scene), chaosCard(scene), bag(scene)),
        marker(scene),
      ],
    },
  ];
}

/** The sky behind is a part of its own, which no touch draws anew. @returns {import("../contract.js").Part[]} */
function galaxyStage(scene) {
  const { t } = scene;
  const side = shownSide(scene);
  return [
    { name: "backdrop", column: "stage", from: [scene.size], draw: () => galaxyBackdrop(scene) },
    {
      name: "galaxy",
      column: "stage",
      label: t("galaxy", { name: scene.who(side.seat) }),
      from: galaxyInputs(scene),
      draw: () => [galaxyHead(scene), ...galaxyLarge(scene)],
    },
  ];
}

/** On phones the board is the value board while a token is due. */
export const isValueStage = (scene) => isNarrow(scene) && canMove(scene, "advance_token");

/** What Chaos drew, to keep two of. @returns {import("../contract.js").Part[]} */
function drawnStage(scene) {
  const { t, view, names } = scene;
  return [
    {
      name: "drawn",
      column: "stage",
      label: t("drawn"),
      from: [view.this_turn.drawn, scene.draft, scene.language],
      draw: () => [
        h("div", { class: "neb-head" }, h("h2", {}, t("drawn"))),
        h(
          "div",
          { class: "neb-drawn", "data-arrows": "" },
          ...view.this_turn.drawn.map((star, index) =>
            h(
              "button",
              {
                type: "button",
                class: "neb-drawn-star",
                "data-touch": `drawn:${index}`,
                "data-about": `star:${star}`,
                "aria-pressed": String(Boolean(scene.draft?.keep?.includes(index))),
              },
              coinIcon(star, 84),
              h("span", {}, names.get(star)),
            ),
          ),
        ),
      ],
    },
  ];
}

/** @returns {import("../contract.js").Part[]} */
function goalStage(scene) {
  const { t } = scene;
  return [
    {
      name: "offers",
      column: "stage",
      label: t("personal_goal"),
      from: [shownSide(scene).goals_offered, scene.draft, scene.language],
      draw: () => [
        h("div", { class: "neb-head" }, h("h2", {}, t("personal_goal"))),
        h("div", { class: "neb-offers", "data-arrows": "" }, ...goalChoices(scene, shownSide(scene))),
      ],
    },
  ];
}

/** The board that one acts on now. */
export function stage(scene) {
  if (isValueStage(scene)) return [];
  if (canMove(scene, "keep_goal")) return goalStage(scene);
  if (canMove(scene, "keep_stars")) return drawnStage(scene);
  return isTaking(scene) ? takeStage(scene) : galaxyStage(scene);
}
