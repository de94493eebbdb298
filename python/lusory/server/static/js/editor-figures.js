// What random games of the rules came to, in the editor.
import { make } from "./dom.js";

const PLAYERS = ["First", "Second", "Third", "Fourth"];

/**
 * @typedef {{ games: number, wins: number[], draws: number, cut: number, limit: number, plies: Record<string, number | null>,
 *   ends: { end: string, games: number }[], idle: string[] }} Figures
 */

/** @param {HTMLElement} into @param {Figures} found */
export function showFigures(into, found) {
  into.replaceChildren(bar(found), length(found), ends(found), idle(found), make("p", { class: "small" }, accuracy(found.games)));
  into.removeAttribute("aria-busy");
}

/** @param {number} part @param {number} of */
const share = (part, of) => `${of ? Math.round((100 * part) / of) : 0} %`;

/** How many there were, and how sure that makes a share. @param {number} games */
function accuracy(games) {
  return `${games.toLocaleString("en")} games of random moves. Shares are accurate to about ${Math.round(98 / Math.sqrt(Math.max(games, 1)))} percentage points.`;
}

/** Who won, as a bar and in words. @param {Figures} found */
function bar(found) {
  const parts = found.wins.map((won, i) => ({ name: found.wins.length === 1 ? "Won" : PLAYERS[i], games: won, kind: `side-${i}` }));
  if (found.draws) parts.splice(1, 0, { name: "Draws", games: found.draws, kind: "drawn" });
  if (found.cut) parts.push({ name: "Not finished", games: found.cut, kind: "cut" });
  const strip = make("div", { class: "strip", "aria-hidden": "true" });
  for (const part of parts) {
    const piece = make("i", { class: part.kind });
    piece.style.flexGrow = String(part.games);
    strip.append(piece);
  }
  const told = parts.map((part) => make("li", { class: part.kind }, `${part.name} `, make("b", {}, share(part.games, found.games))));
  return make("div", {}, strip, make("ul", { class: "legend" }, ...told));
}

/** @param {Figures} found */
function length({ plies, cut, limit, games }) {
  if (plies.middle === null) return make("p", { class: "fault" }, `No game came to an end within ${limit.toLocaleString("en")} moves. Add an end, or a draw such as Draw(Quiet(50)).`);
  const told = plies.low === plies.high ? `Each game takes about ${plies.middle} moves.` : `A game takes about ${plies.middle} moves; 8 of 10 take ${plies.low} to ${plies.high}.`;
  return make("p", {}, cut ? `${told} ${share(cut, games)} were stopped after ${limit.toLocaleString("en")} moves.` : told);
}

/** @param {Figures} found */
function ends({ ends, games }) {
  const happened = ends.filter((each) => each.games).sort((a, b) => b.games - a.games);
  if (!happened.length) return "";
  const rows = happened.map((each) => make("li", {}, make("b", {}, share(each.games, games)), " ", each.end ? make("code", {}, each.end) : "the side to move had no legal move"));
  return make("div", {}, make("h3", {}, "What ended the games"), make("ul", { class: "ends" }, ...rows));
}

/** @param {Figures} found */
function idle({ idle }) {
  if (!idle.length) return "";
  const rows = idle.map((each) => make("li", {}, make("code", {}, each)));
  return make("div", {}, make("h3", {}, "Never mattered in these games"), make("ul", { class: "ends" }, ...rows));
}
