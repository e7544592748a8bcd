/** The table's own texts in four languages; names of cards and labels of moves come from the API. */

const LANGUAGES = ["en", "fr", "ru", "uk"];
const KEPT = "almagest.language";

let spoken = "en";
let texts = {};

export const language = () => spoken;

function wanted() {
  const kept = localStorage.getItem(KEPT);
  const asked = [kept, ...navigator.languages.map((each) => each.slice(0, 2))];
  return asked.find((each) => LANGUAGES.includes(each)) || "en";
}

function speak(chosen) {
  spoken = chosen;
  document.documentElement.lang = chosen;
}

export function keepLanguage(chosen) {
  localStorage.setItem(KEPT, chosen);
  speak(chosen);
}

export async function loadTexts() {
  speak(wanted());
  texts = await (await fetch("/web/texts.json")).json();
}

export const has = (key) => key in texts;

/** The text of a key; `{name}` is replaced by the value of that name. An unknown key is shown as words. */
export function t(key, values = {}) {
  const text = texts[key]?.[spoken] ?? key.split(".").pop().replaceAll("_", " ");
  return text.replace(/\{(\w+)\}/g, (whole, name) => (name in values ? String(values[name]) : whole));
}

export const listed = (items) => items.join(", ");
