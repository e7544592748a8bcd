/** An invitation: a link, to be copied or shared, and the same as a QR code. */

import { button, create, element, h } from "../../dom.js";
import { t } from "../../i18n.js";
import { loadChunk } from "../../chunks.js";

function inviteLink(shell) {
  const { invite } = shell.live;
  const code = invite ? `&invite=${encodeURIComponent(invite)}` : "";
  return `${location.origin}/#game=${encodeURIComponent(shell.live.id)}${code}`;
}

/** A link with a button that copies it. */
export function copyableLink(link, label, word = t("tools.copy"), ...more) {
  const field = element("input", { readonly: true, value: link, "aria-label": label, class: "link" });
  const copy = button(word, async ({ currentTarget }) => {
    field.select();
    await navigator.clipboard?.writeText(link).catch(() => {});
    currentTarget.textContent = t("tools.copied");
  });
  return h("div", { class: "row copied" }, field, copy, ...more);
}

/** The same link as a QR code, for another device. */
function code(link) {
  const place = element("div", { class: "code" });
  loadChunk("lobby/qr.js").then(
    ({ qrDrawing }) => place.append(create(qrDrawing(link, t("tools.qr")))),
    () => {},
  );
  return place;
}

export function invitation(shell) {
  if (shell.game.status !== "open" && shell.game.visibility === "private") return null;
  const link = inviteLink(shell);
  return h(
    "div",
    { class: "invitation" },
    h("p", {}, t("tools.invite")),
    copyableLink(link, t("tools.link")),
    code(link),
  );
}
