/** The action bar: what is chosen, what it costs and brings, and the one button that plays. */

import { choices, h, show } from "../dom.js";
import { icon } from "../draw/icons.js";
import { explained, rich } from "../draw/parts.js";
import { joined, t } from "../i18n.js";
import { callButton, isCalled } from "./calling.js";
import { patch } from "./patching.js";
import { showMe } from "./hints.js";
import { takeBackButton } from "./taking_back.js";

function effect({ icon: glyph, text, tone = "", about }) {
  const inside = [glyph && icon(glyph, 18), h("span", {}, ...rich(text))];
  return about ? explained(about, { class: `effect ${tone}` }, ...inside) : h("span", { class: `effect ${tone}` }, ...inside);
}

function said(choice) {
  return h("div", { class: "said" },
    h("div", { class: "title" }, h("span", {}, ...rich(choice.title)), choice.detail && h("span", { class: "detail" }, choice.detail)),
    h("div", { class: "effects" }, ...(choice.effects ?? []).map(effect)));
}

/** The same, for those who hear it. */
const spoken = ({ title, detail, effects = [] }) =>
  [title, detail, ...effects.map(({ text }) => text)].filter(Boolean).join(". ").replaceAll("*", "").replaceAll("_", "");

/** Beside Play and never in its place: each only chooses. */
const other = ({ label, touch, icon: glyph, pressed }) =>
  h("button", { type: "button", class: "other", "data-touch": touch, "aria-pressed": String(Boolean(pressed)) }, glyph && icon(glyph, 18), h("span", {}, label));

const undo = (shell) => shell.draft !== null && h("button", {
  type: "button", class: "ghost", onclick: shell.undo, "data-key": "undo", "aria-label": t("bar.undo"),
}, icon("undo", 20), h("span", { class: "undo-word" }, t("bar.undo")));

const plays = (choice) => choice.play ?? t("bar.play");

const play = (shell, choice) => h("button", {
  type: "button", class: "primary play", onclick: shell.playChosen, disabled: !choice.move, "data-key": "play",
}, plays(choice));

const playing = () => h("button", { type: "button", class: "primary play", disabled: true, "data-key": "play" },
  h("span", { class: "spins" }, icon("activation", 18)), t("bar.playing"));

/** What lies over the table is folded away and back. */
const fold = (shell) => shell.parts.over.hasChildNodes() && h("button", {
  type: "button", class: "ghost", onclick: shell.fold, "data-key": "fold", "aria-label": t(shell.isFolded ? "board.back" : "board.look"), "aria-pressed": String(shell.isFolded),
}, icon("board", 20), h("span", { class: "undo-word" }, t(shell.isFolded ? "board.back" : "board.look")));

function mine(shell, choice, ahead) {
  const isCovered = shell.parts.over.hasChildNodes();
  return [said(ahead ?? choice), isCovered && showMe(shell), fold(shell), undo(shell), takeBackButton(shell), ...(choice.buttons ?? []).map(other), play(shell, choice)];
}

/** Who only watches looks at whom they like. */
function watching(shell) {
  const seats = shell.game.seats.map(({ seat }) => ({ value: String(seat), text: shell.who(seat) }));
  const whose = choices({ "aria-label": t("watch.whose"), class: "watched", "data-key": "watched" }, [{ value: "", text: t("watch.turn", { name: shell.who(shell.game.view.active || 1) }) }, ...seats], String(shell.watched ?? ""));
  whose.addEventListener("change", () => Object.assign(shell, { watched: Number(whose.value) || null }).render());
  return whose;
}

function theirs(shell) {
  const { game, who } = shell;
  if (game.status !== "running") return [said({ title: t(`status.${game.status}`) })];
  if (game.paused_at) return [said({ title: t("bar.paused"), effects: [{ text: `_${t("bar.paused_until")}_` }] }), fold(shell)];
  const title = shell.isBusy ? t("bar.sending") : t("bar.thinking", { names: joined(game.deciders.map(who)), count: game.deciders.length });
  const waits = game.seat ? t("bar.look_around") : t("status.watching");
  return [said({ title, effects: [{ text: `_${waits}_` }] }), fold(shell), takeBackButton(shell), shell.isBusy ? playing() : game.seat ? callButton(shell) : watching(shell)];
}

/** All that the buttons are drawn from, but for what Play says, which is the last of them. */
const around = (shell, choice) => JSON.stringify([shell.game.seat === null && shell.game.view.active, shell.isMine, shell.isBusy, shell.draft !== null, shell.game.deciders, shell.game.status, shell.game.paused_at, shell.live.canTakeBack, isCalled(shell.live.id), shell.isFolded, shell.parts.over.childElementCount, shell.hints.isOffered, shell.hints.isOpen, shell.isMine && [Boolean(choice.move), choice.buttons]]);

function drawWords(bar, choice, ahead) {
  patch(bar.firstElementChild, [...said(ahead ?? choice).childNodes]);
  const [button, wanted] = [bar.lastElementChild, plays(choice)];
  if (button.textContent !== wanted) button.textContent = wanted;
}

/** Mostly a tap changes the words alone; then the buttons stay. */
export function drawBar(shell, choice) {
  const { bar, voice } = shell.parts;
  const ahead = shell.pointing.ahead();
  const [buttons, words] = [around(shell, choice), JSON.stringify(shell.isMine && [ahead, choice])];
  const before = shell.barred;
  if (before?.buttons === buttons && before.words === words) return;
  shell.barred = { buttons, words };
  bar.classList.toggle("ready", shell.isMine && Boolean(choice.move));
  voice.textContent = shell.isMine ? spoken(ahead ?? choice) : "";
  if (before?.buttons === buttons) drawWords(bar, choice, ahead);
  else show(bar, ...(shell.isMine ? mine(shell, choice, ahead) : theirs(shell)));
}
