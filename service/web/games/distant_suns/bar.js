/** What is chosen, in words: the sentence of the coach, the action bar, and what its button says. */

import { isNarrow } from "../../draw/parts.js";
import { chartOf, nameOf } from "./sheet/chart.js";
import {
  currentFit,
  fitsFor,
  isAssigning,
  isDrawing,
  isFilling,
  maxLeftOut,
  moveOf,
  ownEffects,
  ownPosition,
  ownSide,
  touch,
} from "./choose.js";
import { total } from "./prospects.js";

const sectorNames = (chart, sectors) => sectors.map((sector) => nameOf(chart, sector)).join(" ");

function missionEffect({ t, names }, { mission, from, to, gain }) {
  return {
    text: t("effect.mission", { what: names.get(mission), from, to, gain }),
    tone: "gain",
    about: `mission:${mission}`,
  };
}

/** Sectors of one kind are counted together. */
function sectorEffect(t, kind, parts) {
  if (!parts.length) return [];
  return [{ text: t(`effect.${kind}`, { count: parts.length, gain: total(parts) }), tone: "gain", about: kind }];
}

export function effectsInWords(scene, parts) {
  const of = (kind) => parts.filter((part) => part.kind === kind);
  return [
    ...of("mission").map((part) => missionEffect(scene, part)),
    ...["alien", "world", "treasure", "upgrade"].flatMap((kind) => sectorEffect(scene.t, kind, of(kind))),
  ];
}

const withMinus = (number) => String(number).replace("-", "−");

const scoreOf = (scene) => scene.score?.seats.find((each) => each.seat === scene.seat)?.total ?? 0;

function drawChoice(scene, draft, move) {
  const { t, names, content } = scene;
  const parts = ownEffects(scene, draft.sectors);
  const [now, gain] = [scoreOf(scene), total(parts)];
  const gains = effectsInWords(scene, parts);
  const shape = names.get(ownSide(scene).to_draw);
  return {
    draft,
    move,
    title: shape,
    detail: sectorNames(chartOf(content), draft.sectors),
    effects:
      isNarrow(scene) && gains.length
        ? gains
        : [
            ...gains,
            {
              text: t("effect.total", { now: withMinus(now), then: withMinus(now + gain) }),
              tone: "gain",
              about: "score",
            },
          ],
    coach: t(gain ? "coach.sealed_gain" : "coach.sealed_none", { shape, gain }),
    play: t("play.seal", { now: withMinus(now), then: withMinus(now + gain) }),
  };
}

/** Why one would: what the mission of the shape rewards. */
function drawCoach(scene) {
  const { t, names } = scene;
  const place = ownPosition(scene);
  const shape = names.get(place.shape);
  const way = isNarrow(scene) ? "coach.drag" : "coach.draw";
  const first = ownSide(scene).drawings.length ? way : `${way}_first`;
  return `${t(first, { shape })} ${t(place.mission ? `reward.${place.mission}` : "reward.hole", { shape })}`;
}

/** Whose module gave the shape. */
const whyShape = ({ t, view }) => ({ text: t("why_shape"), about: `module:${view.modules.length}` });

function fittingChoice(scene, draft) {
  const { t, names } = scene;
  const move = moveOf(scene, draft);
  if (draft?.sectors && move) return drawChoice(scene, draft, move);
  const shape = names.get(ownSide(scene).to_draw);
  if (move) {
    const upgrades = maxLeftOut(scene) ? t("pass_or_upgrade") : "";
    return {
      draft,
      move,
      title: t("pass_title", { shape }),
      effects: [{ text: t("pass_effect") }],
      coach: `${t("coach.pass", { shape })} ${upgrades}`,
      play: t("play.pass"),
    };
  }
  return {
    draft,
    move: null,
    title: t("draw_title", { shape }),
    effects: [{ text: t(isNarrow(scene) ? "drag_hint" : "draw_hint") }],
    coach: drawCoach(scene),
  };
}

function assignChoice(scene, draft) {
  const { t, names, view } = scene;
  const move = moveOf(scene, draft);
  const module = view.next_module;
  if (!move)
    return {
      draft,
      move: null,
      title: t("assign_title", { module }),
      effects: [{ text: t("assign_hint") }],
      coach: t("coach.assign", { module }),
    };
  const places = [view.board[draft.position - 1], view.board[draft.position]];
  const [own, others] = (draft.flipped ? places.reverse() : places).map((each) => names.get(each.shape));
  return {
    draft,
    move,
    title: t("assigned_title", { module, own, others }),
    effects: isNarrow(scene) ? [] : [{ text: t("assigned_effect") }],
    coach: t("coach.assigned", { own, others }),
    play: t("play.module", { module }),
  };
}

function slotChoice(scene, draft) {
  const { t } = scene;
  const move = moveOf(scene, draft);
  const title = move ? t("slot_title", { slot: draft.slot }) : t("slot_due");
  return { draft, move, title, effects: [{ text: t("slot_hint") }], coach: t("coach.slot"), play: t("play.slot") };
}

function describeChoice(scene, draft) {
  if (isFilling(scene)) return slotChoice(scene, draft);
  if (isAssigning(scene)) return assignChoice(scene, draft);
  if (isDrawing(scene)) return { ...fittingChoice(scene, draft), why: whyShape(scene) };
  return { draft: null, move: null, title: "", coach: "" };
}

/** @type {import("../contract.js").Drawing["choose"]} */
export function choiceOf(scene, touched) {
  const { draft = scene.draft, refused } = touch(scene, touched);
  return { ...describeChoice({ ...scene, draft }, draft), ...(refused ? { refused } : {}) };
}

/** Which fit of how many is chosen. */
export function fitNumber(scene) {
  const fit = currentFit(scene);
  const fits = fitsFor(scene, fit?.upgrades ?? scene.draft?.leave ?? 0);
  return { number: fit ? fits.indexOf(fit) + 1 : 0, all: fits.length };
}
