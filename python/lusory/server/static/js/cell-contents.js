// What lies on the cells of a drawing, and its names: stones, marks.
import { t } from "./texts.js";

const SIDES = [t("grey"), t("black"), t("white"), t("orange"), t("blue")];

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
  const side = Number(classes.find((name) => name.startsWith("side-"))?.slice(5) ?? 0);
  const kind = classes.find((name) => name.startsWith("kind-"))?.slice(5) ?? t("stone");
  const piece = SIDES[side] ? t("%(colour)s %(piece)s", { colour: SIDES[side], piece: kind }) : kind;
  return classes.includes("hidden") ? t("hidden %(piece)s", { piece }) : piece;
}
