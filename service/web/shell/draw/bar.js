/** The action bar: what is chosen, what it costs and brings, and the one button that plays. */

import { choices, element, h, show } from "../../dom.js";
import { icon } from "../../draw/icons.js";
import { explained, richText } from "../../draw/parts.js";
import { joinWithAnd, t } from "../../i18n.js";
import { notifyButton, isSubscribed } from "../net/notifications.js";
import { hintButton } from "../panels/hints.js";
import { VirtualRoot } from "./reconcile.js";
import { takeBackButton } from "../input/take_back.js";

function effect({ icon: glyph, text, tone = "", about }) {
  const attributes = { class: `effect ${tone} ${glyph ? "" : "worded"}` };
  const inside = [glyph && icon(glyph, 18), h("span", {}, ...richText(text))];
  return about ? explained(about, attributes, ...inside) : h("span", attributes, ...inside);
}

const barContent = ({ title, detail, effects = [] }) => [
  h("div", { class: "title" }, h("span", {}, ...richText(title)), detail && h("span", { class: "detail" }, detail)),
  h("div", { class: "effects" }, ...effects.map(effect)),
];

/** The same as plain text, for screen readers. */
const plainText = ({ title, detail, effects = [] }) =>
  [title, detail, ...effects.map(({ text }) => text)]
    .filter(Boolean)
    .join(". ")
    .replaceAll("*", "")
    .replaceAll("_", "");

/** A button beside Play: it chooses and never plays. */
const choiceButton = ({ label, touch, icon: glyph, pressed }) =>
  h(
    "button",
    { type: "button", class: "other", "data-touch": touch, "aria-pressed": String(Boolean(pressed)) },
    glyph && icon(glyph, 18),
    h("span", {}, label),
  );

const undoButton = (shell) =>
  shell.draft !== null &&
  h(
    "button",
    {
      type: "button",
      class: "ghost",
      onclick: shell.undo,
      "data-key": "undo",
      "aria-label": t("bar.undo"),
    },
    icon("undo", 20),
    h("span", { class: "undo-word" }, t("bar.undo")),
  );

const playLabel = (choice) => choice.play ?? t("bar.play");

const playButton = (shell, choice) =>
  h(
    "button",
    {
      type: "button",
      class: "primary play",
      onclick: shell.playChoice,
      disabled: !choice.move,
      "data-key": "play",
    },
    playLabel(choice),
  );

const busyButton = () =>
  h(
    "button",
    { type: "button", class: "primary play", disabled: true, "data-key": "play" },
    h("span", { class: "spins" }, icon("activation", 18)),
    t("bar.playing"),
  );

/** Folds away what lies over the table, or brings it back. */
const foldButton = (shell) =>
  shell.parts.over.hasChildNodes() &&
  h(
    "button",
    {
      type: "button",
      class: "ghost",
      onclick: shell.toggleFold,
      "data-key": "fold",
      "aria-label": t(shell.isFolded ? "board.back" : "board.look"),
      "aria-pressed": String(shell.isFolded),
    },
    icon("board", 20),
    h("span", { class: "undo-word" }, t(shell.isFolded ? "board.back" : "board.look")),
  );

function ownButtons(shell, choice) {
  const isCovered = shell.parts.over.hasChildNodes();
  return [
    choice.aside && shell.barAside.node,
    isCovered && hintButton(shell),
    foldButton(shell),
    undoButton(shell),
    takeBackButton(shell),
    ...(choice.buttons ?? []).map(choiceButton),
    playButton(shell, choice),
  ];
}

/** A spectator selects whose board is large. */
function watchedSeatSelect(shell) {
  const seats = shell.game.seats.map(({ seat }) => ({ value: String(seat), text: shell.who(seat) }));
  const onchange = ({ currentTarget }) =>
    Object.assign(shell, { watched: Number(currentTarget.value) || null }).render();
  return choices(
    { "aria-label": t("watch.whose"), class: "watched", "data-key": "watched", onchange },
    [{ value: "", text: t("watch.turn", { name: shell.who(shell.game.view.active || 1) }) }, ...seats],
    String(shell.watched ?? ""),
  );
}

function otherButtons(shell) {
  const { game } = shell;
  if (game.status !== "running") return [];
  if (game.paused_at) return [foldButton(shell)];
  return [
    foldButton(shell),
    takeBackButton(shell),
    shell.isBusy ? busyButton() : game.seat ? notifyButton(shell) : watchedSeatSelect(shell),
  ];
}

const timeText = (time) => new Date(time).toLocaleString([], { dateStyle: "short", timeStyle: "short" });

function pausedContent({ paused_until: until }) {
  const text = until
    ? `${t("bar.paused_until")} ${t("bar.goes_on", { time: timeText(until) })}`
    : t("bar.paused_until");
  return { title: t("bar.paused"), effects: [{ text: `_${text}_` }] };
}

/** The bar's text while others decide, or nobody. */
function waitingContent({ game, who, isBusy }) {
  if (game.status !== "running") return { title: t(`status.${game.status}`) };
  if (game.paused_at) return pausedContent(game);
  const title = isBusy
    ? t("bar.sending")
    : t("bar.thinking", { names: joinWithAnd(game.deciders.map(who)), count: game.deciders.length });
  return { title, effects: [{ text: `_${game.seat ? t("bar.look_around") : t("status.watching")}_` }] };
}

/** All that the buttons are drawn from, except Play's label, which is the last of them. */
const buttonsKey = (shell, choice) =>
  JSON.stringify([
    shell.game.seat === null && shell.game.view.active,
    shell.isMine,
    shell.isBusy,
    shell.draft !== null,
    shell.game.deciders,
    shell.game.status,
    shell.game.paused_at,
    shell.live.canTakeBack,
    isSubscribed(shell.live.id),
    shell.isFolded,
    shell.parts.over.childElementCount,
    shell.hints.isOffered,
    shell.hints.isOpen,
    shell.isMine && [Boolean(choice.move), choice.buttons, Boolean(choice.aside)],
  ]);

/** Most taps change only Play's label. */
function drawButtons(shell, choice) {
  const { bar } = shell.parts;
  const buttons = buttonsKey(shell, choice);
  if (shell.barKey !== buttons)
    show(bar, shell.barText.node, ...(shell.isMine ? ownButtons(shell, choice) : otherButtons(shell)));
  else if (shell.isMine && bar.lastElementChild.textContent !== playLabel(choice))
    bar.lastElementChild.textContent = playLabel(choice);
  shell.barKey = buttons;
}

export function drawBar(shell, choice) {
  const { voice } = shell.parts;
  const wanted = shell.isMine ? (shell.focusPreview.choice() ?? choice) : waitingContent(shell);
  shell.barText ??= new VirtualRoot(element("div", { class: "said" }));
  shell.barAside ??= new VirtualRoot(element("div", { class: "aside" }));
  drawButtons(shell, choice);
  shell.parts.bar.classList.toggle("with-aside", shell.isMine && Boolean(choice.aside));
  if (choice.aside) shell.barAside.render(choice.aside);
  shell.root.classList.toggle("ready", shell.isMine && Boolean(choice.move));
  shell.barText.render(() => barContent(wanted));
  const text = shell.isMine ? plainText(wanted) : "";
  if (voice.textContent !== text) voice.textContent = text;
}
