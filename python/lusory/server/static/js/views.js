// Views of the table as the server shortens them: without the cells of the board, and as changes of an earlier view.
import { request } from "./api.js";
import { STONES } from "./board.js";
/** @import {FirstBoard, Move, TableView} from "./types.js" */

const KEPT = 8; // answers and the stream cross each other, so the last views are kept

export class Views {
  /** @param {string} path of the table */
  constructor(path) {
    this.path = path;
    /** The cells of drawings by their `cells_id`. @type {Map<string, string>} */
    this.cells = new Map();
    this.cellsId = "board"; // is loaded beside the first view
    /** What changes refer to, by `view_id`. @type {Map<string, {lines: string[], moves: Move[]}>} */
    this.views = new Map();
    this.viewId = "board";
  }

  /** What the server may leave out of its answer. */
  query() {
    return `cells=${this.cellsId}&view=${this.viewId}`;
  }

  /** Load the board, which is compressed and kept by the browser, and the first view beside it.
   * @returns {Promise<{board: FirstBoard, shown: TableView}>} */
  async load() {
    /** @type {[FirstBoard, TableView]} */
    const [board, first] = await Promise.all([request(`${this.path}/board`), request(`${this.path}?${this.query()}`)]);
    this.cells.set(board.cells_id, board.svg);
    this.views.set(board.view_id, { lines: board.stones.split("\n"), moves: [] });
    this.cellsId = board.cells_id;
    return { board, shown: this.whole(first) ?? (await this.fetch(null)) };
  }

  /** The table as it stands now. @param {number | null} eyes the player whose view is asked for
   * @returns {Promise<TableView>} */
  async fetch(eyes) {
    const as = eyes === null ? "" : `&eyes=${eyes}`;
    return this.whole(await request(`${this.path}?${this.query()}${as}`)) ?? (await request(`${this.path}?${as}`));
  }

  /** The whole drawing of an answer that may lack the cells; null if they are not kept.
   * @param {{svg: string, cells_id?: string}} answer */
  drawing({ svg, cells_id }) {
    if (!cells_id || svg.indexOf(STONES) > 0) return svg;
    const cells = this.cells.get(cells_id);
    return cells === undefined ? null : cells + svg;
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
    const at = svg.indexOf(STONES);
    if (at > 0) this.cells.set(shown.cells_id, svg.slice(0, at));
    const drawing = this.drawing({ ...shown, svg });
    if (drawing === null) return null;
    this.keep(shown.view_id, svg, moves);
    this.cellsId = shown.cells_id;
    return { ...shown, svg: drawing, moves };
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
