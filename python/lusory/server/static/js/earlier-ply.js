// Shows an earlier position of a table's game, and a finished game as a player saw it.
import { request } from "./api.js";
import { coloured } from "./colours.js";
import { announce } from "./dom.js";
import { renderMoves } from "./moves.js";
import { renderRecent } from "./recent.js";
import { renderStatusBar } from "./status-bar.js";
/** @import {Table} from "./table.js" */

/** Show a finished game as a player saw it. @param {Table} table @param {number | null} player null shows everything */
export function viewAs(table, player) {
  table.replayAs = player;
  const at = table.viewing;
  table.viewing = -1;
  return showPly(table, at);
}

/** Show the position after a ply. @param {Table} table @param {number | null} ply null is the current one */
export async function showPly(table, ply) {
  if (!table.shown) return;
  const to = ply === null || ply >= table.shown.ply ? null : Math.max(0, ply);
  if (to === table.viewing && to !== null) return;
  table.viewing = to;
  if (to === null && table.replayAs === null) table.board.show(table.shown.svg);
  else {
    const as = table.replayAs === null ? "" : `&eyes=${table.replayAs}`;
    const reply = await request(`${table.path}/at/${to ?? table.shown.ply}?cells=${table.views.cellsId}${as}`);
    if (table.viewing !== to) return;
    const sentences = (reply.said ?? []).map((/** @type {string} */ text) => coloured(text, table.shown?.seats ?? [])).join(" ");
    table.viewedPly = reply.ply ? [{ ply: reply.ply, player: -1, text: sentences, events: reply.events }] : [];
    table.board.show(table.views.drawing(reply) ?? reply.svg);
    announce(sentences);
  }
  table.repaint();
  renderMoves(table);
  renderRecent(table);
  renderStatusBar(table);
}
