// Keys and the wheel, for whoever is not in a field.
import { dialog } from "./dialog.js";
import { element, make } from "./dom.js";
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
export function listenToKeys(table) {
  applyDisplaySettings();
  document.addEventListener("keydown", (event) => {
    const at = event.target;
    if (event.altKey || event.ctrlKey || event.metaKey || !(at instanceof Element)) return;
    if (at.closest("input, textarea, select, dialog, [data-cell], [role=tab]")) {
      if (!at.closest("[data-cell]") || !["f", "?", "Home", "End"].includes(event.key)) return;
    }
    const now = table.viewing ?? table.shown?.ply ?? 0;
    const action = { ArrowLeft: () => table.review.goto(now - 1), ArrowRight: () => table.review.goto(now + 1), Home: () => table.review.goto(0),
      End: () => table.review.goto(table.shown?.ply ?? 0), f: () => table.board.rotate(table.board.rotationStep()), "?": () => showHelp(table) }[event.key];
    if (!action) return;
    event.preventDefault();
    void action();
  });
  let turned = 0;
  element("board").addEventListener("wheel", (event) => {
    if (event.ctrlKey || !table.shown?.ply) return;
    event.preventDefault();
    turned += event.deltaY;
    if (Math.abs(turned) < 40) return;
    const now = table.viewing ?? table.shown.ply;
    void table.review.goto(now + Math.sign(turned));
    turned = 0;
  }, { passive: false });
}

/** How boards look, kept on this device. @param {string} key @param {string} text @param {boolean} usual */
function displaySetting(key, text, usual) {
  const box = make("input", { type: "checkbox", change: () => {
    localStorage.setItem(`look-${key}`, box.checked ? "yes" : "no");
    applyDisplaySettings();
  } });
  box.checked = isOn(key, usual);
  return make("label", { class: "check" }, box, ` ${text}`);
}

/** @param {string} key @param {boolean} usual */
function isOn(key, usual) {
  const kept = localStorage.getItem(`look-${key}`);
  return kept === null ? usual : kept === "yes";
}

/** As was chosen on this device. */
export function applyDisplaySettings() {
  document.body.classList.toggle("no-coordinates", !isOn("names", true));
  document.body.classList.toggle("patterned", isOn("patterns", false));
}

/** @param {Table} table */
export async function showHelp(table) {
  const list = make("dl", { class: "keys" }, ...HELP.flatMap(([key, told]) => [make("dt", {}, make("kbd", {}, key)), make("dd", {}, told)]));
  const settings = [displaySetting("names", "Coordinates", true), displaySetting("patterns", "Stones told apart by marks, too", false)];
  await dialog("Keys and looks", make("div", { class: "links" }, list, ...settings), [["close", "Close"]]);
  table.board.cellElement(table.board.focused)?.focus();
}
