/**
 * What a game's drawing is: a folder `games/<rulebook>/` with
 *
 * - `index.js`, which exports exactly the four functions of `Drawing`;
 * - `texts.json`, its own texts in every language;
 * - `style.css`, its own styles.
 *
 * The shell asks the server, keeps what is chosen, and owns header, coach line, recap, action bar, tabs, sheets and
 * explanations. A drawing is pure: it is handed a `Scene` and answers with nodes, drafts and sentences; it asks nobody,
 * keeps nothing, and listens to nothing. README.md beside this file tells how the two work together.
 */

import type { Language, Score } from "../../../sdk/javascript/types.js";
import type { VirtualNode } from "../virtual_nodes.js";

export type Seat = number;
export type Move = { type: string; [field: string]: any };
export type Offer = { move: Move; label: string; ruling: string };
export type GameEvent = { id: number; type: string; seat: Seat; [field: string]: any };
export type Preview = { events: GameEvent[]; view: any | null; moves: Offer[] | null; score: Score | null };
export type { Score };

/** How much room there is: 1200 px and more, a tablet, a phone upright, a phone on its side. */
export type Size = "wide" | "medium" | "phone" | "low";
export type Tab = "board" | "mine" | "others";
export type Column = "left" | "stage" | "right" | "over";

/** All that a drawing knows. Nothing in it may be changed. */
export interface Scene {
  rulebook: string;
  /** What the viewer sees: the rulebook's typed view. */
  view: any;
  content: any;
  /** Names of ids, as `speak` gave them. */
  names: Map<string, string>;
  /** The viewer's seat; null for a spectator. */
  seat: Seat | null;
  /** Whose board is large: the viewer's own, or that of whom a spectator looks at. */
  shown: Seat;
  /** A seat's name as it is shown, with a word for the own one; 0 is the automa or nobody. */
  who(seat: Seat): string;
  /** Of each seat: name, kind, level, host, taken. */
  seats: { seat: Seat; name: string | null; kind: "human" | "bot"; level: string | null }[];
  /** Every legal move while the viewer decides, else empty. */
  moves: Offer[];
  isMine: boolean;
  isOver: boolean;
  score: Score | null;
  /** What was chosen and not yet played, in the drawing's own words; null when nothing is. */
  draft: any;
  /** What the chosen move would do, as soon as the server has answered; null until then and without a move. */
  preview: Preview | null;
  /** The view at the viewer's own last decision: whatever differs from it gets a halo. Null before the first, and while one is sent. */
  before: any | null;
  /** What each of the others did since the viewer's last turn, as `speak` tells it, and what it won them; beside the board the shell shows it already. */
  recap: { seat: Seat; name: string; text: string; gain: string }[];
  /** A thing that is being looked at closely, by `data-look`, in the drawing's own words: a plate, a seat. */
  look: any;
  size: Size;
  /** The room of the stage in pixels; on an upright phone, what is left for the board. */
  room: { width: number; height: number };
  language: Language;
  /** A text of the drawing's own `texts.json`, else of the shell's; `{name}` is replaced. */
  t(key: string, values?: Record<string, any>): string;
}

/**
 * One part of the table. The shell puts it into its column, in the order given, as `<section data-part="name">`, and
 * draws it again only when `from` differs from last time (as JSON). The smaller the parts, the quicker a tap.
 */
export interface Part {
  /** Unique; a replaced thing is another part: `plate-3`. */
  name: string;
  column: Column;
  /** On phones a part is shown on these tabs; "board" when left out. */
  tab?: Tab | Tab[];
  /** What it is called for those who hear it. */
  label?: string;
  /** All that it is drawn from. */
  from: unknown;
  draw(): VirtualNode | VirtualNode[];
}

/** A cost or a gain, in the action bar. */
export interface Effect {
  /** A name of `draw/icons.js`. */
  icon?: string;
  /** Rich text: `**bold**`, `_muted_`. */
  text: string;
  /** "cost", "gain" or none. */
  tone?: "cost" | "gain";
  /** What explains it. */
  about?: string;
}

/** A button of the action bar beside Play; pressing it touches something, it never plays. */
export interface Button {
  label: string;
  touch: string;
  icon?: string;
  pressed?: boolean;
}

/** What is chosen, and how the shell speaks about it. */
export interface Choice {
  draft: any;
  /** The legal move that Play plays; null while something is missing. */
  move: Move | null;
  /** First line of the action bar, rich text. */
  title: string;
  /** Beside it, in italics. */
  detail?: string;
  effects?: Effect[];
  /** At the end of the first line: what was done in this turn. Drawn as parts are. */
  aside?(): VirtualNode;
  /** One sentence: what can be done now, and why one would. Rich text. */
  coach: string;
  /** Beside it a question, and what explains its answer. */
  why?: { text: string; about: string };
  /** On the button: "Play", "Place +15". "Play" when left out. */
  play?: string;
  buttons?: Button[];
  /**
   * What was touched is not possible. With `move` the shell asks the server why (the refusal's sentence and ruling are
   * shown at the thing); `why` is said as it is. The draft stays.
   */
  refused?: { move?: Move; why?: string };
}

/** An explanation: a card with a title, sentences, and a drawing where one helps. */
export interface Explanation {
  title: string;
  /** Rich text, a paragraph each. */
  texts: string[];
  drawing?: VirtualNode;
}

/** A step of "How to play": a small live board and a few illustrated sentences. */
export interface Lesson {
  title: string;
  points: { glyph: VirtualNode; text: string }[];
  /** Below them, where there is room: signs that are worth knowing by heart. */
  legend?: { text: string; drawing: VirtualNode };
  /** What to try on the board; rich text. */
  task: string;
  /** A position that the real drawing code can draw; `draw` gets a scene made of it. */
  view: any;
  moves: Offer[];
  draft?: any;
  draw(scene: Scene): VirtualNode;
}

/** The words of a game. */
export interface Speech {
  /** Of everything that has an id. */
  names: Map<string, string>;
  /** Who sits at seat 0, as a key of the texts, where somebody does. */
  automa?: string;
  /** Words for fields of an event in the log, where the id or number alone would not do. */
  words(event: GameEvent, who: (seat: Seat) => string): Record<string, string>;
  /** What one seat did in one turn, as one short sentence without its name ("marked 5 stars"); "" for nothing. */
  recap(events: GameEvent[], who: (seat: Seat) => string): string;
  /** Chips of the header: how far the game is. */
  progress(scene: Scene): {
    text: string;
    about: string;
    icon?: string;
    full?: [at: number, last: number];
    drawing?: VirtualNode;
    isLabel?: boolean;
  }[];
  /** The phases of a turn by name, and which of them is now: shown beside the coach's sentence, explained as `phases`. Null where there is none now. */
  phases?(scene: Scene): { names: string[]; at: number } | null;
  /** Points by seat for the header, a word for who is done, and a sign of it where a tick would not do; left out where points are secret. */
  tally?(scene: Scene): { seat: Seat; total: number; done?: string; stamp?: () => VirtualNode }[];
  /** What `data-about` names: a term, or `kind:id`; null if nobody knows. */
  about(scene: Scene, term: string): Explanation | null;
  /** What a line of the ledger comes from, where its name alone would not do. */
  source?(line: { rule: string; source: string | null; amount: number }): string | null;
  /** What a seat may show of its game, as small drawings in squares of 60 around 0,0: they arch over the winner. */
  trophies?(scene: Scene, seat: Seat): VirtualNode[];
  /** Small boards of a moment, over the slider after the end: everybody's, or what all share; left out where there are none. Tall ones have more height than width. */
  minis?(scene: Scene, isTall?: boolean): { name: string; seat?: Seat; picture: VirtualNode }[];
  /** What of a game is worth a mark over its moves, after the end: a sign in a square of 24 around 0,0, and its name; null for most events. */
  milestone?(event: GameEvent): { sign: () => VirtualNode; name: string } | null;
  /** Titles of the five steps; `lessons.js` beside `index.js` exports `lessons(content, t): Lesson[]`, loaded when asked for. */
  steps: string[];
}

/** The four functions. */
export interface Drawing {
  /** Everything on the table, in parts. */
  board(scene: Scene): Part[];
  /** One seat: `small` beside the board, `large` when it is tapped and on the phone's Others, `mini` in lists and replays. */
  seat(scene: Scene, seat: Seat, size: "small" | "large" | "mini"): VirtualNode;
  /** What is chosen after `touched` (a `data-touch`, or `move:3`: the third of the legal moves from 0); with null, what is chosen now. */
  choose(scene: Scene, touched: string | null): Choice;
  /** The words of the game, in the content's language. */
  speak(content: any, t: Scene["t"]): Speech;
  /** Called once for a table where something is dragged, which `shell/input/drag.js` does. */
  hold?(shell: any): void;
}
