/** What is chosen, in words: the sentence of the coach, the action bar, and what its button says. */

import { joinWithAnd } from "../../i18n.js";
import { moveOf, touch } from "./choose.js";
import { boonName } from "./pieces/glyphs.js";
import { canMove, cardOf, nextStars, ownChange, ownSeat, pointGain, slotOf } from "./queries.js";
import { shortName, starName } from "./sky/map.js";

/** What the numbers of the own seat would become. @returns {import("../contract.js").Effect[]} */
function ownChanges(scene) {
  const me = ownSeat(scene);
  /** @returns {import("../contract.js").Effect[]} */
  const one = (field, icon, about) => {
    const by = ownChange(scene, field);
    return by
      ? [
          {
            icon,
            about,
            tone: by < 0 ? "cost" : "gain",
            text: `**${by > 0 ? "+" : "−"}${Math.abs(by)}** _→ ${me[field] + by}_`,
          },
        ]
      : [];
  };
  return [
    ...one("stardust", "stardust", "stardust"),
    ...one("telescopes", "telescope", "telescope"),
    ...one("wisdom", "wisdom", "wisdom"),
    ...one("card_limit", "cards", "card_limit"),
    ...one("pouch", "pouch", "pouch"),
    ...one("fame", "fame", "fame"),
  ];
}

/** How many stars of the card stay open. */
function starsLeft(scene, card, path) {
  const marked = slotOf(scene.view, card.id)?.marks.reduce((sum, each) => sum + each.stars.length, 0) ?? 0;
  return card.stars.length - marked - path.length;
}

/** @returns {import("../contract.js").Effect[]} */
function effects(scene) {
  const { draft, t } = scene;
  const list = ownChanges(scene);
  if (draft?.kind === "path") {
    const card = cardOf(scene, draft.card);
    const open = starsLeft(scene, card, draft.path);
    list.push({
      about: "completion",
      text: open ? `_${t("left_open", { count: open, all: card.stars.length })}_` : `**${t("completes")}**`,
      tone: open ? undefined : "gain",
    });
  }
  if (draft?.kind === "rest" && scene.preview) {
    const woken = ownSeat(scene).exhausted.filter(
      (id) => !scene.preview.view.seats.find((each) => each.seat === scene.seat).exhausted.includes(id),
    );
    if (woken.length)
      list.push({
        icon: "activation",
        text: t("wakes", { cards: joinWithAnd(woken.map((id) => scene.names.get(id))) }),
      });
  }
  return list;
}

const VERBS = { dream: "move.dream", marking: "move.mark_star" };

/** On a phone the card alone: there is no room for what is done, and only one thing can be. */
function pathTitle(scene, { card }) {
  const { name } = cardOf(scene, card);
  if (scene.size === "phone") return name;
  return scene.t("bar.path", { verb: scene.t(VERBS[scene.view.phase] ?? "move.observe"), card: name });
}

const TITLES = {
  path: pathTitle,
  use: (scene, { card }) => scene.t("bar.use", { card: cardOf(scene, card).name }),
  boon: (scene, { boon }) => boonName(scene.t, cardOf(scene, scene.view.boons.card).boons[boon]),
  discard: (scene, { card }) => scene.t("bar.discard", { card: cardOf(scene, card).name }),
  rest: (scene) => scene.t("move.rest"),
  end_turn: (scene) => scene.t("move.end_turn"),
};

const DETAILS = {
  path: (scene, { card, path }) => path.map((star) => shortName(cardOf(scene, card).stars[star])).join(" – "),
  use: (scene, { card }) => cardOf(scene, card).ability.text,
};

/** What can be done now, while nothing is chosen. */
function idleCoach(scene) {
  const { t, view } = scene;
  const me = ownSeat(scene);
  if (view.phase === "boons") return t("boon.pick");
  if (view.phase === "discard") return t("coach.discard", { limit: me?.card_limit });
  if (view.phase === "marking") return t("coach.marking", { count: view.turn.marking?.left ?? 1 });
  if (view.phase === "dream") return t("coach.dream", { count: view.dream?.number ?? 1 });
  if (canMove(scene, "observe"))
    return t(
      canMove(scene, "use_ability") ? "coach.begin_or_use" : canMove(scene, "rest") ? "coach.begin" : "coach.again",
    );
  if (canMove(scene, "rest")) return t(me?.stardust ? "coach.rest" : "coach.no_stardust");
  return t("coach.end");
}

function pathCoach(scene, draft) {
  const { t } = scene;
  const card = cardOf(scene, draft.card);
  if (!starsLeft(scene, card, draft.path)) return t("coach.completes", { card: card.name });
  const next = [...nextStars(scene, draft.card, draft.path)];
  const limit = ownChange(scene, "card_limit");
  const reason =
    limit > 0
      ? ` ${t("coach.limit", { limit: ownSeat(scene).card_limit + limit })}`
      : ownChange(scene, "wisdom") > 0
        ? ` ${t("coach.wisdom")}`
        : "";
  if (!next.length) return t("coach.last") + reason;
  return t("coach.on", { star: starName(card, next[0]) }) + reason;
}

function coach(scene) {
  const { draft, t } = scene;
  if (!draft) return idleCoach(scene);
  if (draft.kind === "path") return pathCoach(scene, draft);
  return t(`coach.chosen.${draft.kind}`);
}

const IDLE = { boons: "bar.boons", discard: "bar.discards", marking: "bar.marking", dream: "bar.dream" };

function idleTitle(scene) {
  const key =
    IDLE[scene.view.phase] ??
    (canMove(scene, "observe")
      ? canMove(scene, "rest")
        ? "bar.idle"
        : "bar.more"
      : canMove(scene, "rest")
        ? "bar.only_rest"
        : "bar.end");
  return scene.t(key);
}

function idleEffects(scene) {
  const me = ownSeat(scene);
  if (!me || !["ability", "action"].includes(scene.view.phase)) return [];
  return [{ icon: "stardust", about: "stardust", text: scene.t("bar.have", { stardust: me.stardust }) }];
}

function buttons(scene) {
  const { draft, t } = scene;
  const list = [];
  if (draft?.kind === "use" && draft.telescopes !== null) {
    list.push({ label: "−", touch: "telescopes:-1" }, { label: "+", touch: "telescopes:1" });
  }
  if (canMove(scene, "end_turn"))
    list.push({ label: t("end"), touch: "end", icon: "check", pressed: draft?.kind === "end_turn" });
  if (canMove(scene, "rest"))
    list.push({ label: t("rest"), touch: "rest", icon: "moon", pressed: draft?.kind === "rest" });
  return list;
}

function playText(scene) {
  const points = pointGain(scene);
  const text = scene.draft?.kind === "boon" ? scene.t("take_it") : scene.t("bar.play");
  return points > 0 ? `${text} +${points}` : text;
}

/** @returns {import("../contract.js").Choice} */
function describeChoice(scene) {
  const { draft } = scene;
  return {
    draft,
    move: moveOf(scene, draft),
    title: draft ? TITLES[draft.kind](scene, draft) : idleTitle(scene),
    detail: DETAILS[draft?.kind]?.(scene, draft),
    effects: draft ? effects(scene) : idleEffects(scene),
    coach: coach(scene),
    play: playText(scene),
    buttons: buttons(scene),
  };
}

/** @type {import("../contract.js").Drawing["choose"]} */
export function choiceOf(scene, touched) {
  if (!touched) return describeChoice(scene);
  const { draft, refused } = touch(scene, touched);
  if (refused) return { ...describeChoice(scene), refused };
  return describeChoice({ ...scene, draft, preview: null });
}
