// What lies on the cells of a drawing, and its names: stones, marks.
import { t } from "./texts.js";

/** The colours of stones in words. @type {Record<string, string>} */
export const COLOUR_WORDS = { grey: t("grey"), black: t("black"), white: t("white"), orange: t("orange"), blue: t("blue") };
/** Common kinds of piece; any other is called as in the rules. @type {Record<string, string>} */
const KINDS = { king: t("king"), queen: t("queen"), rook: t("rook"), bishop: t("bishop"), knight: t("knight"), pawn: t("pawn"), man: t("man"),
  soldier: t("soldier"), guard: t("guard"), wall: t("wall"), arrow: t("arrow"), panel: t("panel") };
/** What a piece is besides: `unmoved-king`. @type {Record<string, string>} */
const STATES = { unmoved: t("unmoved"), advanced: t("advanced"), promoted: t("promoted") };

/** @param {string} kind */
export function kindName(kind) {
  const at = kind.lastIndexOf("-");
  const piece = KINDS[kind.slice(at + 1)];
  if (at < 0 || !piece) return piece ?? kind;
  const state = kind.slice(0, at);
  return `${piece}, ${STATES[state] ?? state}`;
}

/** The stones on each cell. @param {Element} svg @returns {Map<string, Element[]>} */
export function stonesByCell(svg) {
  /** @type {Map<string, Element[]>} */
  const matches = new Map();
  for (const stone of svg.querySelectorAll("[data-on]")) {
    if (stone.parentElement?.classList.contains("ghost")) continue;
    const cell = stone.getAttribute("data-on") ?? "";
    matches.set(cell, [...(matches.get(cell) ?? []), stone]);
  }
  return matches;
}

/** The names of the marks on each marked cell. @param {Element} svg @returns {Map<string, string>} */
export function marksByCell(svg) {
  const marks = [...svg.querySelectorAll("[data-mark]")];
  return new Map(marks.map((mark) => [mark.getAttribute("data-mark") ?? "", mark.getAttribute("data-names") ?? ""]));
}

/** What a pointer over a cell shows: the names of its marks. @param {Element} cell @param {string} text */
export function showTip(cell, text) {
  const tip = cell.querySelector("title");
  if ((tip?.textContent ?? "") === text) return;
  tip?.remove();
  if (!text) return;
  const made = document.createElementNS("http://www.w3.org/2000/svg", "title");
  made.textContent = text;
  cell.append(made);
}

/** @param {Element} stone */
export function described(stone) {
  const classes = [...stone.classList];
  const colour = COLOUR_WORDS[classes.find((name) => Object.hasOwn(COLOUR_WORDS, name)) ?? ""];
  const kind = classes.find((name) => name.startsWith("kind-"))?.slice(5);
  const name = kind ? kindName(kind) : t("stone");
  const piece = colour ? t("%(colour)s %(piece)s", { colour, piece: name }) : name;
  return classes.includes("hidden") ? t("hidden %(piece)s", { piece }) : piece;
}
