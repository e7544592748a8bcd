/** Opens a table: finds the game, takes a seat, loads the drawing; or shows that the game is missing. */

import { button, h, show } from "../../dom.js";
import { emblem } from "../../draw/marks.js";
import { loadDrawing } from "../../games/index.js";
import { hasText, language, t, textsOf } from "../../i18n.js";
import { savedInvite } from "../../seats.js";
import { server } from "../../server.js";
import { Shell } from "../table.js";
import { joinForm } from "../panels/join_form.js";

/** Resumes a seat. If its token is no longer valid, forgets it and watches, where the game is public. */
async function resumeOrWatch(id) {
  try {
    return await server.games.resume(id);
  } catch (error) {
    if (error.code !== "token_unknown") throw error;
    server.dropSeat(id);
    return server.games.watch(id);
  }
}

/** The content of the game's pack, which is cached by hash. */
function contentOf({ rulebook, options, pack_hash: hash }) {
  if (!hash) return server.rulebooks.content(rulebook, { pack: options.pack });
  return server.packContent(rulebook, hash, language());
}

/** The game's name: from its drawing's texts, else from the list of rulebooks. */
async function nameOf(rulebook) {
  if (hasText("name", rulebook)) return textsOf(rulebook)("name");
  const rulebooks = await server.rulebooks.list();
  return rulebooks.find((each) => each.id === rulebook).name;
}

/** Loads all that is needed to draw a game, whoever plays it. */
export async function loadGame(game) {
  const [content, drawing] = await Promise.all([contentOf(game), loadDrawing(game.rulebook)]);
  const says = textsOf(game.rulebook);
  return { content, drawing, name: await nameOf(game.rulebook), t: says, speech: drawing.speak(content, says) };
}

/** Shows that a game is unknown, gone or private, with a way home and a way in by code. */
function showMissing(page, error, hooks, showJoinForm) {
  const isUnknown = error.status === 404;
  const title = t(isUnknown ? "missing.title" : "missing.trouble");
  document.title = title;
  show(
    page,
    h(
      "section",
      { class: "missing" },
      emblem(72),
      h("h1", {}, title),
      h("p", { class: "muted" }, isUnknown ? t("missing.why") : error.message),
      h(
        "div",
        { class: "row" },
        button(t("home"), hooks.goHome, { class: "primary" }),
        isUnknown && button(t("invite"), showJoinForm),
      ),
    ),
  );
}

/** Opens a table; returns the function that closes it. */
export function openTable(page, id, hooks) {
  let shell = null;
  let isClosed = false;

  /** A private game shows nothing before one has a seat. */
  function showJoinForm() {
    show(
      page,
      h(
        "div",
        { class: "waiting" },
        joinForm(id, true, hooks, () => open().catch(fail)),
      ),
    );
  }

  async function open() {
    if (!server.heldSeat(id) && savedInvite(id)) return showJoinForm();
    const live = await resumeOrWatch(id);
    const knowledge = await loadGame(live.game);
    if (isClosed) return live.close();
    shell = new Shell(page, live, knowledge, hooks);
    shell.open();
  }

  const fail = (error) => {
    if (!isClosed) showMissing(page, error, hooks, showJoinForm);
  };

  show(page, h("p", { class: "loading" }, t("loading")));
  open().catch(fail);
  return () => {
    isClosed = true;
    shell?.close();
  };
}
