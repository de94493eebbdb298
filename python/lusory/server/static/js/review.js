// After the game, and for study: going through it, trying moves, and what the machine thinks.
import { Analysis } from "./analysis.js";
import { ROOT, request } from "./api.js";
import { make, toast } from "./dom.js";
import { renderMoves } from "./moves.js";
import { PlyEntry } from "./ply-entry.js";
import { renderStatusBar } from "./status-bar.js";
/** @import {Table} from "./table.js" */
/** @import {TableView} from "./types.js" */
/** @import {Overlay} from "./overlay.js" */

/**
 * A variation that leaves the game: after so many of its plies these follow.
 * @typedef {{from: number, texts: string[], printed: string[]}} Variation
 */

export class Review {
  /** @param {Table} table */
  constructor(table) {
    this.table = table;
    /** Is a position off the game on the board? */
    this.active = false;
    /** @type {TableView | null} what is on the board then, in the shape of a table */
    this.shown = null;
    /** @type {Variation[]} kept for as long as this tab is open */
    this.variations = kept(table.id);
    /** @type {Promise<void> | null} a variation on its way to the board */
    this.loading = null;
    /** @type {Variation | null} */
    this.variation = null;
    /** How much of the variation is on the board. */
    this.depth = 0;
    this.analysis = new Analysis(this);
    this.lastRequest = 0;
    /** @type {unknown} the rule value, where the game has no name here */
    this.value = null;
  }

  /** May this game be studied now? Not while people play it. */
  allowed() {
    const shown = this.table.shown;
    if (!shown) return false;
    const people = shown.seats.filter((seat) => seat.kind === "human" || seat.kind === "open").length;
    return Boolean(shown.result) || (people === 1 && shown.you.length === 1 && !shown.game.hidden) || people === 0;
  }

  /** @returns {Overlay} */
  overlay() {
    return this.analysis.overlay();
  }

  /** The game, for requests that know no table. */
  async game() {
    const shown = this.table.shown;
    if (shown?.game.name) return { game: shown.game.name, options: shown.game.options ?? {} };
    this.value ??= (await request(`${this.table.path}/record.json?inline=1`)).game;
    return { value: this.value };
  }

  /** The texts of the game's first plies. @param {number} count */
  texts(count) {
    return (this.table.shown?.moves ?? []).slice(0, count).map((move) => move.text ?? "");
  }

  /** All plies that led to what is on the board. */
  pliesShown() {
    if (this.active && this.variation) return [...this.texts(this.variation.from), ...this.variation.texts.slice(0, this.depth)];
    return this.texts(this.table.viewing ?? this.table.shown?.ply ?? 0);
  }

  /** To a ply of the game. Where it may be studied, moves can be tried from there. @param {number} ply */
  async goto(ply) {
    const shown = this.table.shown;
    if (!shown || ply < 0) return;
    if (this.active) this.leaveVariation();
    await this.table.showPly(Math.min(ply, shown.ply));
    this.analysis.positionChanged();
  }

  /** Moves are tried from what is on the board: a variation is begun. */
  async startVariation() {
    const from = this.table.viewing ?? this.table.shown?.ply ?? 0;
    this.variation = { from, texts: [], printed: [] };
    this.depth = 0;
    await this.showVariation();
  }

  /** Onto the board: the variation as far as its depth. Whoever clicks meanwhile means that board. */
  showVariation() {
    const coming = this.loadVariation().finally(() => {
      if (this.loading === coming) this.loading = null;
    });
    this.loading = coming;
    return coming;
  }

  async loadVariation() {
    const [variation, table] = [this.variation, this.table];
    if (!variation || !table.shown) return;
    const mine = ++this.lastRequest;
    const plies = [...this.texts(variation.from), ...variation.texts.slice(0, this.depth)];
    try {
      const told = await request("/api/positions", { ...(await this.game()), plies });
      if (mine !== this.lastRequest) return;
      variation.printed = told.printed.slice(variation.from).concat(variation.printed.slice(this.depth));
      this.active = true;
      this.shown = { ...table.shown, ...told, typed: [], can: [] };
      sessionStorage.setItem(`lines-${table.id}`, JSON.stringify(this.variations));
      table.viewing = null;
      table.entry = new PlyEntry(told.entry);
      table.board.show(told.svg);
      table.repaint();
      renderStatusBar(table);
      renderMoves(table);
      this.analysis.positionChanged();
    } catch (fault) {
      toast(/** @type {Error} */ (fault).message);
    }
  }

  /** A move is tried. @param {string} text */
  async play(text) {
    const variation = this.variation;
    if (!variation) return;
    if (variation.texts[this.depth] !== text) {
      if (this.depth < variation.texts.length) this.variation = { from: variation.from, texts: variation.texts.slice(0, this.depth), printed: variation.printed.slice(0, this.depth) };
      this.variation?.texts.push(text);
    }
    this.depth++;
    if (this.variation && !this.variations.includes(this.variation)) this.variations.push(this.variation);
    await this.showVariation();
  }

  /** One step back in the variation; before its first move, back to the game. */
  async stepBack() {
    if (this.depth === 0) return this.backToGame();
    this.depth--;
    await this.showVariation();
  }

  leaveVariation() {
    this.active = false;
    this.variation = null;
    this.shown = null;
    this.lastRequest++;
    this.table.entry = new PlyEntry(this.table.shown?.entry ?? null);
  }

  /** Back to the game where the variation left it. */
  async backToGame() {
    const from = this.variation?.from ?? this.table.shown?.ply ?? 0;
    this.leaveVariation();
    this.table.viewing = -1;
    await this.table.showPly(from);
    this.table.renderSide();
    this.analysis.positionChanged();
  }

  /** A new table that begins with what is on the board, with the same seats. */
  async playFromHere() {
    const shown = this.table.shown;
    if (!shown) return;
    const seats = shown.seats.map((seat) => (seat.kind === "open" ? "human" : seat.kind));
    try {
      const made = await request("/api/tables", { ...(await this.game()), seats, plies: this.pliesShown() });
      sessionStorage.setItem(`seats-${made.table}`, JSON.stringify(made));
      location.href = `${ROOT}/t/${made.table}`;
    } catch (fault) {
      toast(/** @type {Error} */ (fault).message);
    }
  }

  /** The lines that leave the game after one of these plies, as they stand among its moves.
   * @param {number} from @param {number} to @returns {HTMLLIElement[]} */
  variationRows(from, to) {
    return this.variations.filter((variation) => variation.from >= from && variation.from < to).map((variation) =>
      make("li", { class: "variation" }, make("span", { class: "small" }, `after ${variation.from}:`),
        ...variation.texts.map((_, i) =>
          make("button", { type: "button", "data-ply": `line-${this.variations.indexOf(variation)}-${i}`, "aria-current": String(this.variation === variation && this.depth === i + 1), click: () => {
            [this.variation, this.depth] = [variation, i + 1];
            void this.showVariation();
          } }, variation.printed[i] ?? variation.texts[i]),
        )),
    );
  }

  /** @param {boolean} shown is the sheet of the analysis open? */
  setTabOpen(shown) {
    this.analysis.setOpen(shown);
  }
}

/** The lines that were tried at this table before the page was loaded anew. @param {string} table @returns {Variation[]} */
function kept(table) {
  try {
    const found = JSON.parse(sessionStorage.getItem(`lines-${table}`) ?? "[]");
    return Array.isArray(found) ? found : [];
  } catch {
    return [];
  }
}
