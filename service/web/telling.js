/** Events in words. The texts are the table's own; the names in them come from the game's content. */

import { has, listed, t } from "./i18n.js";

/** One value of an event as words: ids become names, lists are joined, what nobody may know is a question mark. */
function worded(value, names) {
  if (value === null) return "?";
  if (Array.isArray(value)) return value.length ? listed(value.map((each) => worded(each, names))) : "–";
  return names.get(String(value)) ?? String(value);
}

function reasonOf(table, reason) {
  return table.content.texts?.end?.[reason] ?? t(`end.${table.game.rulebook}.${reason}`);
}

/** What the fields of an event say; a game may word some of them itself. */
function values(table, event) {
  const plain = Object.entries(event).map(([field, value]) => [field, worded(value, table.names)]);
  const said = { ...Object.fromEntries(plain), who: table.who(event.seat) };
  if (event.winners) said.winners = listed(event.winners.map(table.who));
  if (event.reason) said.reason = reasonOf(table, event.reason);
  if (event.name) said.name = event.name;
  return { ...said, ...table.drawing.words(event, table.content, table.who) };
}

export function told(table, event) {
  const keys = [`event.${table.game.rulebook}.${event.type}`, `event.${event.type}`];
  const key = keys.find(has) ?? keys[1];
  return t(key, values(table, event));
}
