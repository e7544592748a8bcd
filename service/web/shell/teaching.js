/** How to play, loaded by who asks for it: the card and the game's lessons. */

import { room } from "../rooms.js";

/** `begin` is what comes after the last lesson; at a table one is there already. */
export async function teach(shell, at, begin = () => {}) {
  const [{ openHowTo }, { lessons }] = await Promise.all([
    room("shell/howto.js", "styles/howto.css"),
    room(`games/${shell.game.rulebook}/lessons.js`),
  ]);
  openHowTo(shell, lessons(shell.content, shell.t), at, begin);
}
