/** The header: where one is, how far the game is, whose turn it is and until when, help, log and settings. */

import { h, show } from "../dom.js";
import { icon } from "../draw/icons.js";
import { emblem, pen } from "../draw/marks.js";
import { explained } from "../draw/parts.js";
import { listed, t } from "../i18n.js";
import { countdown } from "./countdown.js";
import { openDrawer } from "./drawer.js";
import { isHost } from "./hosting.js";
import { reasonOf } from "./telling.js";

const progress = (shell) => shell.game.view && shell.game.status === "running"
  ? shell.speech.progress(shell.scene()).map(({ text, about, icon: glyph }) =>
    explained(about, { class: "pill muted" }, glyph && icon(glyph, 16), text)) : [];

/** Marks of the seats in turn order, beginning after the one who decides. */
function order(shell) {
  const { game } = shell;
  if (game.deciders.length !== 1 || game.seats.length < 3) return null;
  const count = game.seats.length;
  const seats = Array.from({ length: count - 1 }, (_, step) => ((game.deciders[0] + step) % count) + 1);
  return h("span", { class: "row order wide-only", "aria-hidden": "true" },
    ...seats.map((seat) => h("span", { class: "row" }, pen(seat, 16), h("span", { class: "muted" }, "›"))));
}

function statusText(shell) {
  const { game, who } = shell;
  if (game.status === "finished") {
    const winners = game.result?.winners ?? [];
    return t(winners.length > 1 ? "status.shared" : "status.won", { names: listed(winners.map(who)) });
  }
  if (game.status !== "running") return t(`status.${game.status}`);
  if (game.paused_at) return t("status.paused");
  return game.deciders.includes(game.seat) ? t("status.yours") : t("status.others", { names: listed(game.deciders.map(who)) });
}

function turn(shell) {
  const { game } = shell;
  const isGoing = game.status === "running" && !game.paused_at;
  const isMine = isGoing && game.deciders.includes(game.seat);
  const seat = isMine ? game.seat : game.deciders[0];
  const why = game.end_reason && reasonOf(shell, game.end_reason);
  return h("h2", { class: `pill ${isGoing ? "turn" : ""} ${isMine ? "mine" : ""} pens-${seat ?? 0}`, "data-status": game.status, title: why },
    isGoing && seat !== undefined && pen(seat, 16), h("span", {}, statusText(shell)));
}

/** The host lets a paused table go on. */
const resume = (shell) => shell.game.paused_at && isHost(shell.game) && h("button", {
  type: "button", class: "resume", "data-key": "resume", onclick: () => shell.live.resume().catch(shell.hooks.tell),
}, icon("play", 16), t("tools.resume"));

const tool = (shell, name, glyph, label) => h("button", {
  type: "button", class: name === "rules" ? "round" : "plain", "aria-label": label, "data-key": `tool-${name}`,
  onclick: () => openDrawer(shell, name),
}, glyph);

export function drawHeader(shell) {
  const { game } = shell;
  const chips = progress(shell);
  const key = JSON.stringify([game.status, game.end_reason, game.deciders, game.deadline, game.clocks, game.paused_at, game.seats, game.result, chips.map((each) => each.textContent)]);
  if (shell.headed === key) return;
  shell.headed = key;
  const home = (event) => {
    event.preventDefault();
    shell.hooks.goHome();
  };
  show(shell.parts.top,
    h("a", { class: "brand", href: "/#", onclick: home, "data-key": "home", "aria-label": t("home") }, emblem(30), h("span", { class: "wide-only" }, "Almagest")),
    h("h1", {}, shell.name), h("span", { class: "row progress" }, ...chips), h("span", { class: "spread" }),
    order(shell), turn(shell), resume(shell), countdown(shell),
    tool(shell, "rules", "?", t("tool.rules")), tool(shell, "log", icon("log", 20), t("log")), tool(shell, "menu", icon("gear", 20), t("tool.menu")));
}
