/** Around the board: whose decision it is, who sits where, the invite, leaving, handing an idle seat to a bot. */

import * as api from "./api.js";
import { button, h } from "./dom.js";
import { has, language, listed, t } from "./i18n.js";
import { dropSeat, heldSeat } from "./seats.js";

const SECOND = 1000;

function waitingFor(table) {
  const { game, who } = table;
  if (game.deciders.includes(game.seat)) return t("status.yours");
  return t("status.others", { names: listed(game.deciders.map(who)) });
}

function endReason(table) {
  const reason = table.game.end_reason;
  if (!reason) return "";
  const key = `end.${table.game.rulebook}.${reason}`;
  return table.content.texts?.end?.[reason] ?? (has(key) ? t(key) : "");
}

function winners(table) {
  const seats = table.game.result?.winners ?? [];
  return t(seats.length > 1 ? "status.shared" : "status.won", { names: listed(seats.map(table.who)) });
}

const STATUS = {
  open: () => t("status.open"),
  running: waitingFor,
  scoring: () => t("status.scoring"),
  finished: winners,
  abandoned: () => t("status.abandoned"),
};

function deadline(table) {
  if (!table.game.deadline || table.game.status !== "running") return null;
  const time = new Date(table.game.deadline).toLocaleString(language());
  return h("time", { datetime: table.game.deadline }, t("status.until", { time }));
}

function running(table) {
  return [table.drawing.phase(table.scene()), !table.game.seat && t("status.watching")];
}

export function drawStatus(table) {
  const { game } = table;
  const isMine = game.status === "running" && game.deciders.includes(game.seat);
  const more = game.status === "running" ? running(table) : [endReason(table)];
  return [
    h("h1", { class: isMine ? "mine" : "", "data-status": game.status }, STATUS[game.status](table)),
    h("p", { class: "quiet" }, listed(more.filter(Boolean)), " ", deadline(table)),
  ];
}

function isIdle(game, seat) {
  const since = seat.deciding_since && Date.parse(seat.deciding_since);
  return Boolean(since) && seat.kind === "human" && Date.now() - since > game.idle_seconds * SECOND;
}

function handOver(table, seat) {
  const isHost = table.game.seats.some((each) => each.host && each.seat === table.game.seat);
  if (!isHost || seat.seat === table.game.seat || !isIdle(table.game, seat)) return null;
  const hand = () => api.handToBot(table.id, table.token, seat.seat).then(() => table.refresh()).catch(table.hooks.tell);
  return button(t("seat.to_bot"), hand, { "data-key": `bot-${seat.seat}` });
}

function kind(seat) {
  if (seat.kind === "bot") return t(`level.${seat.level}`);
  return seat.taken ? "" : t("seat.free");
}

export function drawSeats(table) {
  const { game } = table;
  const total = (seat) => table.ledger?.score.seats.find((each) => each.seat === seat)?.total;
  return [h("ul", { class: "chips" }, ...game.seats.map((seat) => {
    const decides = game.status === "running" && game.deciders.includes(seat.seat);
    return h("li", { class: `chip pen-${seat.seat} ${decides ? "decides" : ""}` },
      h("b", { class: "pen", "aria-hidden": "true" }, seat.seat),
      h("span", { class: "name" }, seat.taken ? table.who(seat.seat) : t("seat", { seat: seat.seat })),
      kind(seat) && h("small", {}, kind(seat)),
      total(seat.seat) !== undefined && h("small", { title: t("score.so_far") }, total(seat.seat)),
      decides && h("small", { class: "thinks" }, t("seat.decides")),
      handOver(table, seat));
  }))];
}

function inviteLink(table) {
  const invite = heldSeat(table.id)?.invite;
  const code = invite ? `&invite=${encodeURIComponent(invite)}` : "";
  return `${location.origin}/#game=${encodeURIComponent(table.id)}${code}`;
}

function invitation(table) {
  if (table.game.status !== "open" && table.game.visibility === "private") return null;
  const field = h("input", { readonly: true, value: inviteLink(table), "aria-label": t("tools.link"), class: "link" });
  const copy = button(t("tools.copy"), async (event) => {
    field.select();
    await navigator.clipboard?.writeText(field.value).catch(() => {});
    event.target.textContent = t("tools.copied");
  });
  return h("div", { class: "invitation" }, h("p", {}, t("tools.invite")), field, copy);
}

/** Leaving takes two steps, so that it never happens by one wrong tap. */
function leaving(table) {
  if (!table.game.seat || !["open", "running"].includes(table.game.status)) return null;
  const leave = async () => {
    try {
      await api.leave(table.id, table.token);
      dropSeat(table.id);
      location.hash = "";
    } catch (error) {
      table.hooks.tell(error);
    }
  };
  return h("details", {}, h("summary", {}, t("tools.leave")),
    h("p", {}, t(table.game.status === "open" ? "tools.leave_open" : "tools.leave_running")),
    button(t("tools.leave_now"), leave));
}

function fairness(table) {
  return h("details", {}, h("summary", {}, t("tools.fair")),
    h("p", {}, t("tools.seed"), " ", h("code", { class: "hash" }, table.game.seed_hash)));
}

export function drawTools(table) {
  return [h("details", { class: "panel", open: table.game.status === "open" },
    h("summary", {}, t("tools")), invitation(table), leaving(table), fairness(table))];
}
