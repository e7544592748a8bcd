/** How a game stands, put together from whole answers, frames and events. Nothing here asks the server. */

export const OVER = ["finished", "abandoned"];

/** After these somebody else may sit at a seat: that is looked up once. They are no moves. */
export const SEATING = ["seat_taken", "seat_left", "bot_took_over", "resigned", "game_started"];

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
  "can_take_back",
  "can_ask_hints",
];

/** What of a whole game is in a frame. */
export function frameOf(game, etag) {
  const framed = FRAMED.map((name) => [name, game[name]]);
  return { ...Object.fromEntries(framed), etag };
}

/** Since when a seat decides: kept while it does, else from now on. */
function since(seat, deciders) {
  if (!deciders.includes(seat.seat)) return null;
  return seat.deciding_since ?? new Date().toISOString();
}

/** The game with a newer frame: after the end its score is the result. */
export function withFrame(game, { etag, ...frame }) {
  const seats = game.seats.map((seat) => ({ ...seat, deciding_since: since(seat, frame.deciders) }));
  return { ...game, ...frame, seats, result: frame.status === "finished" ? frame.score : game.result };
}

/** The game after an event, as far as frames do not tell it. */
export function withEvent(game, event) {
  if (event.type === "game_finished") return { ...game, end_reason: event.reason };
  if (event.type !== "seat_taken") return game;
  const taken = (seat) => (seat.seat === event.seat ? { ...seat, name: event.name, taken: true } : seat);
  return { ...game, seats: game.seats.map(taken) };
}
