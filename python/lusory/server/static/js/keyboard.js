// Keyboard shortcuts, the mouse wheel over the board, the help dialog with display settings.
import { dialog } from "./dialog.js";
import { element, make } from "./dom.js";
/** @import {Table} from "./table.js" */

/** @type {[string, string][]} */
const HELP = [
  ["Tab", "to the board and past it"],
  ["← ↑ → ↓", "move between cells"],
  ["q w e a d z x c", "move in eight directions; six of them on hexagons"],
  ["Enter", "pick up a piece, play"],
  ["Esc", "cancel"],
  ["← → beside the board", "previous and next move, as the mouse wheel over the board"],
  ["Home End", "start position, current position"],
  ["f", "rotate the board"],
  ["right button", "draw circles and arrows; with Shift red, with Alt blue; on a touch screen press long"],
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

/** A display setting, stored on this device. @param {string} key @param {string} text @param {boolean} usual */
function displaySetting(key, text, usual) {
  const box = make("input", { type: "checkbox", change: () => {
    localStorage.setItem(`look-${key}`, box.checked ? "yes" : "no");
    applyDisplaySettings();
  } });
  box.checked = isOn(key, usual);
  return make("label", { class: "check" }, box, ` ${text}`);
}

/** Is a display setting on? @param {string} key @param {boolean} usual */
export function isOn(key, usual) {
  const kept = localStorage.getItem(`look-${key}`);
  return kept === null ? usual : kept === "yes";
}

/** Apply the settings stored on this device. */
export function applyDisplaySettings() {
  document.body.classList.toggle("no-coordinates", !isOn("names", true));
  document.body.classList.toggle("patterned", isOn("patterns", false));
}

/** @param {Table} table */
export async function showHelp(table) {
  const list = make("dl", { class: "keys" }, ...HELP.flatMap(([key, meaning]) => [make("dt", {}, make("kbd", {}, key)), make("dd", {}, meaning)]));
  const settings = [displaySetting("names", "Coordinates", true), displaySetting("patterns", "Patterns on stones", false), displaySetting("confirm", "Confirm each move", false), displaySetting("premove", "Premoves: click while your opponent thinks", false), displaySetting("sound", "Sounds", true)];
  await dialog("Help and settings", make("div", { class: "links" }, list, ...settings), [["close", "Close"]]);
  table.board.cellElement(table.board.focused)?.focus();
}
