// Shows the figures of random games of the rules in the editor.
import { COLOURS } from "./colours.js";
import { make } from "./dom.js";
import { LANGUAGE, t } from "./texts.js";

const PLAYERS = [t("First"), t("Second"), t("Third"), t("Fourth")];

/**
 * @typedef {{ games: number, wins: number[], draws: number, cut: number, limit: number, plies: Record<string, number | null>,
 *   ends: { end: string, games: number }[], idle: string[] }} Figures
 */

/** @param {HTMLElement} into @param {Figures} found @param {{owned: boolean, colours: string[]}} game owned: are players named by the colours of their stones */
export function showFigures(into, found, { owned, colours }) {
  into.replaceChildren(bar(found, owned ? colours.map((colour) => COLOURS[colour]) : PLAYERS, colours), length(found), ends(found), idle(found), make("p", { class: "small" }, accuracy(found.games)));
  into.removeAttribute("aria-busy");
}

/** @param {number} part @param {number} of */
const share = (part, of) => `${of ? Math.round((100 * part) / of) : 0} %`;

/** How many there were, and how sure that makes a share. @param {number} games */
function accuracy(games) {
  return t("%(games)s games of random moves. Shares are accurate to about %(points)s percentage points.", { games: games.toLocaleString(LANGUAGE), points: Math.round(98 / Math.sqrt(Math.max(games, 1))) });
}

/** Who won, as a bar and in words. @param {Figures} found @param {string[]} names @param {string[]} colours */
function bar(found, names, colours) {
  const parts = found.wins.map((wins, i) => ({ name: found.wins.length === 1 ? t("Won") : names[i], games: wins, kind: colours[i] }));
  if (found.draws) parts.splice(1, 0, { name: t("Draws"), games: found.draws, kind: "drawn" });
  if (found.cut) parts.push({ name: t("Not finished"), games: found.cut, kind: "cut" });
  const strip = make("div", { class: "strip", "aria-hidden": "true" });
  for (const part of parts) {
    const piece = make("i", { class: part.kind });
    piece.style.flexGrow = String(part.games);
    strip.append(piece);
  }
  const items = parts.map((part) => make("li", { class: part.kind }, `${part.name} `, make("b", {}, share(part.games, found.games))));
  return make("div", {}, strip, make("ul", { class: "legend" }, ...items));
}

/** @param {Figures} found */
function length({ plies, cut, limit, games }) {
  if (plies.middle === null) return make("p", { class: "fault" }, t("No game came to an end within %(limit)s moves. Add an end, or a draw such as Draw(Quiet(50)).", { limit: limit.toLocaleString(LANGUAGE) }));
  const sentence = plies.low === plies.high ? t("Each game takes about %(middle)s moves.", plies) : t("A game takes about %(middle)s moves; 8 of 10 take %(low)s to %(high)s.", plies);
  return make("p", {}, cut ? `${sentence} ${t("%(share)s were stopped after %(limit)s moves.", { share: share(cut, games), limit: limit.toLocaleString(LANGUAGE) })}` : sentence);
}

/** @param {Figures} found */
function ends({ ends, games }) {
  const happened = ends.filter((end) => end.games).sort((a, b) => b.games - a.games);
  if (!happened.length) return "";
  const rows = happened.map((each) => make("li", {}, make("b", {}, share(each.games, games)), " ", each.end ? make("code", {}, each.end) : t("the side to move had no legal move")));
  return make("div", {}, make("h3", {}, t("What ended the games")), make("ul", { class: "ends" }, ...rows));
}

/** @param {Figures} found */
function idle({ idle }) {
  if (!idle.length) return "";
  const rows = idle.map((part) => make("li", {}, make("code", {}, part)));
  return make("div", {}, make("h3", {}, t("Never mattered in these games")), make("ul", { class: "ends" }, ...rows));
}
