/** Joining a game: from the list of open games, or at the table that a link led to. */

import { element, h, labelled, show } from "../../dom.js";
import { t } from "../../i18n.js";
import { saveName, savedInvite, savedName } from "../../seats.js";
import { server } from "../../server.js";

const LONGEST_NAME = 40;

export const nameField = () =>
  labelled(
    t("name"),
    h("input", {
      name: "name",
      maxlength: LONGEST_NAME,
      value: savedName(),
      placeholder: t("guest"),
      autocomplete: "nickname",
    }),
  );

/** The typed name, or "guest". */
export function typedName(form) {
  const name = form.querySelector("[name=name]")?.value.trim() ?? savedName();
  if (name) saveName(name);
  return name || t("guest");
}

function inviteField(id) {
  return labelled(
    t("invite"),
    h("input", {
      name: "invite",
      maxlength: 100,
      value: savedInvite(id),
      autocomplete: "off",
      spellcheck: "false",
    }),
  );
}

/** The form for somebody who came by a link; `onJoined` is called once they have a seat. */
export function joinForm(id, isPrivate, hooks, onJoined) {
  const form = element(
    "form",
    { class: "panel sit", "aria-labelledby": "sit-title" },
    h("h2", { id: "sit-title" }, t("sit.title")),
    h("div", { class: "fields" }, nameField(), isPrivate && inviteField(id)),
    h("button", { type: "submit", class: "primary" }, t("sit.down")),
  );
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const fields = new FormData(form);
    try {
      await server.games.join(id, { name: typedName(form), invite: String(fields.get("invite") ?? "").trim() });
      show(form);
      onJoined();
    } catch (error) {
      hooks.showError(error);
    }
  });
  return form;
}
