// Keys and the wheel, for whoever is not in a field.
import { element, make } from "./api.js";
import { dialog } from "./dialog.js";
/** @import {Table} from "./table.js" */

/** @type {[string, string][]} */
const HELP = [
  ["Tab", "to the board, and on"],
  ["← ↑ → ↓", "walk over the cells"],
  ["q w e a d z x c", "walk in eight directions; on hexagons six of them go along the axes"],
  ["Enter", "take up, play"],
  ["Esc", "put back"],
  ["← → beside the board", "earlier and later moves, as the wheel does over the board"],
  ["Home End", "the start, and now"],
  ["f", "turn the board"],
  ["?", "this help"],
];

/** @param {Table} table */
export function keys(table) {
  looks();
  document.addEventListener("keydown", (event) => {
    const at = event.target;
    if (event.altKey || event.ctrlKey || event.metaKey || !(at instanceof Element)) return;
    if (at.closest("input, textarea, select, dialog, [data-cell], [role=tab]")) {
      if (!at.closest("[data-cell]") || !["f", "?", "Home", "End"].includes(event.key)) return;
    }
    const now = table.viewing ?? table.shown?.ply ?? 0;
    const deed = { ArrowLeft: () => table.study.goto(now - 1), ArrowRight: () => table.study.goto(now + 1), Home: () => table.study.goto(0),
      End: () => table.study.goto(table.shown?.ply ?? 0), f: () => table.board.rotate(table.board.step()), "?": () => help(table) }[event.key];
    if (!deed) return;
    event.preventDefault();
    void deed();
  });
  let turned = 0;
  element("board").addEventListener("wheel", (event) => {
    if (event.ctrlKey || !table.shown?.ply) return;
    event.preventDefault();
    turned += event.deltaY;
    if (Math.abs(turned) < 40) return;
    const now = table.viewing ?? table.shown.ply;
    void table.study.goto(now + Math.sign(turned));
    turned = 0;
  }, { passive: false });
}

/** How boards look, kept on this device. @param {string} key @param {string} text @param {boolean} usual */
function look(key, text, usual) {
  const box = make("input", { type: "checkbox", change: () => {
    localStorage.setItem(`look-${key}`, box.checked ? "yes" : "no");
    looks();
  } });
  box.checked = looking(key, usual);
  return make("label", { class: "check" }, box, ` ${text}`);
}

/** @param {string} key @param {boolean} usual */
function looking(key, usual) {
  const kept = localStorage.getItem(`look-${key}`);
  return kept === null ? usual : kept === "yes";
}

/** As was chosen on this device. */
export function looks() {
  document.body.classList.toggle("nameless", !looking("names", true));
  document.body.classList.toggle("patterned", looking("patterns", false));
}

/** @param {Table} table */
export async function help(table) {
  const list = make("dl", { class: "keys" }, ...HELP.flatMap(([key, told]) => [make("dt", {}, make("kbd", {}, key)), make("dd", {}, told)]));
  const looks = [look("names", "Coordinates", true), look("patterns", "Stones told apart by marks, too", false)];
  await dialog("Keys and looks", make("div", { class: "links" }, list, ...looks), [["close", "Close"]]);
  table.board.cell(table.board.focused)?.focus();
}
