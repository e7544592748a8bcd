/** The header: home, progress of the game, whose turn it is and until when, help, log and settings. */

import { h, show } from "../../dom.js";
import { icon } from "../../draw/icons.js";
import { emblem, seatMark } from "../../draw/marks.js";
import { explained, gauge } from "../../draw/parts.js";
import { joinWithCommas, t } from "../../i18n.js";
import { countdown } from "./countdown.js";
import { openDrawer } from "../panels/drawer.js";
import { endReasonText } from "../net/event_text.js";

/** With a minus that is as wide as a plus. */
const withMinus = (number) => String(number).replace("-", "−");

const isShown = ({ game }) => game.view && game.status === "running";

const progressChip = ({ text, about, icon: glyph, full, drawing, isLabel }) =>
  explained(
    about,
    { class: isLabel ? "caps gauges-label" : full ? "muted gauged" : "pill muted", "aria-label": drawing && text },
    glyph && icon(glyph, 16),
    drawing ?? text,
    full && gauge(full),
  );

const progress = (shell) => (isShown(shell) ? shell.speech.progress(shell.scene()) : []);

/** Progress of the game, chip by chip: in the header, and on phones where there is room. */
export const progressChips = (shell) => progress(shell).map(progressChip);

/** Public points by seat; null where a game keeps them secret. */
const tally = (shell) => (isShown(shell) && shell.speech.tally ? shell.speech.tally(shell.scene()) : null);

/** The opponents with their points, in turn order; tapping one enlarges their board. */
const otherScores = (shell, points) =>
  h(
    "span",
    { class: `row tally of-${points.length}` },
    ...points
      .filter(({ seat }) => seat !== shell.game.seat)
      .map(({ seat, total, done, stamp }) =>
        h(
          "button",
          {
            type: "button",
            class: `pill tallied ${done ? "done" : ""}`,
            "data-look": `seat:${seat}`,
            "data-key": `tally-${seat}`,
            "aria-label": [shell.who(seat), withMinus(total), done].filter((each) => each !== undefined).join(", "),
          },
          seatMark(seat, 15),
          h("span", { class: "tallied-name" }, shell.who(seat)),
          h("b", {}, withMinus(total)),
          done &&
            h(
              "span",
              { class: "row tallied-done" },
              stamp?.() ?? icon("check", 15),
              h("span", { class: "tallied-name" }, done),
            ),
        ),
      ),
  );

/** After the end: everybody's points, with a mark for the winner. */
function finalScores({ game, who }) {
  const { winners = [], seats = [] } = game.result ?? {};
  return h(
    "span",
    { class: "row results wide-only" },
    ...seats.map(({ seat, total }) =>
      h(
        "span",
        { class: winners.includes(seat) ? "pill winner" : "pill" },
        seatMark(seat, 15),
        h("span", { class: "tallied-name" }, who(seat)),
        h("b", {}, withMinus(total)),
      ),
    ),
  );
}

/** Marks of the seats in turn order, beginning after the one who decides. */
function turnOrder(shell) {
  const { game } = shell;
  if (game.deciders.length !== 1 || game.seats.length < 3) return null;
  const count = game.seats.length;
  const seats = Array.from({ length: count - 1 }, (_, step) => ((game.deciders[0] + step) % count) + 1);
  return h(
    "span",
    { class: "row order wide-only", "aria-hidden": "true" },
    ...seats.map((seat) => h("span", { class: "row" }, seatMark(seat, 16), h("span", { class: "muted" }, "›"))),
  );
}

function statusText(shell) {
  const { game, who } = shell;
  if (game.status === "finished") {
    const winners = game.result?.winners ?? [];
    return t(winners.length > 1 ? "status.shared" : "status.won", { names: joinWithCommas(winners.map(who)) });
  }
  if (game.status !== "running") return t(`status.${game.status}`);
  if (game.paused_at) return t("status.paused");
  return game.deciders.includes(game.seat)
    ? t("status.yours")
    : t("status.others", { names: joinWithCommas(game.deciders.map(who)) });
}

function turnStatus(shell, points) {
  const { game } = shell;
  const own = points?.find(({ seat }) => seat === game.seat)?.total;
  const isGoing = game.status === "running" && !game.paused_at;
  const isMine = isGoing && game.deciders.includes(game.seat);
  const seat = isMine ? game.seat : game.deciders[0];
  const why = game.end_reason && endReasonText(shell, game.end_reason);
  return h(
    "h2",
    {
      class: `pill ${isGoing ? "turn" : ""} ${isMine ? "mine" : ""} pens-${seat ?? 0}`,
      "data-status": game.status,
      title: why,
    },
    isGoing && seat !== undefined && seatMark(seat, 16),
    h("span", { class: "turn-word" }, statusText(shell)),
    isGoing && own !== undefined && h("b", { class: "turn-total" }, withMinus(own)),
  );
}

/** Lets everybody who is seated resume a paused game. */
const resumeButton = (shell) =>
  shell.game.paused_at &&
  shell.game.seat &&
  h(
    "button",
    {
      type: "button",
      class: "resume",
      "aria-label": t("tools.resume"),
      "data-key": "resume",
      onclick: () => shell.live.resume().catch(shell.hooks.showError),
    },
    icon("play", 16),
    h("span", { class: "wide-only" }, t("tools.resume")),
  );

const toolButton = (shell, name, glyph, label) =>
  h(
    "button",
    {
      type: "button",
      class: name === "rules" ? "round" : "plain",
      "aria-label": label,
      "data-key": `tool-${name}`,
      onclick: () => openDrawer(shell, name),
    },
    glyph,
  );

export function drawHeader(shell) {
  const { game } = shell;
  const chips = progress(shell);
  const points = tally(shell);
  const key = JSON.stringify([
    game.status,
    game.end_reason,
    game.deciders,
    game.deadline,
    game.clocks,
    game.paused_at,
    game.seats,
    game.result,
    chips.map((each) => each.text),
    points,
  ]);
  if (shell.headerKey === key) return;
  shell.headerKey = key;
  const home = (event) => {
    event.preventDefault();
    shell.hooks.goHome();
  };
  shell.parts.top.className = [
    "top",
    points && `with-tally of-${points.length}`,
    game.paused_at && "is-paused",
    points?.some(({ done }) => done) && "with-done",
    chips.some(({ full }) => full) && "with-gauges",
  ]
    .filter(Boolean)
    .join(" ");
  show(
    shell.parts.top,
    h(
      "a",
      { class: "brand", href: "/#", onclick: home, "data-key": "home", "aria-label": t("home") },
      emblem(30),
      h("span", { class: "wide-only" }, "Almagest"),
    ),
    h("h1", {}, shell.name),
    h("span", { class: "row progress" }, ...chips.map(progressChip)),
    h("span", { class: "spread" }),
    game.status === "finished" ? finalScores(shell) : points ? otherScores(shell, points) : turnOrder(shell),
    turnStatus(shell, points),
    resumeButton(shell),
    countdown(shell),
    toolButton(shell, "rules", "?", t("tool.rules")),
    toolButton(shell, "log", icon("log", 20), t("log")),
    toolButton(shell, "menu", icon("gear", 20), t("tool.menu")),
  );
}
