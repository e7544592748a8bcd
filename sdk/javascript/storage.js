/** Saves what has to survive a reload: seats, and moves without an answer. */

const SEAT = "almagest.game.";
const MOVE = "almagest.move.";

/** A storage in memory, with the part of `localStorage` that is used here. */
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
export class SavedSeats {
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

  /** Ignores a storage that is full or forbidden, so that one can play anyway. */
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

  /** Forgets a seat and its unsent move. */
  dropSeat(id) {
    this.storage.removeItem(SEAT + id);
    this.storage.removeItem(MOVE + id);
  }

  move = (id) => this.#read(MOVE + id);
  keepMove = (id, kept) => this.#write(MOVE + id, kept);

  /** Forgets a move that was answered, unless another one has replaced it. */
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
