// Premoves: cells that are clicked while others are to move. They are entered as soon as it is the player's turn, and
// dropped if no legal move begins so.
import { announce, toast } from "./dom.js";
import { isOn } from "./look.js";
import { t } from "./texts.js";
/** @import {Table} from "./table.js" */

export class Premove {
  /** @param {Table} table */
  constructor(table) {
    this.table = table;
    /** @type {string[]} */
    this.cells = [];
  }

  /** Whether a premove may be made now. Not in games with secrets, where others see how fast an answer comes. */
  allowed() {
    const { shown, viewing, review, closedReason, busy } = this.table;
    if (!shown || shown.result || shown.entry || shown.game.hidden || viewing !== null || review.active || closedReason || busy) return false;
    return shown.you.length === 1 && isOn("premove", false);
  }

  /** A piece and its target, or the cell of a new piece; the same cell again cancels. @param {string} cell */
  press(cell) {
    const [first] = this.cells;
    if (this.cells.at(-1) === cell) this.cells = [];
    else if (this.cells.length === 1 && this.occupied(first)) this.cells = [first, cell];
    else this.cells = [cell];
    announce(this.cells.length ? t("Premove: %(cells)s", { cells: this.cells.join(" – ") }) : t("Premove cancelled."));
  }

  /** Forget it, and say so. */
  cancel() {
    if (this.cells.length) toast(t("Premove cancelled."));
    this.cells = [];
  }

  /** @param {string} cell */
  occupied(cell) {
    return Boolean(this.table.board.svg?.querySelector(`[data-on="${CSS.escape(cell)}"]`));
  }

  /** Enter the premove: it is the player's turn. */
  enter() {
    const { cells, table } = this;
    this.cells = [];
    for (const cell of cells) {
      const isDone = table.entry.press(cell);
      if (isDone.kind === "play") return void table.play(isDone.ply, cell);
      if (isDone.kind !== "more") {
        table.entry.reset();
        announce(t("Your premove is no longer legal."));
        break;
      }
    }
    if (cells.length) table.repaint();
  }
}
