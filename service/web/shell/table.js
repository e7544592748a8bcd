/** The table of one game: keeps what is chosen, previews it, plays it, and draws what changed. */

import { loadChunk } from "../chunks.js";
import { loadTexts, t } from "../i18n.js";
import { Previewer } from "./net/preview.js";
import { drawBar } from "./draw/bar.js";
import { renewSubscription } from "./net/notifications.js";
import { confirmThen } from "./input/confirm.js";
import { updateLog, openDrawer } from "./panels/drawer.js";
import { closeExplanation, explain } from "./panels/sheets.js";
import { Gestures } from "./input/gestures.js";
import { drawHeader } from "./draw/header.js";
import { drawPauseBanner } from "./draw/pause_banner.js";
import { drawHints, Hints } from "./panels/hints.js";
import { Journal } from "./net/journal.js";
import { createLayout } from "./draw/layout.js";
import { Columns } from "./draw/columns.js";
import { FocusPreview } from "./input/focus_preview.js";
import { drawRecap } from "./draw/recap.js";
import { seatName, stageRoom, sceneOf, sizeNow } from "./draw/scene.js";
import { MoveSender } from "./net/send_move.js";
import { drawTabs } from "./draw/tabs.js";
import { focusBoard, TouchInput } from "./input/touch.js";
import { announceTurn, resetTitle } from "./net/turn_signal.js";
import { drawWaiting } from "./draw/waiting.js";
import { drawCoach } from "./draw/coach.js";
import { refuse } from "./panels/refusal.js";

/** Loads the code for a finished game only when it is needed. */
async function loadAfterGame(shell) {
  const [{ drawAfter }] = await Promise.all([loadChunk("end/after.js", "styles/end.css"), loadTexts("after", "end/")]);
  if (!shell.stop.signal.aborted) drawAfter(shell);
}

export class Shell {
  /** What `loadGame` found: content, drawing, texts. @type {any} */
  content;
  /** @type {import("../games/contract.js").Drawing} */
  drawing;
  /** @type {import("../games/contract.js").Speech} */
  speech;
  /** @type {(key: string, values?: Record<string, any>) => string} */
  t;
  /** The page, and the parts of it that are drawn. @type {HTMLElement} */
  root;
  /** @type {Record<string, HTMLElement>} */
  parts;
  /** The draft (what is chosen and not yet played), and the drafts before it, for Undo. @type {any} */
  draft = null;
  drafts = [];
  preview = null;
  look = null;
  /** The seat that a spectator selected; null for whose turn it is. @type {number | null} */
  watched = null;
  isBusy = false;
  isFolded = false;
  ended = false;
  /** @type {import("../end/replay/replay.js").Replay | null} */
  replay = null;

  constructor(page, live, knowledge, hooks) {
    this.page = page;
    this.live = live;
    this.hooks = hooks;
    Object.assign(this, knowledge);
    this.state = "live";
    this.tab = "board";
    this.lastMovesKey = "";
    this.lastMoves = undefined;
    this.wasMine = false;
    this.room = { width: 0, height: 0 };
    this.journal = new Journal(this);
    this.previewer = new Previewer(this);
    this.sender = new MoveSender(this);
    this.focusPreview = new FocusPreview(this);
    this.hints = new Hints(this);
    this.columns = new Columns();
    this.size = sizeNow();
    this.stop = new AbortController();
  }

  get game() {
    return this.live.game;
  }

  get isMine() {
    return this.live.isMine && !this.isBusy && !this.game.paused_at;
  }

  /** A seat's name, with a word for the viewer's own; seat 0 is the automa or the table itself. */
  who = (seat) => seatName(this, seat);

  /** The scene for the game's drawing. */
  scene(more = {}) {
    return sceneOf(this, more);
  }

  open() {
    createLayout(this);
    this.touchInput = new TouchInput(this);
    this.gestures = new Gestures(this);
    addEventListener("resize", this.handleResize, this.stop);
    this.live.follow(this.handleMessage);
    this.render();
    this.sender.resendKept();
    renewSubscription(this);
    if (this.hooks.learn) openDrawer(this, "rules");
  }

  close() {
    this.stop.abort();
    this.clearDraft();
    this.replay?.close();
    clearTimeout(this.renderTimer);
    closeExplanation();
    resetTitle();
    this.page.removeAttribute("aria-busy");
    this.live.close();
  }

  handleResize = () => this.render();

  /** Draws what the client receives; asks for nothing. */
  handleMessage = (message) => {
    if (message.type === "event") this.journal.add(message.event);
    else if (message.type === "frame") this.render();
    else if (message.type === "connection") this.setConnection(message.state);
    else if (message.type === "restored") this.handleRestore(message.to);
    else if (message.type === "ended") this.hooks.showError(message.problem);
    if (["event", "over"].includes(message.type)) this.renderTimer ??= setTimeout(this.catchUp, 60);
  };

  /** Draws log and recap once after a burst of events. */
  catchUp = () => {
    this.renderTimer = undefined;
    if (this.stop.signal.aborted) return;
    this.render();
    updateLog(this);
  };

  /** Drops events that the server lost when it was restored from a backup. */
  handleRestore(to) {
    this.journal.truncate(to);
    this.hooks.showError({ message: t("restored"), ruling: "" });
  }

  /** Sends a kept move as soon as the connection is back. */
  setConnection(state) {
    this.state = state;
    this.showConnection();
    if (state === "live") this.sender.resendKept();
  }

  showConnection() {
    this.hooks.showConnection(this.state, Boolean(this.live.kept));
  }

  /** Asks the drawing what touching a thing means. */
  touch = (touched, node = null) => {
    if (!this.isMine) return this.explainNode(node);
    const choice = this.drawing.choose(this.scene({ preview: null }), touched);
    if (choice.refused) return refuse(this, choice.refused, node);
    this.drafts.push(this.draft);
    this.setChoice(choice);
  };

  explainNode(node) {
    if (node?.dataset.about) explain(this, node.dataset.about, node);
  }

  /** Undoes the last touch. */
  undo = () => {
    this.draft = this.drafts.pop() ?? null;
    this.setChoice(this.drawing.choose(this.scene({ preview: null }), null));
  };

  setChoice(choice) {
    this.previewer.cancel();
    this.draft = choice.draft;
    this.preview = null;
    this.renderChoice(this.scene(), choice);
    if (choice.move) this.previewer.request(choice.move, (preview) => Object.assign(this, { preview }).renderChoice());
  }

  playChoice = () => {
    const choice = this.drawing.choose(this.scene(), null);
    if (choice.move) confirmThen(choice, () => this.play(choice.move));
  };

  play = async (move) => {
    if (this.live.kept) return this.sender.resendKept();
    this.hooks.clearError();
    this.clearDraft();
    await this.sender.awaitAnswer(this.live.play(move));
  };

  clearDraft() {
    this.previewer.cancel();
    this.focusPreview.clear();
    this.hints.clear();
    Object.assign(this, { draft: null, drafts: [], preview: null });
  }

  /** Looks at a thing closely; chooses nothing. */
  lookAt = (look) => {
    this.look = look;
    this.render();
    this.gestures.updateMapFrame();
  };

  toggleFold = () => {
    this.isFolded = !this.isFolded;
    this.render();
  };

  showTab = (tab) => {
    this.tab = tab;
    if (tab === "others") this.journal.markOthersSeen();
    this.render();
  };

  /** Keeps the draft as long as the same moves are legal, whatever others do meanwhile. */
  dropStaleDraft() {
    if (this.live.moves === this.lastMoves) return;
    this.lastMoves = this.live.moves;
    const offered = JSON.stringify(this.live.moves ?? []);
    if (offered !== this.lastMovesKey) this.clearDraft();
    this.lastMovesKey = offered;
  }

  render() {
    if (this.stop.signal.aborted) return;
    this.size = sizeNow();
    this.room = stageRoom(this);
    this.dropStaleDraft();
    Object.assign(this.root.dataset, { tab: this.tab, status: this.game.status });
    announceTurn(this);
    drawHeader(this);
    drawPauseBanner(this);
    this.root.classList.toggle("empty-table", !this.game.view);
    if (!this.game.view) return drawWaiting(this);
    if (this.game.status === "finished") return loadAfterGame(this);
    this.renderTable();
  }

  renderTable() {
    const scene = this.scene();
    this.root.classList.toggle("mine", scene.isMine);
    this.renderChoice(scene);
    drawRecap(this);
    drawTabs(this);
    if (scene.isMine && !this.wasMine) focusBoard(this);
    this.wasMine = scene.isMine;
  }

  /** Draws all that depends on the choice: a tap draws nothing else. */
  renderChoice(scene = this.scene(), choice = this.drawing.choose(scene, null)) {
    this.columns.draw(this, this.drawing.board(scene));
    if (!this.parts.over.hasChildNodes()) this.isFolded = false;
    this.root.classList.toggle("folded", this.isFolded);
    drawCoach(this, choice, scene);
    drawHints(this, choice);
    drawBar(this, choice);
  }
}
