// Views of the table as the server shortens them: without the cells of the board, and as changes of an earlier view.
import { STONES } from "./board.js";
/** @import {Move, TableView} from "./types.js" */

const KEPT = 4; // the answer to a move and the stream cross each other, so the last views are kept

export class Views {
  constructor() {
    /** The cells of drawings by their `cells_id`. @type {Map<string, string>} */
    this.cells = new Map();
    this.cellsId = "none";
    /** What changes refer to, by `view_id`. @type {Map<string, {lines: string[], moves: Move[]}>} */
    this.views = new Map();
    this.viewId = "none";
  }

  /** What the server may leave out of its answer. */
  query() {
    return `cells=${this.cellsId}&view=${this.viewId}`;
  }

  /** A whole view; null if it is a change of one that is not kept. @param {TableView} shown @returns {TableView | null} */
  whole(shown) {
    if (!shown.cells_id) return shown;
    let { svg, moves } = shown;
    if (shown.view_from) {
      const base = this.views.get(shown.view_from);
      if (!base) return null;
      svg = (shown.changed ?? []).map((part) => (typeof part === "string" ? part : base.lines.slice(part[0], part[0] + part[1]).join("\n"))).join("\n");
      moves = [...base.moves.slice(0, shown.moves_from), ...moves];
    }
    this.keep(shown.view_id, svg, moves);
    const at = svg.indexOf(STONES);
    if (at > 0) this.cells.set(shown.cells_id, svg.slice(0, at));
    this.cellsId = shown.cells_id;
    return { ...shown, svg: at > 0 ? svg : (this.cells.get(shown.cells_id) ?? "") + svg, moves };
  }

  /** @param {string | undefined} id @param {string} svg @param {Move[]} moves */
  keep(id, svg, moves) {
    if (!id) return;
    this.viewId = id;
    this.views.delete(id);
    this.views.set(id, { lines: svg.split("\n"), moves });
    const [oldest] = this.views.keys();
    if (this.views.size > KEPT) this.views.delete(oldest);
  }
}
