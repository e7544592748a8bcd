/**
 * Checks that the deal is the promised one: the browser computes the hash of the seed, which is published after the
 * end, and looks for what this browser contributed.
 */

import { button, element, h, show } from "../../dom.js";
import { icon } from "../../draw/icons.js";
import { t } from "../../i18n.js";
import { server } from "../../server.js";
import { saveFile } from "./save_file.js";

const hexToBytes = (seed) => Uint8Array.from(seed.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
const bytesToHex = (bytes) => Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, "0")).join("");
const hashOf = async (seed) => bytesToHex(await crypto.subtle.digest("SHA-256", hexToBytes(seed)));

/** Compares with the hash in the game, in its replay and, if the viewer was there, during the game. */
async function checkDeal({ live, game, journal }) {
  const found = await server.http.get(live.path("/replay"), { token: live.token });
  const replay = { entropy: [], ...found };
  if (!globalThis.crypto?.subtle) return { replay };
  const hash = await hashOf(replay.seed);
  const promised = [journal.promised, game.seed_hash, replay.seed_hash].filter(Boolean);
  return {
    replay,
    hash,
    other: promised.find((each) => each !== hash),
    isNoted: Boolean(journal.promised),
    own: server.heldSeat(live.id)?.entropy,
    seats: game.seats,
  };
}

/** Who contributed random bytes to the deal, and who did not. */
function contributions({ replay, own, seats }) {
  const names = (list) => list.map(({ name }) => name).join(", ");
  const given = seats.filter(({ seat }) => replay.entropy[seat - 1]);
  const rest = seats.filter(({ seat, kind }) => kind === "human" && !replay.entropy[seat - 1]);
  if (replay.rigged) return [];
  if (!given.length) return [h("p", {}, t("seed.alone"))];
  return [
    h("p", {}, t("seed.with", { names: names(given) }), own && ` ${t("seed.own")}`),
    rest.length > 0 && h("p", {}, t("seed.without", { names: names(rest) })),
  ];
}

const hashCode = (hash) => h("code", { class: "hash" }, hash);

/** How to check the whole game with the program. */
function howToCheckAll(replay) {
  const file = `${replay.id}.json`;
  const save = () => saveFile(new Blob([JSON.stringify(replay)], { type: "application/json" }), file);
  return [
    h("p", {}, t("seed.rest")),
    h("code", {}, `almagest verify ${file}`),
    button(t("seed.save"), save, { "data-key": "save-replay" }),
  ];
}

const alarm = (title, ...rest) => h("div", { class: "seed-differs", role: "alert" }, h("b", {}, title), ...rest);

function verdict(found) {
  const { replay, hash, other, isNoted, own } = found;
  if (!hash)
    return [
      h("p", { class: "muted small" }, t("seed.unchecked")),
      h("details", {}, h("summary", {}, t("tools.fair")), ...howToCheckAll(replay)),
    ];
  if (other)
    return [
      alarm(t("seed.differs"), h("p", {}, t("seed.wrong")), hashCode(hash), hashCode(other)),
      ...howToCheckAll(replay),
    ];
  if (own && !replay.entropy.includes(own))
    return [alarm(t("seed.dropped"), h("p", {}, t("seed.dropped_own")), hashCode(own)), ...howToCheckAll(replay)];
  return [
    h(
      "details",
      { class: "seed-fits" },
      h("summary", {}, h("span", { class: "seal" }, icon("check", 13)), t("seed.fits")),
      h("p", {}, t("seed.computed")),
      hashCode(hash),
      h("p", {}, t(isNoted ? "seed.noted" : "seed.told")),
      ...contributions(found),
      ...howToCheckAll(replay),
    ),
  ];
}

/** Empty until the browser has computed it; retried where the server did not answer. */
export function dealCheck(shell) {
  const place = element("div", { class: "dealing" });
  shell.dealCheck ??= checkDeal(shell);
  shell.dealCheck.then(
    (found) => show(place, found.replay.rigged && h("p", { class: "rigged" }, t("seed.rigged")), ...verdict(found)),
    () => {
      shell.dealCheck = null;
    },
  );
  return place;
}
