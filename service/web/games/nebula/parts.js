/** The parts of the table: the board one acts on is large, the other beside it; own stars, values, goals, opponents. */

import { h } from "../../dom.js";
import { explained, heading, rich } from "../../draw/parts.js";
import {
  bag,
  blackTrack,
  galaxyBackdrop,
  galaxyHead,
  galaxyLarge,
  galaxyTitle,
  galaxySmall,
  marker,
  nebulaLarge,
  nebulaSmall,
  nebulaStrip,
  shownSide,
  foreseen,
} from "./boards.js";
import { frontStars } from "./bar.js";
import { can, canTakeUp, isTaking, spent, STEPS, stepsOf } from "./choosing.js";
import { offeredGoals, raceRows, secretRow } from "./goal_rows.js";
import { changedCells, seatPicture } from "./seats.js";
import { isNarrow } from "./sizes.js";
import { coinIcon, starIcon } from "./stars.js";
import { valueBoard } from "./value_board.js";

/** What every drawing of a galaxy depends on. */
const galaxyFrom = (scene) => [
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
    { class: "neb-budget", role: "img", "aria-label": scene.t("budget_says", { spent: spent(steps), all: STEPS }) },
    h("span", { class: "caps" }, scene.t("budget")),
    ...Array.from({ length: STEPS }, (_, at) => h("i", { class: owners[at] ? "spent" : "" }, owners[at] ?? "")),
  );
}

function chaosCard(scene) {
  if (!can(scene, "turn_to_chaos")) return null;
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
        h("div", { class: "neb-head" }, h("h2", {}, t("nebula")), can(scene, "take_time") && budget(scene)),
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
      from: galaxyFrom(scene),
      draw: () => [galaxyHead(scene), ...galaxyLarge(scene)],
    },
  ];
}

/** @returns {import("../contract.js").Part} */
function otherBoard(scene) {
  const { t, view } = scene;
  const from = [view.nebula, scene.before?.nebula, scene.size, scene.language];
  if (isTaking(scene)) {
    return {
      name: "small-galaxy",
      column: isNarrow(scene) ? "right" : "left",
      label: t("your_galaxy"),
      from: [...galaxyFrom(scene), stepsOf(scene)],
      draw: () => [h("div", { class: "neb-head" }, galaxyTitle(scene)), galaxySmall(scene), blackTrack(scene)],
    };
  }
  if (isNarrow(scene))
    return {
      name: "strip",
      column: "right",
      label: t("nebula"),
      from,
      draw: () => [nebulaStrip(scene), marker(scene)],
    };
  return {
    name: "small-nebula",
    column: "left",
    label: t("nebula"),
    from,
    draw: () => [
      h(
        "div",
        { class: "neb-head" },
        h("h2", {}, t("nebula")),
        explained(
          "boosted",
          { class: "muted small" },
          t("boosted_says", { star: scene.names.get(view.nebula.boosted) }),
        ),
      ),
      nebulaSmall(scene),
      marker(scene),
    ],
  };
}

/** What somebody did, and what it won them, below their galaxy. */
function recapOf(scene, seat) {
  const did = scene.size === "wide" && scene.recap.find((each) => each.seat === seat);
  return (
    did &&
    h(
      "p",
      { class: "neb-recap" },
      did.gain && h("b", { class: did.gain.startsWith("+") ? "won" : "lost" }, did.gain, " "),
      ...rich(did.text),
    )
  );
}

/** The others, or what they did; a ring says what the rings on their galaxies mean. */
function othersHead(scene) {
  const isTold = scene.recap.length > 0;
  const isChanged = scene.view.seats.some((side) =>
    Object.keys(side.galaxy).some((id) => changedCells(scene, side)?.(id)),
  );
  return h(
    "div",
    { class: "neb-head" },
    h("h2", {}, scene.t(!isTold ? "others" : scene.seat === null ? "recap.last" : "recap")),
    isChanged && h("span", { class: "muted neb-changed-key" }, scene.t("changed")),
  );
}

/** @returns {import("../contract.js").Part} */
const othersPart = (scene) => ({
  name: "others",
  column: "left",
  tab: [],
  label: scene.t("others"),
  from: [
    scene.view.seats.filter((side) => side.seat !== shownSide(scene).seat),
    scene.before?.seats,
    scene.score,
    scene.recap,
    scene.size,
    scene.language,
  ],
  draw: () =>
    [
      scene.size === "wide" && othersHead(scene),
      h(
        "div",
        { class: "neb-others" },
        ...scene.view.seats
          .filter((side) => side.seat !== shownSide(scene).seat)
          .map((side) =>
            h("div", { class: "neb-other" }, seatPicture(scene, side.seat, "small"), recapOf(scene, side.seat)),
          ),
      ),
    ].filter(Boolean),
});

/** Who only watches is told whose it is. */
const whose = (scene) => (scene.seat ? null : scene.who(scene.shown));

/** On phones the board is the value board while a token is due. */
const isValueStage = (scene) => isNarrow(scene) && can(scene, "advance_token");

/** @returns {import("../contract.js").Part} */
const valuesPart = (scene) => ({
  name: "values",
  column: isValueStage(scene) ? "stage" : "right",
  tab: isValueStage(scene) ? ["board", "mine"] : ["mine"],
  label: scene.t("values"),
  from: [
    scene.shown,
    scene.view.value_board,
    scene.before?.value_board,
    shownSide(scene).galaxy,
    shownSide(scene).race_goals,
    scene.draft?.token,
    can(scene, "advance_token"),
    scene.language,
  ],
  draw: () => [
    heading(scene.t("values"), whose(scene) ?? (scene.view.value_board ? scene.t("values_hint") : "")),
    valueBoard(scene, shownSide(scene)),
  ],
});

/** @returns {import("../contract.js").Part} */
const goalsPart = (scene) => ({
  name: "goals",
  column: "right",
  tab: ["mine"],
  label: scene.t("race_goals"),
  from: [
    scene.view.race_goals,
    scene.before?.race_goals,
    shownSide(scene),
    foreseen(scene),
    scene.view.seats.map((side) => side.black_stars),
    scene.language,
  ],
  draw: () => [
    heading(scene.t("race_goals"), whose(scene) ?? scene.t("race_hint")),
    ...raceRows(scene, shownSide(scene), foreseen(scene)),
    secretRow(scene, shownSide(scene), foreseen(scene)),
  ],
});

const counted = (area) =>
  [...new Set(area)].map((star) => ({ star, count: area.filter((each) => each === star).length }));

/** One kind of star that one holds. */
function trayStar(scene, { star, count }) {
  const { t, names, view } = scene;
  const isUsable = can(scene, "turn_to_chaos") || canTakeUp(scene, star);
  const isChosen = scene.draft?.star === star || scene.draft?.chaos === star;
  const third = star === view.nebula.boosted && can(scene, "place_star", "replace_star", "place_black_star");
  const label = [names.get(star), count > 1 && `×${count}`, third && t("opens_third")].filter(Boolean).join(", ");
  return h(
    "button",
    {
      type: "button",
      class: `neb-tray-star ${isUsable ? "usable" : "idle"}`,
      "data-touch": `mine:${star}`,
      "data-about": `star:${star}`,
      "aria-pressed": String(isChosen),
      "aria-disabled": isUsable ? null : "true",
      "aria-label": label,
    },
    count > 1 && h("span", { class: "neb-count" }, `×${count}`),
    third && h("span", { class: "neb-count third" }, t("third")),
    coinIcon(star, 38),
    h("small", {}, names.get(star)),
  );
}

/** Stars that the clocks would bring. */
function coming(scene) {
  if (!can(scene, "take_time") || scene.draft?.chaos || spent(stepsOf(scene)) !== STEPS) return [];
  return frontStars(scene, stepsOf(scene))
    .filter(Boolean)
    .map((star) =>
      h(
        "span",
        { class: "neb-coming", role: "img", "aria-label": `+1 ${scene.names.get(star)}` },
        coinIcon(star, 34),
        h("small", { class: "gold" }, "+1"),
      ),
    );
}

/** @returns {import("../contract.js").Part} */
function trayPart(scene) {
  const { t } = scene;
  const side = shownSide(scene);
  return {
    name: "tray",
    column: isNarrow(scene) ? "right" : "left",
    label: t("area"),
    from: [
      side.seat,
      side.area,
      scene.draft?.star,
      scene.draft?.chaos,
      scene.draft?.steps,
      scene.view.nebula.boosted,
      scene.view.nebula.clusters,
      scene.moves.length,
      scene.language,
    ],
    draw: () => [
      explained("area", { class: "caps neb-tray-title" }, whose(scene) ?? t("your_stars")),
      ...counted(side.area).map((each) => trayStar(scene, each)),
      ...coming(scene),
      !side.area.length && !coming(scene).length && h("span", { class: "muted" }, t("no_stars")),
    ],
  };
}

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
        h("div", { class: "neb-offers", "data-arrows": "" }, ...offeredGoals(scene, shownSide(scene))),
      ],
    },
  ];
}

/** The board that one acts on now. */
function stage(scene) {
  if (isValueStage(scene)) return [];
  if (can(scene, "keep_goal")) return goalStage(scene);
  if (can(scene, "keep_stars")) return drawnStage(scene);
  return isTaking(scene) ? takeStage(scene) : galaxyStage(scene);
}

/** Values stand above goals, but on phones, where the goals come first. */
const goalsFirst = (scene) =>
  isNarrow(scene) ? [goalsPart(scene), valuesPart(scene)] : [valuesPart(scene), goalsPart(scene)];

/** @type {import("../contract.js").Drawing["board"]} */
export function parts(scene) {
  return [otherBoard(scene), othersPart(scene), ...stage(scene), goalsFirst(scene), trayPart(scene)].flat();
}
