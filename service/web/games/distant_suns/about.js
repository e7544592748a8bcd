/** What explains itself when it is tapped: sectors, missions, shapes, modules, parts of the score. */

import { chartOf } from "./sheet/chart.js";
import { icon, INKS, MISSION_SIGNS } from "./glyphs.js";
import { moduleEnd } from "./control/modules.js";
import { silhouette } from "./control/tiles.js";
import { worth } from "./prospects.js";

const PLAIN = ["var(--p1)", "var(--p2)", "var(--p3)"];
const picture = (sign) => icon(sign, 64, INKS[sign]);

const ladder = (content) => [1, 2, 3, 4, 5].map((times) => worth(content, times)).join(" · ");

function missionCard(scene, id) {
  const { content, t, names } = scene;
  const mission = chartOf(content).missions.get(id);
  const place = scene.view.board.find((each) => each.mission === id);
  const paired = place ? [t("about.paired", { shape: names.get(place.shape) })] : [];
  return {
    title: mission.name,
    texts: [
      mission.text,
      ...paired,
      t("about.ladder", { ladder: ladder(content), beyond: content.mission_points_beyond }),
    ],
    drawing: picture(MISSION_SIGNS[id]),
  };
}

function shapeCard(scene, id) {
  const { content, t, names } = scene;
  const place = scene.view.board.find((each) => each.shape === id);
  const { size } = chartOf(content).shapes.get(id);
  return {
    title: names.get(id),
    texts: [t("about.shape", { count: size }), t("about.hue")],
    drawing: silhouette(content, id, place?.position ?? 1, 150, 110, 40),
  };
}

function moduleCard(scene, number) {
  const { t, names } = scene;
  const module = scene.view.modules.find((each) => each.module === Number(number));
  const sentences = module
    ? [t("module_says", { module: module.module, own: names.get(module.own), others: names.get(module.others) })]
    : [];
  return {
    title: t("module", { module: number }),
    texts: [...sentences, t("about.module")],
    drawing: moduleEnd("others", PLAIN, 64),
  };
}

const SECTORS = ["alien", "upgrade", "treasure", "world", "start"];
const SCORES = { mission: "group", world: "world", treasure: "treasure", alien: "alien" };

function sectorCard(scene, kind) {
  const { content, t } = scene;
  return {
    title: content.texts.sector[kind],
    texts: [t(`about.${kind}`, { penalty: content.alien_penalty, bonus: content.treasure_bonus })],
    drawing: picture(kind),
  };
}

const CARDS = { mission: missionCard, shape: shapeCard, module: moduleCard };

/** @returns {import("../contract.js").Explanation | null} */
export function about(scene, term) {
  const { t, content } = scene;
  const [kind, id] = term.split(":");
  if (kind in CARDS && id) return CARDS[kind](scene, id);
  if (kind === "score" && id)
    return {
      title: t(`score.${id}`),
      texts: [t(`about.score.${id}`, { penalty: content.alien_penalty, bonus: content.treasure_bonus })],
      drawing: picture(SCORES[id]),
    };
  if (SECTORS.includes(term)) return sectorCard(scene, term);
  if (["sector", "rounds", "score"].includes(term)) return { title: t(`title.${term}`), texts: [t(`about.${term}`)] };
  return null;
}
