// Keyboard shortcuts, the mouse wheel over the board, the dialog with help and settings.
import { dialog } from "./dialog.js";
import { element, make } from "./dom.js";
import { applyLook, lookControls } from "./look.js";
import { t } from "./texts.js";
/** @import {Table} from "./table.js" */

/** @type {[string, string][]} */
const HELP = [
  ["Tab", t("to the board and past it")],
  ["← ↑ → ↓", t("move between cells")],
  ["q w e a d z x c", t("move in eight directions; six of them on hexagons")],
  ["Enter", t("pick up a piece, play")],
  ["Esc", t("cancel")],
  [t("← → beside the board"), t("previous and next move (or turn the mouse wheel over the board)")],
  ["Home End", t("start position, current position")],
  ["f", t("rotate the board")],
  ["n", t("the next game in which it is your turn")],
  [t("right button"), t("draw circles and arrows: Shift red, Alt blue; on a touch screen press and hold")],
  ["?", t("this help")],
];

/** @param {Table} table */
export function listenToKeys(table) {
  applyLook();
  document.addEventListener("keydown", (event) => {
    const target = event.target;
    if (document.querySelector(".handover")) return;
    if (event.altKey || event.ctrlKey || event.metaKey || !(target instanceof Element)) return;
    if (target.closest("input, textarea, select, dialog, [data-cell], [role=tab]")) {
      if (!target.closest("[data-cell]") || !["f", "n", "?", "Home", "End"].includes(event.key)) return;
    }
    const ply = table.viewing ?? table.shown?.ply ?? 0;
    const action = { ArrowLeft: () => table.review.goto(ply - 1), ArrowRight: () => table.review.goto(ply + 1), Home: () => table.review.goto(0),
      End: () => table.review.goto(table.shown?.ply ?? 0), f: () => table.board.rotate(table.board.rotationStep()), n: async () => (await import("./next-game.js")).openNextGame(table), "?": () => showHelp(table) }[event.key];
    if (!action) return;
    event.preventDefault();
    void action();
  });
  let wheelDistance = 0; // pixels of the wheel since the last step
  element("board").addEventListener("wheel", (event) => {
    if (event.ctrlKey || !table.shown?.ply) return;
    event.preventDefault();
    wheelDistance += event.deltaY;
    if (Math.abs(wheelDistance) < 40) return;
    const ply = table.viewing ?? table.shown.ply;
    void table.review.goto(ply + Math.sign(wheelDistance));
    wheelDistance = 0;
  }, { passive: false });
}

/** @param {Table} table */
export async function showHelp(table) {
  const list = make("dl", { class: "keys" }, ...HELP.flatMap(([key, meaning]) => [make("dt", {}, make("kbd", {}, key)), make("dd", {}, meaning)]));
  await dialog(t("Help and settings"), make("div", { class: "links" }, make("div", { class: "settings" }, ...lookControls()), list), [["close", t("Close")]]);
  table.lookChanged();
  table.board.refit();
  table.board.cellElement(table.board.focused)?.focus();
}
