/** Keeps the state of a game up to date from answers, frames and events; sends no requests. */

export const OVER = ["finished", "abandoned"];

/** Events after which other people may have seats: the table is reloaded once. They are no moves. */
export const SEATING = ["seat_taken", "seat_left", "bot_took_over", "resigned", "game_started", "host_replaced"];

const FRAMED = [
  "rulebook",
  "version",
  "status",
  "deciders",
  "deadline",
  "last_event",
  "view",
  "moves",
  "score",
  "clocks",
  "paused_at",
  "paused_until",
  "pause",
  "abandon_at",
  "can_take_back",
  "can_ask_hints",
];

/** The part of a game that a frame has. */
export function frameOf(game, etag) {
  const framed = FRAMED.map((name) => [name, game[name]]);
  return { ...Object.fromEntries(framed), etag };
}

/** Since when a seat decides: unchanged while it does, else now. */
function since(seat, deciders) {
  if (!deciders.includes(seat.seat)) return null;
  return seat.deciding_since ?? new Date().toISOString();
}

/** The game with a newer frame; after the end its score is the result. */
export function withFrame(game, { etag, ...frame }) {
  const seats = game.seats.map((seat) => ({ ...seat, deciding_since: since(seat, frame.deciders) }));
  return { ...game, ...frame, seats, result: frame.status === "finished" ? frame.score : game.result };
}

/** Applies what frames do not contain of an event. */
export function withEvent(game, event) {
  if (event.type === "game_finished") return { ...game, end_reason: event.reason };
  if (event.type !== "seat_taken") return game;
  const taken = (seat) => (seat.seat === event.seat ? { ...seat, name: event.name, taken: true } : seat);
  return { ...game, seats: game.seats.map(taken) };
}
