// Generated from the server's description by `make sdk`. Do not edit: the next run overwrites it.
/** Almagest's client for browsers, Node and React Native: one request per move, and none for the moves of others. */

import type {
  ByRulebook, GameNews, GamePage, GameWish, Language, Level, MyGamePage, NewGame, PlayerToken, ProblemCode, QuickWish, RulebookAnswer, Score, Status, UnavailableMove,
} from "./types.js";

export type * from "./types.js";

/** The games that the description knows. A `Table` of none in particular is one of all of them, told apart by `rulebook`. */
export type Known = keyof ByRulebook;
type Part<R extends Known, P extends keyof ByRulebook[Known]> = { [K in R]: ByRulebook[K][P] }[R];

/** What is used of `localStorage`. */
export interface KeyValueStorage {
  readonly length: number;
  key(index: number): string | null;
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
}

/** Forgets with the process. */
export class MemoryStorage implements KeyValueStorage {
  readonly length: number;
  key(index: number): string | null;
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
}

/** Milliseconds; pauses double from `first` to `longest`, and Retry-After goes before. */
export interface Retry {
  attempts: number;
  first: number;
  longest: number;
  timeout: number;
}

export interface Options {
  language?: Language | (() => Language);
  /** Of the seat that `games.resume` takes where none is kept; a player's is good for `me`, and for all of its seats. */
  token?: string | null;
  /** Of an app: what is created with it is the app's. A key is for servers, never for a page. */
  key?: string | null;
  /** Where seats and unanswered moves are kept; in a browser `localStorage`. */
  storage?: KeyValueStorage;
  retry?: Partial<Retry>;
  /** For a platform without `crypto`, as React Native: so many random bytes. Without both, nothing is contributed to the deal. */
  randomBytes?: (count: number) => ArrayLike<number>;
  fetch?: typeof fetch;
}

/** An error answer, or a server that does not answer (`unreachable`). `move_kept`: another move waits for its answer;
 *  `seed_changed`: the server changed the commitment of the deal while one joined. */
export class Problem extends Error {
  readonly status: number;
  readonly code: ProblemCode | "unreachable" | "unknown" | "move_kept" | "seed_changed";
  readonly detail: string;
  readonly ruling: string;
  readonly rulingTitle: string;
  readonly retryAfter: number;
  readonly body: Partial<import("./types.js").Problem>;
  /** It may be otherwise in a moment: nothing was decided about the request. */
  readonly isPassing: boolean;
}

/** A move that nobody has answered yet. */
export interface KeptMove<R extends Known = Known> {
  key: string;
  version: number;
  move: Part<R, "Move">;
}

/** What a listener is told. */
export type Message<R extends Known = Known> =
  | { type: "event"; event: Part<R, "Event"> }
  | { type: "frame"; frame: Part<R, "Frame"> }
  /** The server's store came back older than what was told: events after `to` are void. */
  | { type: "restored"; from: number; to: number }
  | { type: "connection"; state: "live" | "away" | "offline"; problem: Error | null }
  | { type: "over" }
  | { type: "ended"; problem: Problem };

/** A move, or what has one: an offer of `moves`, a hint. */
export type Playable<R extends Known = Known> = Part<R, "Move"> | { readonly move: Part<R, "Move"> };

export class Table<R extends Known = Known> {
  private constructor();
  readonly id: string;
  readonly rulebook: R;
  readonly token: string | null;
  readonly invite: string | null;
  /** Where it was created for an app's users: the token of each seat, by the app's name for its user. */
  readonly tokens: Readonly<Record<string, string>>;
  /** The whole game: who sits where, options, hashes; brought up to date by frames. */
  readonly game: Part<R, "Game">;
  readonly frame: Part<R, "Frame">;
  readonly view: Part<R, "View"> | null;
  /** Every legal move while the own seat decides, else null. */
  readonly moves: Array<Part<R, "Offer">> | null;
  readonly score: Score | null;
  readonly seat: number | null;
  readonly status: Status;
  readonly version: number;
  /** The number of the last event that listeners were told. */
  readonly told: number;
  /** Whether the own last move can be taken back. */
  readonly canTakeBack: boolean;
  /** Whether hints can be asked for now. */
  readonly canAskHints: boolean;
  readonly isMine: boolean;
  readonly isOver: boolean;
  readonly isTold: boolean;
  readonly kept: KeptMove<R> | null;
  /** Plays a move, or the move of an offer or a hint, exactly once. While nobody answers it is kept, also over a reload; then see `resend`. */
  play(move: Playable<R>, options?: { signal?: AbortSignal }): Promise<Part<R, "PlayedMove">>;
  /** Sends the kept move; null if there is none. */
  resend(options?: { signal?: AbortSignal }): Promise<Part<R, "PlayedMove"> | null>;
  /** Takes the own last move back. */
  takeBack(options?: { signal?: AbortSignal }): Promise<Part<R, "PlayedMove">>;
  preview(move: Playable<R>, options?: { signal?: AbortSignal }): Promise<Part<R, "Preview">>;
  /** What the strong bot would play for the own decision, the best first. */
  hints(options?: { signal?: AbortSignal }): Promise<Part<R, "Hints">>;
  whyNot(): Promise<UnavailableMove[]>;
  replay(): Promise<Part<R, "Replay">>;
  /** How a finished game went: expected points and turning points. */
  analysis(options?: { signal?: AbortSignal }): Promise<Part<R, "Analysis">>;
  handToBot(seat: number): Promise<Part<R, "Frame">>;
  resign(options?: { level?: Level }): Promise<void>;
  /** Be called by Web Push whenever the seat has to decide; the answer names the device. */
  callOn(subscription: { toJSON(): { endpoint?: string; keys?: Record<string, string> } }): Promise<string>;
  /** Not on this device any more; without one, on none. */
  callNoMore(device?: string): Promise<unknown>;
  /** Pauses; where others play, proposes a pause or agrees to one. */
  pause(): Promise<Part<R, "Frame">>;
  /** Resumes; where a pause is only proposed, declines or withdraws it. */
  resume(): Promise<Part<R, "Frame">>;
  /** Votes for another host while the host is away. */
  replaceHost(): Promise<Part<R, "Frame">>;
  delete(): Promise<void>;
  leave(): Promise<void>;
  refresh(): Promise<Part<R, "Frame">>;
  /** Calls the listener with all that happens; the answer ends it. */
  follow(listener: (message: Message<R>) => void): () => void;
  /** True once the own seat has to decide, false once the game is over; follows until then and goes on to. */
  myTurn(): Promise<boolean>;
  close(): void;
}

export interface Games {
  create<R extends Known>(wish: Omit<GameWish, "rulebook"> & { rulebook: R }): Promise<Table<R>>;
  /** Takes a free seat; with a player's token that player does. */
  join<R extends Known = Known>(id: string, who: { name: string; invite?: string }): Promise<Table<R>>;
  resume<R extends Known = Known>(id: string, options?: { token?: string; after?: number }): Promise<Table<R>>;
  watch<R extends Known = Known>(id: string, options?: { after?: number }): Promise<Table<R>>;
  quick<R extends Known>(wish: Omit<QuickWish, "rulebook"> & { rulebook: R }): Promise<Table<R>>;
  rematch<R extends Known = Known>(id: string, token?: string): Promise<Table<R>>;
  /** Public games; with an app's key all games of the app. */
  list(query?: { status?: Status; rulebook?: Known; limit?: number; cursor?: string }): Promise<GamePage>;
  /** Up to 100 games of the app, with the app's key: all of them, or none. */
  createMany(wishes: GameWish[]): Promise<NewGame[]>;
  /** A game of the app, before its first move, with the app's key. */
  delete(id: string): Promise<void>;
  /** A running game of the app ends without a result, with the app's key. */
  abandon<R extends Known = Known>(id: string): Promise<Part<R, "Game">>;
}

/** Whose seat is held here. */
export interface HeldSeat {
  token: string;
  seat: number;
  rulebook: string;
  invite?: string;
  /** What the seat contributed to the deal. */
  entropy?: string;
}

/** An app's users, for a server that has the app's key. */
export interface Players {
  token(player: string): Promise<PlayerToken>;
  games(
    player: string,
    query?: { status?: Status; turn?: "mine"; limit?: number; cursor?: string },
  ): Promise<MyGamePage>;
  erase(player: string): Promise<void>;
}

/** What the player sees whose token was given. */
export interface Me {
  games(query?: { status?: Status; turn?: "mine"; limit?: number; cursor?: string }): Promise<MyGamePage>;
  /** `cursor` is where to go on after all that came with it. */
  events(options?: {
    after?: string;
    include?: string;
    signal?: AbortSignal;
  }): AsyncGenerator<GameNews & { cursor: string }, never>;
}

export class Almagest {
  constructor(url?: string, options?: Options);
  readonly games: Games;
  readonly players: Players;
  readonly me: Me;
  readonly rulebooks: {
    list(): Promise<RulebookAnswer[]>;
    content<R extends Known>(id: R, options?: { pack?: string }): Promise<Part<R, "Content">>;
  };
  /** What a browser subscribes to Web Push with, `applicationServerKey`; refused with `push_off` where there is none. */
  pushKey(): Promise<string>;
  /** Ids of the games in which a seat is held here, newest first. */
  heldGames(): string[];
  heldSeat(id: string): HeldSeat | null;
  dropSeat(id: string): void;
}
