/** The others' galaxies, and what they did since. */

import { h } from "../../dom.js";
import { richText } from "../../draw/parts.js";
import { shownSide } from "./galaxy/galaxy_board.js";
import { changedCells, seatPicture } from "./seats.js";

/** What somebody did, and what it won them, below their galaxy. */
function recapOf(scene, seat) {
  const did = scene.size === "wide" && scene.recap.find((each) => each.seat === seat);
  return (
    did &&
    h(
      "p",
      { class: "neb-recap" },
      did.gain && h("b", { class: did.gain.startsWith("+") ? "won" : "lost" }, did.gain, " "),
      ...richText(did.text),
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
export const othersPart = (scene) => ({
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
