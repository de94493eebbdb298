// Game review: stepping through a game, trying variations, analysis by the engine.
import { request } from "./api.js";
import { inColours } from "./colours.js";
import { make, toast } from "./dom.js";
import { plyText, renderMoves } from "./moves.js";
import { PlyEntry } from "./ply-entry.js";
import { renderRecent } from "./recent.js";
import { renderStatusBar } from "./status-bar.js";
import { t } from "./texts.js";
/** @import {Table} from "./table.js" */
/** @import {TableView} from "./types.js" */
/** @import {Overlay} from "./overlay.js" */
/** @import {Analysis} from "./analysis.js" */

/**
 * A variation: plies that follow after ply `from` of the game.
 * @typedef {{from: number, texts: string[], printed: string[], id?: string, sharing?: boolean}} Variation id: where it is kept with the table;
 * sharing: whether it is about to be
 */

export class Review {
  /** @param {Table} table */
  constructor(table) {
    this.table = table;
    /** Whether a position of a variation is on the board. */
    this.active = false;
    /** @type {TableView | null} the variation's position, as a view of the table */
    this.shown = null;
    /** @type {Variation[]} kept for as long as this tab is open */
    this.variations = stored(table.id);
    /** @type {Promise<void> | null} the request for the variation's position */
    this.loading = null;
    this.steps = Promise.resolve();
    /** @type {Variation | null} */
    this.variation = null;
    /** The number of plies of the variation that are on the board. */
    this.depth = 0;
    /** @type {Analysis | null} loaded when it is first wanted */
    this.analysis = null;
    this.tabOpen = false;
    this.lastRequest = 0;
    this.keptLoaded = false;
    /** @type {unknown} the rules, where the game has no name on this server */
    this.value = null;
  }

  /** Whether this game can be reviewed: it is over, and without secrets. */
  finished() {
    const shown = this.table.shown;
    return Boolean(shown?.result && !shown.game.hidden);
  }

  /** Load what is kept with a finished game, once. */
  async loadKept() {
    if (this.keptLoaded || !this.finished()) return;
    this.keptLoaded = true;
    await (await import("./kept-review.js")).loadKept(this).catch((fault) => toast(fault.message));
  }

  /** Show a variation up to a depth. @param {Variation} variation @param {number} depth */
  show(variation, depth) {
    // Clicks wait for `loading`.
    const loading = this.load(variation, depth).finally(() => {
      if (this.loading === loading) this.loading = null;
    });
    this.loading = loading;
    return loading;
  }

  /** @param {Variation} variation */
  forget(variation) {
    this.variations = this.variations.filter((other) => other !== variation);
    this.keepInTab();
    if (this.variation === variation) void this.backToGame();
    else renderMoves(this.table);
  }

  keepInTab() {
    sessionStorage.setItem(`lines-${this.table.id}`, JSON.stringify(this.variations));
  }

  /** Whether this game may be analysed now. */
  allowed() {
    return this.table.shown?.analysis ?? false;
  }

  /** @returns {Overlay} */
  overlay() {
    return this.analysis?.overlay() ?? {};
  }

  /** The game, for requests that do not name the table. */
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

  /** All plies that lead to the position on the board. */
  pliesShown() {
    if (this.active && this.variation) return [...this.texts(this.variation.from), ...this.variation.texts.slice(0, this.depth)];
    return this.texts(this.table.viewing ?? this.table.shown?.ply ?? 0);
  }

  /** Show the position after a ply of the game. @param {number} ply */
  async goto(ply) {
    const shown = this.table.shown;
    if (!shown || ply < 0) return;
    if (this.active || this.loading) this.leaveVariation();
    await this.table.showPly(Math.min(ply, shown.ply));
    this.analysis?.positionChanged();
  }

  /** Begin a variation at the position on the board. */
  async startVariation() {
    const from = this.table.viewing ?? this.table.shown?.ply ?? 0;
    await this.show({ from, texts: [], printed: [] }, 0);
  }

  /** Ask for a variation's position. Until it has come, and where it does not come, everything stays as it is.
   * @param {Variation} variation @param {number} depth */
  async load(variation, depth) {
    const table = this.table;
    if (!table.shown) return;
    const run = ++this.lastRequest;
    const plies = [...this.texts(variation.from), ...variation.texts.slice(0, depth)];
    try {
      const reply = await request(`/api/positions?cells=${table.views.cellsId}`, { ...(await this.game()), plies });
      if (run !== this.lastRequest) return;
      variation.printed = reply.printed.slice(variation.from).concat(variation.printed.slice(depth));
      this.list(variation);
      Object.assign(this, { variation, depth, active: true });
      this.shown = inColours({ ...table.shown, ...reply, svg: table.views.drawing(reply) ?? reply.svg, typed: [], can: [] });
      table.viewing = null;
      table.premove.cancel(); // it is of the game
      table.entry = new PlyEntry(reply.entry);
      table.board.show(this.shown.svg);
      renderMoves(table);
      renderRecent(table);
      this.analysis?.positionChanged();
    } catch (fault) {
      if (run !== this.lastRequest) return;
      table.entry.reset();
      toast(/** @type {Error} */ (fault).message);
    }
    table.repaint();
    renderStatusBar(table);
  }

  /** Keep a variation in the list. It takes the place of the one on the board if it goes on from its end, unless that is
   * kept with the table. @param {Variation} variation */
  list(variation) {
    if (variation.texts.length && !this.variations.includes(variation)) {
      const before = this.variation;
      const goesOn = before && !before.id && !before.sharing && before.from === variation.from && before.texts.every((text, i) => variation.texts[i] === text);
      if (goesOn && this.variations.includes(before)) this.variations = this.variations.map((each) => (each === before ? variation : each));
      else this.variations.push(variation);
    }
    this.keepInTab();
  }

  /** Make a step once those before have come, or have not: each begins at the position that is on the board then.
   * @param {() => Promise<void>} step */
  inTurn(step) {
    this.steps = this.steps.then(step, step);
    return this.steps;
  }

  /** Play a ply in the variation. @param {string} text */
  play(text) {
    return this.inTurn(async () => {
      const { variation, depth } = this;
      if (!variation) return;
      const follows = variation.texts[depth] === text;
      const line = follows ? variation : { from: variation.from, texts: [...variation.texts.slice(0, depth), text], printed: variation.printed.slice(0, depth) };
      await this.show(line, depth + 1);
    });
  }

  /** One step back in the variation; before its first move, back to the game. */
  stepBack() {
    const before = this.variation;
    return this.inTurn(async () => {
      if (before && !this.variation) return; // it was left meanwhile
      if (!this.variation || this.depth === 0) await this.backToGame();
      else await this.show(this.variation, this.depth - 1);
    });
  }

  leaveVariation() {
    this.active = false;
    this.variation = null;
    this.shown = null;
    this.lastRequest++;
    this.table.entry = new PlyEntry(this.table.shown?.entry ?? null);
  }

  /** Back to the game, at the ply where the variation began. */
  async backToGame() {
    const from = this.variation?.from ?? this.table.shown?.ply ?? 0;
    this.leaveVariation();
    this.table.viewing = -1;
    await this.table.showPly(from);
    this.table.renderSide();
    this.analysis?.positionChanged();
  }

  /** Make a new table with the position on the board and the same seats. */
  async playFromHere() {
    await (await import("./play-from-here.js")).playFromHere(this);
  }

  /** Rows of the list of moves for the variations that begin after one of these plies.
   * @param {number} from @param {number} to @returns {HTMLLIElement[]} */
  variationRows(from, to) {
    return this.variations.filter((variation) => variation.from >= from && variation.from < to).map((variation) =>
      make("li", { class: "variation" }, make("span", { class: "small" }, t("after %(ply)s:", { ply: variation.from })),
        ...variation.texts.map((_, i) =>
          make("button", { type: "button", "data-ply": `line-${this.variations.indexOf(variation)}-${i}`, "aria-current": String(this.variation === variation && this.depth === i + 1), click: () => void this.show(variation, i + 1) }, plyText(variation.printed[i] ?? variation.texts[i], this.table.shown?.seats)),
        ),
        this.finished() ? make("button", { type: "button", class: "quiet", "data-ply": `share-${this.variations.indexOf(variation)}`, click: async () => (await import("./kept-review.js")).shareLine(this, variation) }, variation.id ? t("Link") : t("Keep and share")) : null),
    );
  }

  /** @param {boolean} shown is the tab of the analysis open */
  async setTabOpen(shown) {
    this.tabOpen = shown;
    if (!shown) return this.analysis?.setOpen(false);
    void this.loadKept();
    const analysis = await this.loadAnalysis();
    if (this.tabOpen) analysis.setOpen(true);
  }

  async loadAnalysis() {
    const module = await import("./analysis.js");
    return (this.analysis ??= new module.Analysis(this));
  }
}

/** The variations of this table that this browser tab stored. @param {string} table @returns {Variation[]} */
function stored(table) {
  try {
    const stored = JSON.parse(sessionStorage.getItem(`lines-${table}`) ?? "[]");
    return Array.isArray(stored) ? stored : [];
  } catch {
    return [];
  }
}
