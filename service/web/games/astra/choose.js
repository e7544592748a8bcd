/** What touching a thing of Astra means: a path of stars, a Rest, an ability, a boon, a card to discard. */

import { joinWithAnd } from "../../i18n.js";
import { boonName } from "./pieces/glyphs.js";
import { shortName, starName } from "./sky/map.js";
import {
  canMove,
  cardOf,
  ownChange,
  pointGain,
  isPath,
  moveOfPath,
  movesOfType,
  nextStars,
  ownSeat,
  slotOf,
} from "./queries.js";

/** Stars: go on, take back, restart, or ask why not. */
function touchStar(scene, id, star) {
  const path = isPath(scene.draft, id) ? scene.draft.path : [];
  const at = path.indexOf(star);
  if (at >= 0) return pathDraft(id, path.slice(0, at === path.length - 1 ? at : at + 1));
  if (path.length && nextStars(scene, id, path).has(star)) return pathDraft(id, [...path, star]);
  if (nextStars(scene, id, []).has(star)) return pathDraft(id, [star]);
  return { refused: { move: pathMove(scene, id, [...path, star]) } };
}

const pathDraft = (card, path) => ({ draft: path.length ? { kind: "path", card, path } : null });

/** The move that one would have made, so that the server says why not. */
function pathMove(scene, card, path) {
  if (scene.view.phase === "marking") return { type: "mark_star", card, star: path.at(-1) };
  return { type: scene.view.phase === "dream" ? "dream" : "observe", card, path };
}

const offeredMoves = (scene, type, card) =>
  movesOfType(scene, type)
    .filter(({ move }) => move.card === card)
    .map(({ move }) => move);

function touchUse(scene, card) {
  const moves = offeredMoves(scene, "use_ability", card);
  if (!moves.length) return { refused: { move: { type: "use_ability", card } } };
  return { draft: { kind: "use", card, telescopes: moves[0].telescopes ?? null } };
}

/** More or fewer telescopes, as far as they are offered. */
function touchTelescopes(scene, by) {
  const { card, telescopes } = scene.draft;
  const wanted = offeredMoves(scene, "use_ability", card)
    .map((move) => move.telescopes)
    .find((each) => each === telescopes + by);
  return { draft: { ...scene.draft, telescopes: wanted ?? telescopes } };
}

function touchBoon(scene, boon) {
  const move = movesOfType(scene, "pick_boon")
    .map((each) => each.move)
    .find((each) => each.boon === boon);
  if (!move) return { refused: { move: { type: "pick_boon", boon, activate: [] } } };
  return { draft: { kind: "boon", boon, activate: [...(move.activate ?? [])] } };
}

/** As many cards are woken as the boon says: another one takes the place of the first. */
function touchWake(scene, card) {
  const { boon, activate } = scene.draft;
  if (activate.includes(card)) return { draft: scene.draft };
  const wanted = [...activate.slice(1), card];
  return { draft: { kind: "boon", boon, activate: ownSeat(scene).exhausted.filter((each) => wanted.includes(each)) } };
}

/** What one would have touched for a move. */
const DRAFTS = {
  observe: ({ card, path }) => ({ kind: "path", card, path }),
  dream: ({ card, path }) => ({ kind: "path", card, path }),
  mark_star: ({ card, star }) => ({ kind: "path", card, path: [star] }),
  use_ability: ({ card, telescopes = null }) => ({ kind: "use", card, telescopes }),
  pick_boon: ({ boon, activate = [] }) => ({ kind: "boon", boon, activate }),
  discard: ({ card }) => ({ kind: "discard", card }),
  rest: () => ({ kind: "rest" }),
  end_turn: () => ({ kind: "end_turn" }),
};

const draftOf = ({ move }) => DRAFTS[move.type](move);

const touchButton = (type) => (scene) =>
  canMove(scene, type) ? { draft: { kind: type } } : { refused: { move: { type } } };

const TOUCHES = {
  star: (scene, card, star) => touchStar(scene, card, Number(star)),
  use: touchUse,
  discard: (scene, card) => ({ draft: { kind: "discard", card } }),
  boon: (scene, number) => touchBoon(scene, Number(number)),
  wake: touchWake,
  rest: touchButton("rest"),
  end: touchButton("end_turn"),
  move: (scene, number) => ({ draft: draftOf(scene.moves[Number(number)]) }),
  telescopes: (scene, by) => touchTelescopes(scene, Number(by)),
};

const sameList = (a, b) => JSON.stringify(a ?? []) === JSON.stringify(b ?? []);

/** The legal move that a draft makes. */
const MOVES = {
  path: (scene, { card, path }) => moveOfPath(scene, card, path),
  use: (scene, { card, telescopes }) =>
    offeredMoves(scene, "use_ability", card).find((move) => (move.telescopes ?? null) === telescopes) ?? null,
  boon: (scene, { boon, activate }) =>
    movesOfType(scene, "pick_boon")
      .map((each) => each.move)
      .find((move) => move.boon === boon && sameList(move.activate, activate)) ?? null,
  discard: (scene, { card }) => offeredMoves(scene, "discard", card)[0] ?? null,
  rest: (scene) => movesOfType(scene, "rest")[0]?.move ?? null,
  end_turn: (scene) => movesOfType(scene, "end_turn")[0]?.move ?? null,
};

const moveOf = (scene, draft) => (draft ? MOVES[draft.kind](scene, draft) : null);

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

export function choose(scene, touched) {
  if (!touched) return describeChoice(scene);
  const [kind, ...rest] = touched.split(":");
  const { draft, refused } = TOUCHES[kind](scene, ...rest);
  if (refused) return { ...describeChoice(scene), refused };
  return describeChoice({ ...scene, draft, preview: null });
}
