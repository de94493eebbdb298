// Two people at one screen with secrets: a curtain between turns.
import { ask, make } from "./api.js";
import { seat } from "./bar.js";
/** @import {Table} from "./table.js" */
/** @import {Shown} from "./types.js" */

/** @type {HTMLElement | null} */
let drawn = null;

/** @param {Table} table @param {Shown | null} before */
export function curtain(table, before) {
  const shown = table.shown;
  const needed = shown && shown.game.hidden && shown.you.length > 1 && !shown.result;
  if (!needed) return lift();
  if (table.eyes === shown.to_move || (drawn && before?.to_move === shown.to_move)) return;
  lift();
  table.eyes = null;
  const open = make("button", { type: "button", class: "play large", click: async () => {
    table.eyes = shown.to_move;
    table.take(await ask(`${table.path}?board=1&eyes=${table.eyes}`));
    lift();
  } }, "Show my board");
  drawn = make("div", { class: "curtain", role: "dialog", "aria-modal": "true", "aria-label": "Curtain" },
    make("div", {}, make("h2", {}, `${seat(shown, shown.to_move)}, it is your turn`), make("p", {}, "The other looks away."), open));
  document.body.append(drawn);
  open.focus();
}

function lift() {
  drawn?.remove();
  drawn = null;
}
