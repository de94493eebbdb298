// Two people at one screen with secrets: a curtain between turns.
import { request } from "./api.js";
import { make } from "./dom.js";
import { seat } from "./status-bar.js";
/** @import {Table} from "./table.js" */
/** @import {TableView} from "./types.js" */

/** @type {HTMLElement | null} */
let drawn = null;

/** @param {Table} table @param {TableView | null} before */
export function renderHandover(table, before) {
  const shown = table.shown;
  const needed = shown && shown.game.hidden && shown.you.length > 1 && !shown.result;
  if (!needed) return lift();
  if (table.viewer === shown.to_move || (drawn && before?.to_move === shown.to_move)) return;
  lift();
  table.viewer = null;
  const open = make("button", { type: "button", class: "play large", click: async () => {
    table.viewer = shown.to_move;
    table.update(await request(`${table.path}?board=1&eyes=${table.viewer}`));
    lift();
  } }, "Show my board");
  drawn = make("div", { class: "handover", role: "dialog", "aria-modal": "true", "aria-label": "Curtain" },
    make("div", {}, make("h2", {}, `${seat(shown, shown.to_move)}, it is your turn`), make("p", {}, "The other looks away."), open));
  document.body.append(drawn);
  open.focus();
}

function lift() {
  drawn?.remove();
  drawn = null;
}
