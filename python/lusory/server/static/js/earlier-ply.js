// Shows an earlier position of a table's game, and a finished game as a player saw it.
import { request } from "./api.js";
import { coloured } from "./colours.js";
import { announce, toast } from "./dom.js";
import { renderMoves } from "./moves.js";
import { renderRecent } from "./recent.js";
import { renderStatusBar } from "./status-bar.js";
/** @import {Table} from "./table.js" */

/** The earlier position that is on the board, and by whose eyes; it stays where the server cannot be reached.
 * @type {{ply: number | null, eyes: number | null} | null} */
let onBoard = null;

/** Show a finished game as a player saw it. @param {Table} table @param {number | null} player null shows everything */
export function viewAs(table, player) {
  return show(table, table.viewing, player);
}

/** Show the position after a ply. @param {Table} table @param {number | null} ply null is the current one */
export async function showPly(table, ply) {
  if (!table.shown) return;
  const to = ply === null || ply >= table.shown.ply ? null : Math.max(0, ply);
  if (to !== table.viewing || to === null) await show(table, to, table.replayAs);
}

/** @param {Table} table @param {number | null} ply @param {number | null} eyes */
async function show(table, ply, eyes) {
  if (!table.shown) return;
  if (table.viewing === null || table.viewing < 0) onBoard = null;
  [table.viewing, table.replayAs] = [ply, eyes];
  if (ply === null && eyes === null) table.board.show(table.shown.svg);
  else {
    const as = eyes === null ? "" : `&eyes=${eyes}`;
    const reply = await request(`${table.path}/at/${ply ?? table.shown.ply}?cells=${table.views.cellsId}${as}`).catch((fault) => void toast(fault.message));
    if (table.viewing !== ply || table.replayAs !== eyes) return;
    if (reply) draw(table, reply);
    else stay(table);
  }
  table.repaint();
  renderMoves(table);
  renderRecent(table);
  renderStatusBar(table);
}

/** @param {Table} table @param {any} reply */
function draw(table, reply) {
  const sentences = (reply.said ?? []).map((/** @type {string} */ text) => coloured(text, table.shown?.seats ?? [])).join(" ");
  table.viewedPly = reply.ply ? [{ ply: reply.ply, player: -1, text: sentences, events: reply.events }] : [];
  table.board.show(table.views.drawing(reply) ?? reply.svg);
  onBoard = { ply: table.viewing, eyes: table.replayAs };
  announce(sentences);
}

/** The server cannot be reached: what was on the board stays there, or else comes the current position.
 * @param {Table} table */
function stay(table) {
  [table.viewing, table.replayAs] = [onBoard?.ply ?? null, onBoard?.eyes ?? null];
  if (!onBoard && table.shown) table.board.show(table.shown.svg);
}
