/** What explains itself when it is tapped: stars, cells, clocks, tokens, goals, and how the game ends. */

import { s } from "../../dom.js";
import { shownSide } from "./galaxy/galaxy_board.js";
import { endGauges } from "./ending.js";
import { goalPicture } from "./values/goal_rows.js";
import { personalProgress, raceProgress } from "./values/goals.js";
import { phaseTexts } from "./phases.js";
import { boostedIcon, BLACK, coinIcon } from "./stars.js";
import { tokenIcon } from "./values/value_board.js";
import { BY_RANK, PERSONAL_GOAL, starWorth } from "./values/worth.js";

const NO_FACTS = { galaxy: {}, black: 0, rivals: 0 };

function starCard(scene, star) {
  const { t, names, view } = scene;
  const texts =
    star === BLACK
      ? [t("about.black")]
      : [t("about.star"), ...(view.value_board ? [t("about.star_worth", { worth: starWorth(view, star) })] : [])];
  return {
    title: names.get(star) ?? "?",
    texts: [...texts, ...(star === view.nebula.boosted ? [t("about.boosted")] : [])],
    drawing: coinIcon(star, 84),
  };
}

function tokenCard(scene, id) {
  const { t, names, view, content } = scene;
  const row = view.value_board?.find((each) => each.tokens.some(({ token }) => token === id));
  const goal = content.advanced_goals.find((each) => each.id === id);
  const track = row?.track ?? "constellations";
  const rank = row?.tokens.findIndex(({ token }) => token === id) ?? 0;
  const texts = [
    ...(goal ? [goal.text] : [t(`about.${track}`)]),
    ...(row
      ? [
          t("about.rank", { rank: rank + 1, worth: BY_RANK[track][rank], ladder: BY_RANK[track].join(" · ") }),
          t("about.token"),
        ]
      : []),
  ];
  return { title: names.get(id), texts, drawing: tokenIcon(content, track, id) };
}

function raceCard(scene, id) {
  const { t, content } = scene;
  const progress = raceProgress(content, id, shownSide(scene).galaxy);
  return {
    title: progress.goal.name,
    texts: [progress.goal.text, t("about.race", { upper: progress.goal.upper, lower: progress.goal.lower })],
    drawing: goalPicture(content, progress, shownSide(scene).galaxy),
  };
}

function personalCard(scene, id) {
  const { t, content } = scene;
  const progress = personalProgress(content, id, { ...NO_FACTS, galaxy: shownSide(scene).galaxy });
  return {
    title: progress.goal.name,
    texts: [progress.goal.text, t("about.personal", { points: PERSONAL_GOAL })],
    drawing: goalPicture(content, progress, shownSide(scene).galaxy),
  };
}

const CARDS = { star: starCard, token: tokenCard, race: raceCard, personal: personalCard };
const TERMS = [
  "black",
  "marker",
  "boosted",
  "bag",
  "chaos",
  "clock",
  "cell",
  "area",
  "values",
  "constellations",
  "race",
  "ends",
  "score",
];

/** @returns {import("../contract.js").Explanation | null} */
export function about(scene, term) {
  const { t, view } = scene;
  const [kind, id] = term.split(":");
  if (kind in CARDS && id) return CARDS[kind](scene, id);
  if (term === "phases") return { title: t("title.phases"), texts: phaseTexts(t) };
  if (!TERMS.includes(term)) return null;
  const drawing =
    {
      boosted: () => boostedIcon(view.nebula.boosted, 84),
      black: () => coinIcon(BLACK, 84),
      marker: () => coinIcon(BLACK, 84),
      ends: () => endGauges(scene),
    }[term]?.() ?? s("svg", { width: 0, height: 0, "aria-hidden": "true" });
  return { title: t(`title.${term}`), texts: [t(`about.${term}`)], drawing };
}
