// Which way up a board is shown: a player's stones begin at the bottom.
/** @import {TableView} from "./types.js" */

/** Whether this player should see the board upside down. Decided once for each table in this tab. @param {string} id @param {TableView} shown */
export function upsideDown(id, shown) {
  const key = `turned-${id}`;
  const side = shown.seats.find((seat) => seat.player === shown.you[0])?.side;
  if (shown.you.length !== 1 || !side) return false;
  const stored = sessionStorage.getItem(key);
  const turned = stored === null ? above(shown.svg, side) : stored === "yes";
  sessionStorage.setItem(key, turned ? "yes" : "no");
  return turned;
}

/** Whether the stones of a side are above those of the others. @param {string} svg @param {number} side */
function above(svg, side) {
  /** @type {number[]} */
  const ownSeats = [];
  /** @type {number[]} */
  const otherSeats = [];
  for (const [, of, y] of svg.matchAll(/class="stone side-([1-4])[^>]*>\s*<circle cx="[\d.-]+" cy="([\d.-]+)"/g)) (Number(of) === side ? ownSeats : otherSeats).push(Number(y));
  const mean = (/** @type {number[]} */ all) => all.reduce((a, b) => a + b, 0) / all.length;
  return ownSeats.length > 1 && otherSeats.length > 1 && mean(ownSeats) < mean(otherSeats) - 60;
}
