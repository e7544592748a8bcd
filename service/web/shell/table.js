/** The table: one game. It keeps what is chosen, asks what it would do, plays it, and draws what changed. */

import { loadChunk } from "../chunks.js";
import { loadTexts, t } from "../i18n.js";
import { Asking } from "./net/preview.js";
import { drawBar } from "./draw/bar.js";
import { stayCalled } from "./net/notifications.js";
import { confirmed } from "./input/confirm.js";
import { followDrawer, openDrawer } from "./panels/drawer.js";
import { closeExplanation, explain } from "./panels/sheets.js";
import { Gestures } from "./input/gestures.js";
import { drawHeader } from "./draw/header.js";
import { drawHints, Hints } from "./panels/hints.js";
import { Journal } from "./net/journal.js";
import { layOut } from "./draw/layout.js";
import { Places } from "./draw/columns.js";
import { Pointing } from "./input/focus_preview.js";
import { drawRecap } from "./draw/recap.js";
import { nameAt, roomOf, sceneOf, sizeNow } from "./draw/scene.js";
import { Sending } from "./net/send_move.js";
import { drawTabs } from "./draw/tabs.js";
import { toBoard, Touching } from "./input/touch.js";
import { announceTurn, restTitle } from "./net/turn_signal.js";
import { drawWaiting } from "./draw/waiting.js";
import { drawCoach } from "./draw/coach.js";
import { refuse } from "./panels/refusal.js";

/** Loads what comes after the end of a game only then. */
async function showAfter(shell) {
  const [{ drawAfter }] = await Promise.all([loadChunk("end/after.js", "styles/end.css"), loadTexts("after", "end/")]);
  if (!shell.stop.signal.aborted) drawAfter(shell);
}

export class Shell {
  /** What `learn` knows of the game: content, drawing, its words. @type {any} */
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
  /** What is chosen and not yet played, and what was chosen before it. @type {any} */
  draft = null;
  drafts = [];
  preview = null;
  look = null;
  /** Whom somebody who only watches looks at; null for whose turn it is. @type {number | null} */
  watched = null;
  isBusy = false;
  isFolded = false;
  ended = false;
  /** @type {import("../end/replay.js").Replay | null} */
  replay = null;

  constructor(page, live, knowledge, hooks) {
    this.page = page;
    this.live = live;
    this.hooks = hooks;
    Object.assign(this, knowledge);
    this.state = "live";
    this.tab = "board";
    this.offered = "";
    this.listed = undefined;
    this.wasMine = false;
    this.room = { width: 0, height: 0 };
    this.journal = new Journal(this);
    this.asking = new Asking(this);
    this.sending = new Sending(this);
    this.pointing = new Pointing(this);
    this.hints = new Hints(this);
    this.places = new Places();
    this.size = sizeNow();
    this.stop = new AbortController();
  }

  get game() {
    return this.live.game;
  }

  get isMine() {
    return this.live.isMine && !this.isBusy && !this.game.paused_at;
  }

  /** A name, with a word for the own seat; seat 0 is the automa or the table itself. */
  who = (seat) => nameAt(this, seat);

  /** What the drawing is made from. */
  scene(more = {}) {
    return sceneOf(this, more);
  }

  open() {
    layOut(this);
    this.touching = new Touching(this);
    this.gestures = new Gestures(this);
    addEventListener("resize", this.resized, this.stop);
    this.live.follow(this.hear);
    this.render();
    this.sending.send();
    stayCalled(this);
    if (this.hooks.learn) openDrawer(this, "rules");
  }

  close() {
    this.stop.abort();
    this.forgetDraft();
    this.replay?.close();
    clearTimeout(this.later);
    closeExplanation();
    restTitle();
    this.page.removeAttribute("aria-busy");
    this.live.close();
  }

  resized = () => {
    this.size = sizeNow();
    this.render();
  };

  /** Whatever comes from the client is drawn; nothing is asked for. */
  hear = (message) => {
    if (message.type === "event") this.journal.tell(message.event);
    else if (message.type === "frame") this.render();
    else if (message.type === "connection") this.connect(message.state);
    else if (message.type === "restored") this.goBack(message.to);
    else if (message.type === "ended") this.hooks.tell(message.problem);
    if (["event", "over"].includes(message.type)) this.later ??= setTimeout(this.catchUp, 60);
  };

  /** Events come in bursts: log and recap follow once. */
  catchUp = () => {
    this.later = undefined;
    if (this.stop.signal.aborted) return;
    this.render();
    followDrawer(this);
  };

  /** The server has forgotten some of what it told. */
  goBack(to) {
    this.journal.goBack(to);
    this.hooks.tell({ message: t("restored"), ruling: "" });
  }

  /** A move that found nobody is sent as soon as somebody is there again. */
  connect(state) {
    this.state = state;
    this.sayConnection();
    if (state === "live") this.sending.send();
  }

  sayConnection() {
    this.hooks.connected(this.state, Boolean(this.live.kept));
  }

  /** A thing was touched: what it means is the drawing's to say. */
  touch = (touched, node = null) => {
    if (!this.isMine) return this.explainOf(node);
    const choice = this.drawing.choose(this.scene({ preview: null }), touched);
    if (choice.refused) return refuse(this, choice.refused, node);
    this.drafts.push(this.draft);
    this.take(choice);
  };

  explainOf(node) {
    if (node?.dataset.about) explain(this, node.dataset.about, node);
  }

  /** Back to before the last touch. */
  undo = () => {
    this.draft = this.drafts.pop() ?? null;
    this.take(this.drawing.choose(this.scene({ preview: null }), null));
  };

  take(choice) {
    this.asking.drop();
    this.draft = choice.draft;
    this.preview = null;
    this.renderChoice(this.scene(), choice);
    if (choice.move) this.asking.about(choice.move, (preview) => Object.assign(this, { preview }).renderChoice());
  }

  /** Plays what is chosen. */
  playChosen = () => {
    const choice = this.drawing.choose(this.scene(), null);
    if (choice.move) confirmed(choice, () => this.play(choice.move));
  };

  play = async (move) => {
    if (this.live.kept) return this.sending.send();
    this.hooks.hush();
    this.forgetDraft();
    await this.sending.wait(this.live.play(move));
  };

  forgetDraft() {
    this.asking.drop();
    this.pointing.drop();
    this.hints.forget();
    Object.assign(this, { draft: null, drafts: [], preview: null });
  }

  /** A thing is looked at closely; nothing is chosen by it. */
  lookAt = (look) => {
    this.look = look;
    this.render();
    this.gestures.see();
  };

  fold = () => {
    this.isFolded = !this.isFolded;
    this.render();
  };

  show = (tab) => {
    this.tab = tab;
    if (tab === "others") this.journal.seenOthers();
    this.render();
  };

  /** What was chosen on the board stays as long as the same moves are legal, whatever others do meanwhile. */
  keepDraft() {
    if (this.live.moves === this.listed) return;
    this.listed = this.live.moves;
    const offered = JSON.stringify(this.live.moves ?? []);
    if (offered !== this.offered) this.forgetDraft();
    this.offered = offered;
  }

  render() {
    if (this.stop.signal.aborted) return;
    this.room = roomOf(this);
    this.keepDraft();
    Object.assign(this.root.dataset, { tab: this.tab, status: this.game.status });
    announceTurn(this);
    drawHeader(this);
    this.root.classList.toggle("empty-table", !this.game.view);
    if (!this.game.view) return drawWaiting(this);
    if (this.game.status === "finished") return showAfter(this);
    this.renderTable();
  }

  renderTable() {
    const scene = this.scene();
    this.root.classList.toggle("mine", scene.isMine);
    this.renderChoice(scene);
    drawRecap(this);
    drawTabs(this);
    if (scene.isMine && !this.wasMine) toBoard(this);
    this.wasMine = scene.isMine;
  }

  /** All that changes with what is chosen: a tap draws nothing else. */
  renderChoice(scene = this.scene(), choice = this.drawing.choose(scene, null)) {
    this.places.draw(this, this.drawing.board(scene));
    if (!this.parts.over.hasChildNodes()) this.isFolded = false;
    this.root.classList.toggle("folded", this.isFolded);
    drawCoach(this, choice, scene);
    drawHints(this, choice);
    drawBar(this, choice);
  }
}
