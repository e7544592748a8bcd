/** Astra: the sky with its constellations, the sphere, and everybody's journal. */

import { button, h } from "../dom.js";
import { listed, t } from "../i18n.js";
import { starMap, starName } from "./constellation.js";
import { chosenBar, facts, ofType, playButton } from "./parts.js";

const cardOf = (scene, id) => scene.content.constellations.find((card) => card.id === id);

export function names(content) {
  const cards = content.constellations.map((card) => [card.id, card.name]);
  return new Map([...cards, ...content.spheres.map((sphere) => [sphere.element, sphere.name])]);
}

/** Helpers of one rank pick at the same time. */
const rankNames = (rank, who) => rank.map(who).join(" + ");

/** Stars are told by name; boons by their text. */
export function words(event, content, who) {
  const card = content.constellations.find((each) => each.id === event.card);
  if (event.type === "stars_marked") return { stars: listed(event.stars.map((star) => starName(card, star))) };
  if (event.type === "boon_picked" && event.boon !== null) return { boon: card.boons[event.boon].text };
  if (event.type === "boons_offered") return { ranks: listed(event.ranks.map((rank) => rankNames(rank, who))) };
  if (event.type === "boons_struck") return { boons: listed(event.boons.map((boon) => card.boons[boon].text)) };
  return {};
}

export function phase(scene) {
  const { round, last_round: last, turn } = scene.view;
  const said = [t("round", { round }), last && t("last_round", { round: last }), t(`phase.astra.${turn.phase}`)];
  return listed(said.filter(Boolean));
}

function element(scene, id) {
  return h("span", { class: `element ${id}` }, scene.names.get(id));
}

function boonList(card) {
  return h("ul", { class: "boons", "aria-label": t("astra.boons") }, ...card.boons.map((boon) => h("li", {}, boon.text)));
}

function cardHead(scene, card) {
  return h("header", {}, h("h3", {}, card.name), element(scene, card.element),
    h("span", { class: "fame", title: t("astra.fame") }, `★ ${card.fame}`));
}

function skyCard(scene, slot, index) {
  if (!slot.card) return h("article", { class: "card empty" }, t("astra.empty"));
  const card = cardOf(scene, slot.card);
  return h("article", { class: `card ${card.element}`, "data-card": card.id, "data-slot": index },
    cardHead(scene, card), starMap(scene, card, slot),
    h("p", { class: "ability" }, card.ability.text), boonList(card));
}

/** Which sphere the marker is on, and what is left of the deck. */
function skyHead(scene) {
  const { sphere, deck, discard } = scene.view;
  const spheres = scene.content.spheres.map((each) => h("li", {
    class: `element ${each.element} ${each.element === sphere ? "here" : ""}`,
    "aria-current": each.element === sphere,
  }, each.name));
  return h("div", { class: "sky-head" },
    h("ol", { class: "spheres", "aria-label": t("astra.sphere") }, ...spheres),
    facts([t("astra.deck"), deck.cards], [t("astra.above_end"), deck.above_game_end], [t("astra.discard"), discard.length]));
}

/** Buttons for what can be done with a card in a journal. */
function cardActions(scene, id) {
  const found = ofType(scene, "use_ability", "discard").filter((each) => each.move.card === id);
  return found.map((each) => playButton(scene, each));
}

function heldCard(scene, player, id, isActive) {
  const card = cardOf(scene, id);
  const actions = player.seat === scene.seat ? cardActions(scene, id) : [];
  return h("li", { class: `held ${card.element} ${isActive ? "" : "exhausted"}` },
    h("b", {}, card.name), " ", element(scene, card.element), " ", h("span", {}, `★ ${card.fame}`),
    h("small", {}, isActive ? t("astra.active") : t("astra.exhausted")),
    h("p", { class: "ability" }, card.ability.text), ...actions);
}

function scoringCard(scene, player) {
  return player.scoring_card ? listed(player.scoring_card.map((id) => scene.names.get(id))) : t("secret");
}

function journal(scene, player) {
  const cards = [...player.active.map((id) => [id, true]), ...player.exhausted.map((id) => [id, false])];
  const elements = Object.entries(player.elements).filter(([, count]) => count);
  return h("article", { class: `journal pen-${player.seat} ${player.seat === scene.seat ? "own" : ""}` },
    h("h3", {}, h("b", { class: "pen" }, player.seat), " ", scene.who(player.seat)),
    facts(
      [t("astra.stardust"), `${player.stardust} / ${player.pouch}`, t("astra.stardust_hint")],
      [t("astra.telescopes"), player.telescopes],
      [t("astra.fame"), player.fame],
      [t("astra.wisdom"), player.wisdom],
      [t("astra.card_limit"), `${cards.length} / ${player.card_limit}`],
      [t("astra.scoring_card"), scoringCard(scene, player)]),
    elements.length > 0 && h("p", { class: "elements" }, ...elements.map(([id, count]) =>
      h("span", { class: `element ${id}` }, `${scene.names.get(id)} ${count}`))),
    h("ul", { class: "helds" }, ...cards.map(([id, isActive]) => heldCard(scene, player, id, isActive))));
}

function boonRow(scene, boon, number) {
  const found = ofType(scene, "pick_boon").filter((each) => each.move.boon === number);
  return h("li", {}, h("span", {}, boon.text), ...found.map((each) => playButton(scene, each)));
}

function boonPanel(scene) {
  const { boons } = scene.view;
  if (!boons) return null;
  const card = cardOf(scene, boons.card);
  return h("section", { class: "panel boon-panel", "aria-labelledby": "boons-title" },
    h("h3", { id: "boons-title" }, t("astra.boons_of", { card: card.name, name: scene.who(boons.discoverer) })),
    h("ol", { start: 0 }, ...card.boons.map((boon, number) => boonRow(scene, boon, number))),
    h("p", { class: "quiet" }, t("astra.still_to_pick", { names: listed(boons.still_to_pick.map(scene.who)) })));
}

/** Moves that need no star: as buttons in the bar. */
const plainMoves = (scene) => ofType(scene, "rest", "end_turn").map((each) => playButton(scene, each));

function chosenMove(scene) {
  const { card, path } = scene.pick;
  return scene.moves.find(({ move }) => move.card === card
    && (move.type === "mark_star" ? path.length === 1 && move.star === path[0]
      : move.path && move.path.length === path.length && move.path.every((star, index) => star === path[index])));
}

function bar(scene) {
  const plain = plainMoves(scene);
  if (!scene.pick.card) {
    const canMark = ofType(scene, "observe", "dream", "mark_star").length > 0;
    return canMark || plain.length ? h("div", { class: "chosen" }, canMark && h("span", {}, t("astra.choose")), ...plain) : null;
  }
  const card = cardOf(scene, scene.pick.card);
  const path = listed(scene.pick.path.map((star) => starName(card, star)));
  const back = button(t("bar.back"), () => scene.choose(shorter(scene.pick)), { "data-key": "bar-back" });
  return chosenBar(scene, `${card.name}: ${path}`, chosenMove(scene), scene.pick.path.length > 1 && back);
}

const shorter = (pick) => ({ ...pick, path: pick.path.slice(0, -1) });

export function draw(scene) {
  if (!scene.view) return { board: null, bar: null };
  const { players, sky } = scene.view;
  const own = (player) => (player.seat === scene.seat ? 0 : 1);
  const board = h("div", { class: "astra-board" },
    skyHead(scene), boonPanel(scene),
    h("div", { class: "sky" }, ...sky.map((slot, index) => skyCard(scene, slot, index))),
    h("div", { class: "journals" }, ...[...players].sort((a, b) => own(a) - own(b)).map((each) => journal(scene, each))));
  return { board, bar: bar(scene) };
}
