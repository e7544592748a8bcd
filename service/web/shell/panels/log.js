/** The log, newest event first; a bar marks what is new since the viewer's last decision. */

import { h } from "../../dom.js";
import { seatMark } from "../../draw/marks.js";
import { t } from "../../i18n.js";

const MOST = 400;

const line = ({ id, seat, text }, lastReadId) =>
  h(
    "li",
    { class: id > lastReadId ? "new" : "", "data-id": id },
    seat ? seatMark(seat, 14) : null,
    h("span", {}, text),
  );

export function logLines(shell) {
  const { lines, lastReadId } = shell.journal;
  const newest = lines.slice(-MOST).reverse();
  return newest.map((each) => line(each, lastReadId));
}

export const logList = (shell) => h("ol", { class: "log", "aria-label": t("log"), tabindex: 0 }, ...logLines(shell));
