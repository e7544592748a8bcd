/** Whose seats this browser holds. A token is kept here and sent in a header; it is never part of an address. */

const PREFIX = "almagest.game.";
const NAME = "almagest.name";

/** @typedef {{token: string, seat: number, rulebook: string, invite?: string}} Held */

/** @returns {Held | null} */
export function heldSeat(id) {
  try {
    return JSON.parse(localStorage.getItem(PREFIX + id));
  } catch {
    return null;
  }
}

/** @param {string} id @param {Held} held */
export const holdSeat = (id, held) => localStorage.setItem(PREFIX + id, JSON.stringify(held));
export const dropSeat = (id) => localStorage.removeItem(PREFIX + id);

/** Ids of the games in which a seat is held, newest first: ids begin with the time. */
export function heldGames() {
  const keys = Array.from({ length: localStorage.length }, (_, index) => localStorage.key(index));
  return keys.filter((key) => key.startsWith(PREFIX)).map((key) => key.slice(PREFIX.length)).sort().reverse();
}

export const keptName = () => localStorage.getItem(NAME) || "";
export const keepName = (name) => localStorage.setItem(NAME, name);

/** An invite code from a link is kept until the window is closed, so that a reload does not lose it. */
export const keptInvite = (id) => sessionStorage.getItem(PREFIX + id) || "";
export const keepInvite = (id, invite) => sessionStorage.setItem(PREFIX + id, invite);
