// Hidden games at one screen: covers the board between turns, until the next player asks to see it.
import { element, make } from "./dom.js";
import { seat } from "./status-bar.js";
import { t } from "./texts.js";
/** @import {Table} from "./table.js" */
/** @import {TableView} from "./types.js" */

/** @type {HTMLElement | null} */
let cover = null;

/** @param {Table} table @param {TableView | null} before */
export function renderHandover(table, before) {
  const shown = table.shown;
  const needed = shown && shown.game.hidden && shown.you.length > 1 && !shown.result;
  if (!needed) return uncover();
  if (table.viewer === shown.to_move || (cover && before?.to_move === shown.to_move)) return;
  uncover();
  table.viewer = null;
  putAway(table);
  const open = make("button", { type: "button", class: "play large", click: async () => {
    try {
      const view = await table.views.fetch(shown.to_move);
      table.viewer = shown.to_move;
      table.update(view);
      uncover();
    } catch (fault) {
      table.showError(fault);
    }
  } }, t("Show my board"));
  cover = make("div", { class: "handover", role: "dialog", "aria-modal": "true", "aria-label": t("Hand over the device") },
    make("div", {}, make("h2", {}, t("%(player)s, it is your turn", { player: seat(shown, shown.to_move) })), make("p", {}, t("Make sure nobody else is looking.")), open));
  rest().forEach((part) => part.setAttribute("inert", ""));
  document.body.append(cover);
  open.focus();
}

/** What the player before has drawn and was told is not for the next one. @param {Table} table */
function putAway(table) {
  element("toasts").replaceChildren();
  table.sketch.shapes = [];
  table.hintCells = [];
  table.repaint();
}

/** The page under the cover, which takes no keys and no clicks meanwhile; messages are still told. */
const rest = () => [...document.body.children].filter((part) => part !== cover && !["dialog", "toasts", "announcements"].includes(part.id));

function uncover() {
  rest().forEach((part) => part.removeAttribute("inert"));
  cover?.remove();
  cover = null;
}
