// The ply that was entered last, until the server has confirmed it. It is sent again after a lost connection, and after
// a reload of the page; its request number makes sure that the server plays it once.
import { ApiError, request } from "./api.js";
import { announce } from "./dom.js";
import { t } from "./texts.js";
/** @import {Table} from "./table.js" */
/** @import {TableView} from "./types.js" */

/** @typedef {{ply: number, text: string, eyes: number | null, request: number}} SentPly */
/** @typedef {{sent: SentPly, cells: string[]}} UnsentPly cells: to be marked on the board */

/** Milliseconds after which an attempt is given up, and after which the next one begins. */
const TIMEOUT = 30000;
const FIRST_WAIT = 1000;
const LONGEST_WAIT = 15000;

export class Outbox {
  /** @param {Table} table */
  constructor(table) {
    this.table = table;
    this.key = `unsent-${table.id}`;
    /** @type {UnsentPly | null} */
    this.unsent = stored(this.key);
    /** Whether an attempt has failed because the server could not be reached. */
    this.failed = false;
    this.timer = 0;
    this.wait = FIRST_WAIT;
    this.attempt = 0;
  }

  /** The cells of the unsent ply. */
  get cells() {
    return this.unsent?.cells ?? [];
  }

  /** Send a ply until the server answers; its view of the table, or null while the server cannot be reached. Raises the
   * server's refusal. @param {string} text @param {string[]} cells @returns {Promise<TableView | null>} */
  async send(text, cells) {
    const move = { ply: (this.table.shown?.ply ?? 0) + 1, text, eyes: this.table.viewer, request: Math.floor(Math.random() * 2 ** 53) };
    this.keep({ sent: move, cells });
    return this.try();
  }

  /** One attempt. @returns {Promise<TableView | null>} */
  async try() {
    const attempt = ++this.attempt;
    clearTimeout(this.timer);
    if (!this.unsent) return null;
    try {
      const shown = await request(`${this.table.path}/plies?${this.table.views.query()}`, this.unsent.sent, "POST", AbortSignal.timeout(TIMEOUT));
      if (attempt !== this.attempt) return null;
      this.keep(null);
      return this.table.views.whole(shown) ?? (await this.table.views.fetch(this.table.viewer));
    } catch (fault) {
      if (attempt !== this.attempt) return null;
      if (!(fault instanceof ApiError) || fault.code) {
        this.keep(null);
        throw fault;
      }
      this.failed = true;
      this.timer = setTimeout(() => void this.retry(), this.wait);
      this.wait = Math.min(this.wait * 1.7, LONGEST_WAIT);
      return null;
    }
  }

  /** Send the unsent ply again, and show what came of it. */
  async retry() {
    if (!this.unsent) return;
    const { text } = this.unsent.sent;
    try {
      this.table.sent(await this.try());
    } catch (fault) {
      const reason = fault instanceof ApiError && fault.code === 409 ? t("the game has changed meanwhile") : /** @type {Error} */ (fault).message;
      await this.table.showError(fault, t("Your move %(text)s was not played: %(why)s.", { text, why: reason }));
    }
  }

  /** Whether a view of the table shows that the unsent ply was played. Then it needs no answer of its own.
   * @param {TableView} shown */
  confirm(shown) {
    const move = this.unsent?.sent;
    if (!move || shown.moves[move.ply - 1]?.text !== move.text) return;
    this.attempt++;
    this.keep(null);
  }

  /** Forget the unsent ply. If the server has played it already, it stays played. */
  discard() {
    this.attempt++;
    this.keep(null);
    announce(t("Move discarded."));
    this.table.sent(null);
  }

  /** @param {UnsentPly | null} unsent */
  keep(unsent) {
    clearTimeout(this.timer);
    this.unsent = unsent;
    this.failed = false;
    this.wait = FIRST_WAIT;
    if (unsent) sessionStorage.setItem(this.key, JSON.stringify(unsent));
    else sessionStorage.removeItem(this.key);
  }
}

/** @param {string} key @returns {UnsentPly | null} */
function stored(key) {
  try {
    const stored = JSON.parse(sessionStorage.getItem(key) ?? "null");
    return stored && typeof stored.sent?.text === "string" && Array.isArray(stored.cells) ? stored : null;
  } catch {
    return null;
  }
}
