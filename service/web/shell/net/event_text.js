/** Turns events into sentences: texts of the shell and the game, names from the game's content. */

import { dateText, hasText, joinWithCommas, t, toWords } from "../../i18n.js";

/** Words for one value of an event: ids become names, lists are joined, a secret is a question mark. */
function valueText(value, names) {
  if (value === null) return "?";
  if (typeof value === "boolean") return t(value ? "yes" : "no");
  if (Array.isArray(value)) return value.length ? joinWithCommas(value.map((each) => valueText(each, names))) : "–";
  return names.get(String(value)) ?? String(value);
}

/** Why a game ended, in the words of its content. */
export const endReasonText = (shell, reason) => shell.content.texts.end?.[reason] ?? toWords(reason);

/** Texts of the fields of an event; a game may word some of them itself. */
function fieldTexts(shell, event) {
  const { speech, who } = shell;
  const plain = Object.entries(event).map(([field, value]) => [field, valueText(value, speech.names)]);
  const texts = { ...Object.fromEntries(plain), who: who(event.seat) };
  if (event.winners) texts.winners = joinWithCommas(event.winners.map(who));
  if (event.reason) texts.reason = endReasonText(shell, event.reason);
  if (event.name) texts.name = event.name;
  if (event.abandon_at) texts.abandon_at = dateText(event.abandon_at);
  return { ...texts, ...speech.words(event, who) };
}

const OF_EVERY_EVENT = ["id", "type", "seat", "at", "version"];

/** An event without a sentence: who, what, and all that it carries. */
function plainEventText(shell, event) {
  const { event: names = {}, field: fields = {} } = shell.content.texts;
  const texts = fieldTexts(shell, event);
  const own = Object.keys(event).filter((field) => !OF_EVERY_EVENT.includes(field));
  const carried = own.map((field) => `${fields[field] ?? toWords(field)}: ${texts[field]}`);
  const what = [names[event.type] ?? toWords(event.type), joinWithCommas(carried)].filter(Boolean).join(" – ");
  return event.seat ? `${texts.who}: ${what}` : what;
}

/** The first offer of a rematch: who made it, and the game. */
export const rematchOffer = (shell) => shell.journal.events.find((event) => event.type === "rematch_offered") ?? null;

export function eventText(shell, event) {
  const key = `event.${event.type}`;
  const isKnown = hasText(key, shell.game.rulebook) || hasText(key);
  return isKnown ? shell.t(key, fieldTexts(shell, event)) : plainEventText(shell, event);
}
