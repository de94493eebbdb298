// Which part of a drawing a board shows, and where its coordinates stand: their size is that of the screen.
import { corners, turned } from "./geometry.js";
/** @import {Board} from "./board.js" */
/** @import {Point} from "./types.js" */

/** How far from a cell coordinates are drawn, in units of the drawing. */
const GAP = 12;
/** Half the width of a coordinate's label, in pixels. */
const LABEL = 9;

/** The part of the drawing that is shown: cells, and coordinates as large as they are on the screen, so that the board is
 * as large as it can be. Where other things are drawn beside cells it is the whole drawing.
 * @param {Board} board @param {Element} group @returns {number[]} */
export function fit(board, group) {
  const [width, height] = board.full;
  const other = group.querySelector('.note, .label:not([text-anchor="middle"]), .lines[d*="Q"]') !== null;
  if (other && !board.angle) return [0, 0, width, height];
  const named = other || !document.body.classList.contains("no-coordinates");
  const { clientWidth, clientHeight } = board.holder;
  const label = other ? 16 : Math.min(17, Math.max(8, (LABEL * Math.max(width / clientWidth, height / clientHeight)) || 17));
  const places = [...group.querySelectorAll("polygon")].flatMap((part) => corners(part).map((point) => ({ point, room: other ? 16 : 5 })));
  for (const text of named ? group.querySelectorAll(".label, .note") : []) places.push({ point: { x: Number(text.getAttribute("x")), y: Number(text.getAttribute("y")) }, room: label });
  const reach = places.map(({ point, room }) => ({ ...(board.angle && board.centre ? turned(point, board.angle, board.centre) : point), room }));
  const [left, top] = [Math.min(...reach.map((p) => p.x - p.room)), Math.min(...reach.map((p) => p.y - p.room))];
  return [left, top, Math.max(...reach.map((p) => p.x + p.room)) - left, Math.max(...reach.map((p) => p.y + p.room)) - top];
}

/** Coordinates stand as near to their cells as their size on the screen allows: large cells leave them far away. They move
 * along their row or column, to the first cell that has them in its name.
 * @param {Board} board @param {Element} group */
export function placeLabels(board, group) {
  const [width, height] = board.full;
  const scale = Math.min(board.holder.clientWidth / width, board.holder.clientHeight / height);
  const nearer = scale ? Math.max(0, GAP - (LABEL + 3) / scale) : 0;
  for (const label of group.querySelectorAll('.label[text-anchor="middle"]')) {
    const [x, y] = ["x", "y"].map((axis) => Number(label.getAttribute(`data-${axis}`) ?? label.getAttribute(axis)));
    const far = (/** @type {Point} */ at) => Math.hypot(at.x - x, at.y - y);
    const named = [...board.centres].filter(([name]) => name.startsWith(label.textContent) || name.endsWith(label.textContent));
    const cell = (named.length ? named : [...board.centres]).map(([, at]) => at).reduce((best, at) => (far(at) < far(best) ? at : best));
    for (const [axis, from, to] of /** @type {[string, number, number][]} */ ([["x", x, cell.x], ["y", y, cell.y]])) {
      label.setAttribute(`data-${axis}`, String(from));
      label.setAttribute(axis, (from + ((to - from) * nearer) / (far(cell) || 1)).toFixed(2));
    }
  }
}
