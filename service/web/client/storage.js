/** What has to survive a reload: whose seats are held here, and moves that nobody has answered yet. */

const SEAT = "almagest.game.";
const MOVE = "almagest.move.";

/** A storage for programs that need none: it forgets with the process. Has what is used of `localStorage`. */
export class MemoryStorage {
  #kept = new Map();

  get length() {
    return this.#kept.size;
  }

  key = (index) => [...this.#kept.keys()][index] ?? null;
  getItem = (key) => this.#kept.get(key) ?? null;
  setItem = (key, value) => void this.#kept.set(key, String(value));
  removeItem = (key) => void this.#kept.delete(key);
}

/** Seats by game, and the one unanswered move that a seat can have. */
export class Kept {
  constructor(storage = new MemoryStorage()) {
    this.storage = storage;
  }

  #read(key) {
    try {
      return JSON.parse(this.storage.getItem(key));
    } catch {
      return null;
    }
  }

  /** A storage that is full or forbidden does not keep anybody from playing. */
  #write(key, value) {
    try {
      this.storage.setItem(key, JSON.stringify(value));
    } catch {
      this.storage = new MemoryStorage();
      this.storage.setItem(key, JSON.stringify(value));
    }
  }

  seat = (id) => this.#read(SEAT + id);
  holdSeat = (id, held) => this.#write(SEAT + id, held);

  /** With a seat goes what it has not sent. */
  dropSeat(id) {
    this.storage.removeItem(SEAT + id);
    this.storage.removeItem(MOVE + id);
  }

  move = (id) => this.#read(MOVE + id);
  keepMove = (id, kept) => this.#write(MOVE + id, kept);

  /** Forgets a move that was answered, unless another has taken its place. */
  dropMove(id, key) {
    if (this.move(id)?.key === key) this.storage.removeItem(MOVE + id);
  }

  /** Ids of the games in which a seat is held, newest first: ids begin with the time. */
  games() {
    const keys = Array.from({ length: this.storage.length }, (_, index) => this.storage.key(index));
    return keys
      .filter((key) => key.startsWith(SEAT))
      .map((key) => key.slice(SEAT.length))
      .sort()
      .reverse();
  }
}
