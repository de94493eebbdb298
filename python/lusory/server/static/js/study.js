// After the game, and for study: going through it, trying moves, and what the machine thinks.
import { ROOT, ask, make, toast } from "./api.js";
import { Analysis } from "./analysis.js";
import { bar } from "./bar.js";
import { Typing } from "./entry.js";
import { moves } from "./moves.js";
/** @import {Table} from "./table.js" */
/** @import {Shown} from "./types.js" */
/** @import {Marks} from "./marks.js" */

/**
 * A line that leaves the game: after so many of its plies these follow.
 * @typedef {{from: number, texts: string[], printed: string[]}} Line
 */

export class Study {
  /** @param {Table} table */
  constructor(table) {
    this.table = table;
    /** Is a position off the game on the board? */
    this.active = false;
    /** @type {Shown | null} what is on the board then, in the shape of a table */
    this.shown = null;
    /** @type {Line[]} kept for as long as this tab is open */
    this.kept = kept(table.id);
    /** @type {Line | null} */
    this.line = null;
    /** How much of the line is on the board. */
    this.depth = 0;
    this.analysis = new Analysis(this);
    this.asked = 0;
    /** @type {unknown} the rule value, where the game has no name here */
    this.value = null;
  }

  /** May this game be studied now? Not while people play it. */
  offered() {
    const shown = this.table.shown;
    if (!shown) return false;
    const people = shown.seats.filter((seat) => seat.kind === "human" || seat.kind === "open").length;
    return Boolean(shown.result) || (people === 1 && shown.you.length === 1 && !shown.game.hidden) || people === 0;
  }

  /** @returns {Marks} */
  marks() {
    return this.analysis.marks();
  }

  /** The game, for requests that know no table. */
  async subject() {
    const shown = this.table.shown;
    if (shown?.game.name) return { game: shown.game.name, options: shown.game.options ?? {} };
    this.value ??= (await ask(`${this.table.path}/record.json?inline=1`)).game;
    return { value: this.value };
  }

  /** The texts of the game's first plies. @param {number} count */
  texts(count) {
    return (this.table.shown?.moves ?? []).slice(0, count).map((move) => move.text ?? "");
  }

  /** All plies that led to what is on the board. */
  path() {
    if (this.active && this.line) return [...this.texts(this.line.from), ...this.line.texts.slice(0, this.depth)];
    return this.texts(this.table.viewing ?? this.table.shown?.ply ?? 0);
  }

  /** To a ply of the game. Where it may be studied, moves can be tried from there. @param {number} ply */
  async goto(ply) {
    const shown = this.table.shown;
    if (!shown || ply < 0) return;
    if (this.active) this.leave();
    await this.table.look(Math.min(ply, shown.ply));
    this.analysis.follow();
  }

  /** Moves are tried from what is on the board: a line is begun. */
  async begin() {
    const from = this.table.viewing ?? this.table.shown?.ply ?? 0;
    this.line = { from, texts: [], printed: [] };
    this.depth = 0;
    await this.reach();
  }

  /** Onto the board: the line as far as its depth. */
  async reach() {
    const [line, table] = [this.line, this.table];
    if (!line || !table.shown) return;
    const mine = ++this.asked;
    const plies = [...this.texts(line.from), ...line.texts.slice(0, this.depth)];
    try {
      const told = await ask("/api/positions", { ...(await this.subject()), plies });
      if (mine !== this.asked) return;
      line.printed = told.printed.slice(line.from).concat(line.printed.slice(this.depth));
      this.active = true;
      this.shown = { ...table.shown, ...told, typed: [], can: [] };
      sessionStorage.setItem(`lines-${table.id}`, JSON.stringify(this.kept));
      table.viewing = null;
      table.typing = new Typing(told.entry);
      table.board.show(told.svg);
      table.mark();
      bar(table);
      moves(table);
      this.analysis.follow();
    } catch (fault) {
      toast(/** @type {Error} */ (fault).message);
    }
  }

  /** A move is tried. @param {string} text */
  async play(text) {
    const line = this.line;
    if (!line) return;
    if (line.texts[this.depth] !== text) {
      if (this.depth < line.texts.length) this.line = { from: line.from, texts: line.texts.slice(0, this.depth), printed: line.printed.slice(0, this.depth) };
      this.line?.texts.push(text);
    }
    this.depth++;
    if (this.line && !this.kept.includes(this.line)) this.kept.push(this.line);
    await this.reach();
  }

  /** One step back in the line; before its first move, back to the game. */
  async back() {
    if (this.depth === 0) return this.home();
    this.depth--;
    await this.reach();
  }

  leave() {
    this.active = false;
    this.line = null;
    this.shown = null;
    this.asked++;
    this.table.typing = new Typing(this.table.shown?.entry ?? null);
  }

  /** Back to the game where the line left it. */
  async home() {
    const from = this.line?.from ?? this.table.shown?.ply ?? 0;
    this.leave();
    this.table.viewing = -1;
    await this.table.look(from);
    this.table.side();
    this.analysis.follow();
  }

  /** A new table that begins with what is on the board, with the same seats. */
  async onward() {
    const shown = this.table.shown;
    if (!shown) return;
    const seats = shown.seats.map((seat) => (seat.kind === "open" ? "human" : seat.kind));
    try {
      const made = await ask("/api/tables", { ...(await this.subject()), seats, plies: this.path() });
      sessionStorage.setItem(`seats-${made.table}`, JSON.stringify(made));
      location.href = `${ROOT}/t/${made.table}`;
    } catch (fault) {
      toast(/** @type {Error} */ (fault).message);
    }
  }

  /** The lines that leave the game after one of these plies, as they stand among its moves.
   * @param {number} from @param {number} to @returns {HTMLLIElement[]} */
  lines(from, to) {
    return this.kept.filter((line) => line.from >= from && line.from < to).map((line) =>
      make("li", { class: "side-line" }, make("span", { class: "small" }, `after ${line.from}:`),
        ...line.texts.map((_, i) =>
          make("button", { type: "button", "data-ply": `line-${this.kept.indexOf(line)}-${i}`, "aria-current": String(this.line === line && this.depth === i + 1), click: () => {
            [this.line, this.depth] = [line, i + 1];
            void this.reach();
          } }, line.printed[i] ?? line.texts[i]),
        )),
    );
  }

  /** @param {boolean} shown is the sheet of the analysis open? */
  seen(shown) {
    this.analysis.seen(shown);
  }
}

/** The lines that were tried at this table before the page was loaded anew. @param {string} table @returns {Line[]} */
function kept(table) {
  try {
    const found = JSON.parse(sessionStorage.getItem(`lines-${table}`) ?? "[]");
    return Array.isArray(found) ? found : [];
  } catch {
    return [];
  }
}
