/** The table's own texts in every language; names of cards and labels of moves come from the API. */

const LANGUAGES = document.documentElement.dataset.languages.split(" ");
const KEPT = "almagest.language";

let current = "en";
let plurals = new Intl.PluralRules(current);
/** Texts by owner: the shell is "", a game its rulebook, the pages after the end "after". */
const texts = { "": {} };
const loaded = new Map();

/** Where the page's files lie. */
export const files = document.documentElement.dataset.files;

export const language = () => current;

/** What a language calls itself, with a capital letter: "Français". */
function ownName(code) {
  const name = new Intl.DisplayNames(code, { type: "language" }).of(code);
  return name[0].toLocaleUpperCase(code) + name.slice(1);
}

/** All languages, as choices of a list. */
export const languages = () => LANGUAGES.map((value) => ({ value, text: ownName(value) }));

function preferredLanguage() {
  const kept = localStorage.getItem(KEPT);
  const candidates = [kept, ...navigator.languages.map((each) => each.slice(0, 2))];
  return candidates.find((each) => LANGUAGES.includes(each)) || "en";
}

function setLanguage(chosen) {
  current = chosen;
  plurals = new Intl.PluralRules(chosen);
  document.documentElement.lang = chosen;
}

/** Loads the texts of an owner in the current language. */
export async function loadTexts(owner = "", folder = owner && `games/${owner}/`) {
  const file = `${files}/${folder}texts.${current}.json`;
  if (!loaded.has(file))
    loaded.set(
      file,
      fetch(file).then((answer) => answer.json()),
    );
  texts[owner] = await loaded.get(file);
}

export async function switchLanguage(chosen) {
  localStorage.setItem(KEPT, chosen);
  setLanguage(chosen);
  await loadTexts();
}

export async function startTexts() {
  setLanguage(preferredLanguage());
  await loadTexts();
}

export const hasText = (key, owner = "") => key in (texts[owner] ?? {});

/** What the page's texts have a name for: all levels of bots with `level.`. */
export const idsOf = (start) =>
  Object.keys(texts[""])
    .filter((key) => key.startsWith(start))
    .map((key) => key.slice(start.length));

/** Turns an identifier into words: `last_stone` becomes "last stone". */
export const toWords = (key) => key.replaceAll("_", " ");

/** A moment as a date with its time, as the language writes it. */
export const dateText = (time) =>
  new Intl.DateTimeFormat(current, { dateStyle: "long", timeStyle: "short" }).format(new Date(time));

const FORMS = /\{(\w+)\|([^}]*)\}/g;

/** `{count|star|stars}` is the form that the language has for this number; forms are in the order one, few, many. */
function pluralForm(whole, name, forms, values) {
  const list = forms.split("|");
  const form = plurals.select(Number(values[name]));
  return list[{ one: 0, few: 1 }[form] ?? list.length - 1] ?? list.at(-1);
}

function fillIn(text, values) {
  return text
    .replace(FORMS, (whole, name, forms) => pluralForm(whole, name, forms, values))
    .replace(/\{(\w+)\}/g, (whole, name) => (name in values ? String(values[name]) : whole));
}

/** The text of a key; `{name}` is replaced by the value of that name. An unknown key is shown as words. */
export function t(key, values = {}) {
  return fillIn(texts[""][key] ?? texts.after?.[key] ?? toWords(key.split(".").pop()), values);
}

/** The texts of a game, which may use those of the shell. */
export const textsOf =
  (owner) =>
  (key, values = {}) => {
    const own = texts[owner]?.[key];
    return own === undefined ? t(key, values) : fillIn(own, values);
  };

/** Points with their sign: "+4.2", "−1". */
export const signedPoints = (number) =>
  new Intl.NumberFormat(current, { signDisplay: "exceptZero", maximumFractionDigits: 1 })
    .format(number)
    .replace("-", "−");

/** Replaces hyphens before numbers by minus signs, which are as wide as a plus. */
export const withMinusSigns = (text) => text.replaceAll(/(?<![\p{L}\d])-(?=\d)/gu, "−");

export const joinWithCommas = (items) => items.join(", ");

/** Joins names as the language does: "Tycho and Wanda". */
export const joinWithAnd = (items) => new Intl.ListFormat(current, { type: "conjunction" }).format(items);

const NUMBERED = /^[A-Z]+-\d+$/;

/** Names a ruling by number and title, a section of the rule book by its title alone. */
export function rulingText(ruling, title) {
  if (!title) return ruling ?? "";
  return NUMBERED.test(ruling) ? `${ruling}: ${title}` : title;
}
