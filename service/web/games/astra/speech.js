/** The words of Astra: names, events, recap, explanations, lessons. */

import { iconFigure } from "../../draw/icons.js";
import { joinWithCommas } from "../../i18n.js";
import { explanation } from "./about.js";
import { starName } from "./sky/map.js";
import { miniBoards, trophies } from "./seats.js";

function names(content) {
  const cards = content.constellations.map((card) => [card.id, card.name]);
  return new Map([...cards, ...content.spheres.map((sphere) => [sphere.element, sphere.name])]);
}

/** Helpers of one rank pick at the same time. */
const rankNames = (rank, who) => rank.map(who).join(" + ");

/** Stars are told by name; boons by their text. */
const eventWords = (content) => (event, who) => {
  const card = content.constellations.find((each) => each.id === event.card);
  if (event.type === "stars_marked") return { stars: joinWithCommas(event.stars.map((star) => starName(card, star))) };
  if (event.type === "boon_picked" && event.boon !== null) return { boon: card.boons[event.boon].text };
  if (event.type === "boons_offered") return { ranks: joinWithCommas(event.ranks.map((rank) => rankNames(rank, who))) };
  if (event.type === "boons_struck") return { boons: joinWithCommas(event.boons.map((boon) => card.boons[boon].text)) };
  return {};
};

/** What of a turn is worth a word: stars by card, discoveries, a Rest, abilities, boons. */
const recapWords = (content, t) => {
  const name = (id) => `**${content.constellations.find((card) => card.id === id)?.name ?? "?"}**`;
  const marked = (events) => {
    const stars = events.filter((event) => event.type === "stars_marked");
    const cards = [...new Set(stars.map((event) => event.card))];
    const count = stars.reduce((sum, event) => sum + event.stars.length, 0);
    return count ? [t("recap.marked", { count, cards: joinWithCommas(cards.map(name)) })] : [];
  };
  const each = (events, type, key, field = "card") =>
    events.filter((event) => event.type === type).map((event) => t(key, { card: name(event[field]) }));
  return (events) =>
    joinWithCommas([
      ...each(events, "ability_used", "recap.used"),
      ...marked(events),
      ...each(events, "card_gained", "recap.discovered"),
      ...each(events, "boon_picked", "recap.boon"),
      ...(events.some((event) => event.type === "rested") ? [t("recap.rested")] : []),
    ]);
};

/** How far the game is. */
const progressing =
  (t) =>
  ({ view }) => [
    {
      text: view.last_round
        ? t("round_of", { round: view.round, rounds: view.last_round })
        : t("round", { round: view.round }),
      about: "round",
    },
    ...(view.last_round
      ? []
      : [{ text: t("to_game_end", { count: view.deck.above_game_end }), about: "game_end", icon: "cards" }]),
  ];

/** Discoveries. @type {(t: any) => import("../contract.js").Speech["milestone"]} */
const milestone =
  (t) =>
  ({ type }) =>
    type === "card_gained" ? { sign: () => iconFigure("board", 0.72), name: t("milestone.discovery") } : null;

/** @returns {import("../contract.js").Speech} */
export function speak(content, t) {
  return {
    names: names(content),
    automa: "dreamer",
    words: eventWords(content),
    recap: recapWords(content, t),
    progress: progressing(t),
    about: explanation,
    trophies,
    minis: miniBoards,
    milestone: milestone(t),
    steps: ["observe", "rest", "discover", "use", "end"].map((step) => t(`lesson.${step}`)),
  };
}
