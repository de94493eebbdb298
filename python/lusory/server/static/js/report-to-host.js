// The button that reports a name, the chat or a title to the host of the server.
import { element } from "./dom.js";
/** @import {Table} from "./table.js" */
/** @import {TableView} from "./types.js" */

/** @param {Table} table */
export function renderReportButton(table) {
  const button = /** @type {HTMLButtonElement} */ (element("report"));
  button.hidden = !table.shown || Boolean(table.closedReason) || !hasOtherPeople(table.shown);
  button.onclick = async () => (await import("./report-dialog.js")).write(table);
}

/** Whether another person could have written a name or in the chat. @param {TableView} shown */
function hasOtherPeople(shown) {
  return !shown.you.length || shown.seats.some((seat) => ["human", "open"].includes(seat.kind) && !shown.you.includes(seat.player));
}
