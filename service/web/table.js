/** The table: one game, drawn anew whenever something happened. */

import * as api from "./api.js";
import { h, show } from "./dom.js";
import { drawingOf } from "./games/index.js";
import { t } from "./i18n.js";
import { follow } from "./live.js";
import { drawMoves } from "./moves.js";
import { drawLedger } from "./score.js";
import { dropSeat, heldSeat, keptInvite } from "./seats.js";
import { drawSeats, drawStatus, drawTools } from "./seating.js";
import { sittingForm } from "./sitting.js";
import { told } from "./telling.js";

const NO_MOVES = { version: 0, moves: [], unavailable: [] };
const SCORED = ["running", "scoring", "finished"];
const OVER = ["finished", "abandoned"];

class Table {
  constructor(page, id, hooks) {
    Object.assign(this, { page, id, hooks, moves: NO_MOVES, pick: {}, busy: false, newest: 0, looking: null, wanted: false });
    this.stopped = new AbortController();
    this.parts = {};
    this.drawn = {};
    for (const name of ["status", "seats", "board", "bar", "moves", "score", "tools"]) {
      this.parts[name] = h("div", { class: name });
    }
    this.parts.status.setAttribute("aria-live", "polite");
    this.parts.log = h("ol", { class: "log", role: "log", "aria-label": t("log"), tabindex: 0 });
  }

  get token() {
    return heldSeat(this.id)?.token;
  }

  /** Nothing more will happen, and all that happened is told. */
  get isDone() {
    return OVER.includes(this.game.status) && this.newest >= this.game.last_event;
  }

  /** A name, with a word for the own seat; seat 0 is the dreamer. */
  who = (seat) => {
    const name = this.game.seats.find((each) => each.seat === seat)?.name ?? (seat ? t("seat", { seat }) : t("dreamer"));
    return seat === this.game.seat ? t("you", { name }) : name;
  };

  async open() {
    if (!this.token && keptInvite(this.id)) {
      this.askToSit();
      return;
    }
    try {
      this.game = await this.look();
    } catch (error) {
      if (error.code !== "token_needed") throw error;
      this.askToSit();
      return;
    }
    this.content = await api.content(this.game.rulebook, this.game.options.pack);
    this.drawing = drawingOf(this.game.rulebook);
    this.names = this.drawing.names(this.content);
    await this.tellPast();
    await this.refresh();
    this.layOut();
    if (!this.isDone) follow(this, this.stopped.signal);
  }

  /** A token that is no longer good is forgotten; of a public game one still sees what everybody sees. */
  async look() {
    try {
      return await api.look(this.id, this.token);
    } catch (error) {
      if (error.code !== "token_unknown") throw error;
      dropSeat(this.id);
      return api.look(this.id);
    }
  }

  /** A private game shows nothing before one sits at it. */
  askToSit() {
    show(this.page, sittingForm(this.id, true, this.hooks, () => this.open().catch(this.hooks.tell)));
  }

  layOut() {
    const { status, seats, board, bar, moves, score, tools, log } = this.parts;
    const sit = h("div", { class: "sitting" });
    this.parts.sit = sit;
    show(this.page,
      h("div", { class: `table ${this.game.rulebook}` },
        h("section", { class: "play", "aria-label": t("board") }, status, sit, seats, board, bar),
        h("section", { class: "side", "aria-label": t("moves") }, moves, score,
          h("details", { class: "panel", open: true }, h("summary", {}, t("log")), log), tools)));
    this.render();
  }

  async tellPast() {
    for (let page = null; !page || page.events.length; ) {
      page = await api.events(this.id, this.token, this.newest, 0);
      this.tell(page.events);
    }
  }

  /** Adds events to the log, the newest on top; the same event is never told twice. */
  tell(events) {
    const fresh = events.filter((event) => event.id > this.newest);
    if (!fresh.length) return;
    this.newest = fresh.at(-1).id;
    const lines = fresh.map((event) => h("li", { class: `pen-${event.seat}` }, told(this, event)));
    this.parts.log.prepend(...lines.reverse());
  }

  /** The game and its moves at the same version: between two requests somebody may have moved. */
  async lookWithMoves() {
    for (;;) {
      const game = await this.look();
      const mayMove = game.seat && game.status === "running";
      const [moves, ledger] = await Promise.all([
        mayMove ? api.moves(this.id, this.token) : { ...NO_MOVES, version: game.version },
        SCORED.includes(game.status) ? api.score(this.id, this.token) : null,
      ]);
      if (moves.version === game.version) return { game, moves, ledger };
    }
  }

  /** Looks again and draws. Several calls at once share their looks; each is answered by a look begun after it. */
  refresh() {
    this.wanted = true;
    this.looking ??= this.lookWhileWanted().finally(() => {
      this.looking = null;
    });
    return this.looking;
  }

  async lookWhileWanted() {
    while (this.wanted && !this.stopped.signal.aborted) {
      this.wanted = false;
      this.accept(await this.lookWithMoves());
    }
  }

  /** What was chosen on the board stays as long as the same moves are legal, whatever others do meanwhile. */
  accept({ game, moves, ledger }) {
    if (this.stopped.signal.aborted) return;
    if (JSON.stringify(moves.moves) !== JSON.stringify(this.moves.moves)) this.pick = {};
    Object.assign(this, { game, moves, ledger });
    if (this.parts.sit) this.render();
  }

  /** Plays a move; what came of it is told with all other events, in their order. */
  play = async (move) => {
    if (this.busy) return;
    this.busy = true;
    this.hooks.hush();
    this.page.setAttribute("aria-busy", "true");
    try {
      await api.play(this.id, this.token, this.moves.version, move);
    } catch (error) {
      this.hooks.tell(error.status === 412 ? { ...error, message: t("stale"), ruling: "" } : error);
    }
    await this.refresh().catch(this.hooks.tell);
    this.busy = false;
    this.page.removeAttribute("aria-busy");
  };

  choose = (pick) => {
    this.pick = pick;
    this.renderBoard();
  };

  render() {
    const { parts, game } = this;
    document.title = `${game.deciders.includes(game.seat) ? "● " : ""}${t("title", { id: game.id })}`;
    const status = drawStatus(this);
    this.renderChanged("status", [game.status, ...status.map((node) => node.textContent)], () => status);
    show(parts.seats, ...drawSeats(this));
    show(parts.score, this.ledger && drawLedger(this));
    const { moves, unavailable } = this.moves;
    this.renderChanged("moves", [game.status, game.seat, moves, unavailable], () => [drawMoves(this)]);
    this.renderChanged("tools", [game.status, game.seat], () => drawTools(this));
    if (this.ledger?.final) parts.seats.after(parts.score);
    this.renderSitting();
    this.renderBoard();
  }

  /** What is being typed or has been opened stays, as long as what it was drawn from is the same. */
  renderChanged(name, source, make) {
    const key = JSON.stringify(source);
    if (this.drawn[name] === key) return;
    this.drawn[name] = key;
    show(this.parts[name], ...make());
  }

  renderSitting() {
    const wanted = this.game.status === "open" && !this.game.seat;
    if (wanted === this.parts.sit.hasChildNodes()) return;
    const seated = () => this.refresh().catch(this.hooks.tell);
    show(this.parts.sit, wanted && sittingForm(this.id, false, this.hooks, seated));
  }

  renderBoard() {
    const { board, bar } = this.drawing.draw(this.scene());
    show(this.parts.board, this.game.view ? board : h("p", { class: "quiet" }, t("waiting_for_players")));
    show(this.parts.bar, bar);
  }

  /** What a game's drawing is made from. */
  scene() {
    const { content, names, who, pick, choose, play, game } = this;
    return { view: game.view, content, names, who, pick, choose, play, seat: game.seat, moves: this.moves.moves };
  }
}

/** Opens a table; the answer closes it. */
export function openTable(page, id, hooks) {
  const table = new Table(page, id, hooks);
  show(page, h("p", { class: "quiet" }, t("loading")));
  table.open().catch((error) => {
    show(page);
    hooks.tell(error);
  });
  return () => table.stopped.abort();
}
