/** The page: which part of it the address asks for, the language, and errors told as sentences. */

import { show } from "./dom.js";
import { keepLanguage, language, loadTexts, t } from "./i18n.js";
import { openLobby } from "./lobby.js";
import { keepInvite } from "./seats.js";
import { openTable } from "./table.js";

const page = document.getElementById("page");
const notice = document.getElementById("notice");
let close = () => {};

/** The game of `#game=<id>&invite=<code>`; the code is taken out of the address as soon as it was read. */
function addressed() {
  const fields = new URLSearchParams(location.hash.slice(1));
  const game = fields.get("game");
  if (game && fields.get("invite")) {
    keepInvite(game, fields.get("invite"));
    history.replaceState(null, "", `#game=${encodeURIComponent(game)}`);
  }
  return game;
}

/** Tell an error, with the ruling that the rules refer to; nothing hides it. */
function tell(error) {
  const ruling = error.ruling ? ` (${error.ruling})` : "";
  const sentence = error.code === "unreachable" ? t("unreachable") : `${error.message}${ruling}`;
  show(notice, sentence);
}

const hush = () => show(notice);

function visit(game) {
  const wanted = `#game=${encodeURIComponent(game)}`;
  if (location.hash === wanted) open();
  else location.hash = wanted;
}

function open() {
  close();
  hush();
  const game = addressed();
  document.getElementById("skip").textContent = t("skip");
  const hooks = { tell, hush, visit };
  close = game ? openTable(page, game, hooks) : openLobby(page, hooks);
}

async function start() {
  await loadTexts();
  const chooser = document.getElementById("language");
  chooser.value = language();
  chooser.previousElementSibling.textContent = t("language");
  chooser.addEventListener("change", () => {
    keepLanguage(chooser.value);
    open();
  });
  document.getElementById("skip").addEventListener("click", (event) => {
    event.preventDefault();
    page.focus();
  });
  document.getElementById("home").addEventListener("click", (event) => {
    event.preventDefault();
    if (location.hash) location.hash = "";
    else open();
  });
  window.addEventListener("hashchange", open);
  open();
}

start();
