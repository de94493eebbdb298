// The page of a table: shows what the server sends and sends what the player enters.
import { ApiError, listen, request } from "./api.js";
import { Board } from "./board.js";
import { inColours } from "./colours.js";
import { renderChat, renderUnread } from "./chat.js";
import { dialog } from "./dialog.js";
import { showPly, viewAs } from "./earlier-ply.js";
import { endingInLanguage } from "./endings.js";
import { announce, element, make, toast } from "./dom.js";
import { renderHandover } from "./handover.js";
import { highlights } from "./highlights.js";
import { listenToKeys } from "./keyboard.js";
import { isOn } from "./look.js";
import { renderMoves } from "./moves.js";
import { upsideDown } from "./orientation.js";
import { Outbox } from "./outbox.js";
import { PlyEntry } from "./ply-entry.js";
import { Premove } from "./premove.js";
import { announceNews, renderRecent, soundSince } from "./recent.js";
import { renderReportButton } from "./report-to-host.js";
import { Review } from "./review.js";
import { renderRules } from "./rules.js";
import { renderSeats } from "./seats.js";
import { Sketch } from "./sketch.js";
import { renderStatusBar } from "./status-bar.js";
import { renderTabs } from "./tabs.js";
import { renderToolbar } from "./toolbar.js";
import { t } from "./texts.js";
import { Views } from "./views.js";
/** @import {PersonAtTable} from "./people-at-table.js" */
/** @import {RecentPly, TableView} from "./types.js" */

export class Table {
  constructor() {
    this.id = element("table").dataset.table ?? "";
    this.path = `/api/tables/${this.id}`;
    /** @type {TableView | null} */
    this.shown = null;
    this.entry = new PlyEntry(null);
    this.outbox = new Outbox(this);
    /** @type {{text: string, cells: string[]} | null} a move that waits for the player's confirmation */
    this.proposed = null;
    this.premove = new Premove(this);
    this.renderQueued = false;
    this.connected = true;
    /** why the table can no longer be used; empty while it can */
    this.closedReason = "";
    /** @type {number | null} the player whose view is shown, where this page holds several seats of a hidden game */
    this.viewer = null;
    /** @type {number | null} the player whose view of a finished game is shown; null shows everything */
    this.replayAs = null;
    /** @type {(() => void) | null} reopens the stream */
    this.reconnect = null;
    /** @type {number | null} the earlier ply that is shown; null shows the current position */
    this.viewing = null;
    /** @type {RecentPly[]} what the earlier ply that is shown brought about */
    this.viewedPly = [];
    /** @type {string[]} */
    this.hintCells = [];
    /** Whether hints were offered in this game so far. */
    this.givesHints = false;
    /** @type {string[]} cells of pieces that the next ply can capture */
    this.threats = [];
    /** @type {Record<string, string>} the player's own marks on cells */
    this.notes = {};
    /** @type {Record<string, string>} what of them is drawn */
    this.noteTexts = {};
    /** @type {PersonAtTable[]} players with accounts */
    this.people = [];
    this.peopleKey = "";
    this.views = new Views(this.path);
    /** @type {((player: number, name: string) => Node | string) | null} a name, with a link where it has an account */
    this.nameOf = null;
    this.marking = false;
    this.review = new Review(this);
    this.board = new Board(element("board"), {
      press: (cell, how) => this.press(cell, how),
      cancel: () => this.cancel(),
      canClick: (cell) => this.canClick(cell),
      canDrag: (cell) => this.canPlay() && !this.marking && Boolean(this.entry.node.cells?.[cell] ?? this.entry.root.cells?.[cell]),
      zoomed: () => renderStatusBar(this),
      note: (cell) => [this.threats.includes(cell) ? t("threatened") : "", this.notes[cell] ? t("marked %(mark)s", { mark: this.notes[cell] }) : ""].filter(Boolean).join(", "),
    });
    this.sketch = new Sketch(this.board, () => this.repaint(), () => this.cancel());
  }

  /** Whether a ply is on its way. */
  get busy() {
    return this.outbox.unsent !== null;
  }

  /** Whether the caller may play now, on the board that is shown. */
  canPlay() {
    const shown = this.review.active ? this.review.shown : this.shown;
    return Boolean(shown?.entry) && !this.closedReason && !this.busy && this.viewing === null;
  }

  /** @param {string} cell */
  canClick(cell) {
    if (this.marking) return true;
    return this.canPlay() ? this.entry.takes(cell) : this.premove.allowed();
  }

  async start() {
    try {
      const { board, shown } = await this.views.load();
      this.board.layout = board;
      this.update(shown);
    } catch (fault) {
      element("board").replaceChildren(make("p", { class: "fault" }, /** @type {Error} */ (fault).message));
      return;
    }
    const at = Number(location.hash.slice(1));
    if (location.hash && Number.isInteger(at)) await this.review.goto(at);
    void this.review.loadKept();
    this.reconnect = listen(this.path, () => `since=${this.shown?.ply ?? 0}&${this.views.query()}`, (message) => this.receive(message), (open) => {
      this.connected = open;
      if (open) void this.outbox.retry();
      if (this.shown) renderStatusBar(this);
    }, (reason) => this.close(reason));
  }

  /** The table was deleted, or is closed to this visitor. @param {string} reason */
  close(reason) {
    this.closedReason = `${reason.slice(0, 1).toUpperCase()}${reason.slice(1)}.`;
    const box = /** @type {HTMLDialogElement} */ (element("dialog"));
    if (box.open) box.close("");
    announce(this.closedReason);
    if (this.shown) this.shown = { ...this.shown, to_move: null, clock: null, entry: null };
    this.repaint();
    this.renderSide();
  }

  /** A message of the stream. @param {any} message */
  receive(message) {
    if (this.outbox.failed) void this.outbox.retry(); // the server is back
    if (message.kind === "shown") void this.receiveView(message.shown);
    else if (message.kind === "chat" && this.shown) {
      this.shown.chat = [...(this.shown.chat ?? []), message];
      renderChat(this);
    } else if (message.kind === "here" && this.shown) {
      for (const seat of this.shown.seats) seat.here = message.here.includes(seat.player) || !["human", "open"].includes(seat.kind);
      renderSeats(this);
    }
  }

  /** In a hidden game at one screen the stream shows the public view; the view of the player to move is requested.
   * @param {TableView} shown */
  async receiveView(shown) {
    const whole = this.views.whole(shown);
    const asPlayer = this.viewer !== null && whole?.to_move === this.viewer && !whole.result;
    this.update(whole && !asPlayer ? whole : await this.views.fetch(this.viewer));
  }

  /** Take over a view of the table. @param {TableView} shown */
  update(shown) {
    shown = endingInLanguage(inColours(shown));
    const before = this.shown;
    // A response may be older than what the stream already brought.
    if (before && shown.serial < before.serial) return;
    this.shown = shown;
    this.outbox.confirm(shown);
    element("table").dataset.ply = String(shown.ply);
    const further = !before || before.ply !== shown.ply || before.svg !== shown.svg;
    if (further) {
      this.sketch.shapes = [];
      this.proposed = null;
      this.hintCells = [];
      this.threats = [];
      this.viewing = null;
    }
    // On a variation's board the entry is that of the variation.
    if (!this.review.active && (further || JSON.stringify(before?.entry) !== JSON.stringify(shown.entry))) this.entry = new PlyEntry(shown.entry);
    document.title = `${shown.entry ? "● " : ""}${shown.game.title} · lusory`;
    if (!before && upsideDown(this.id, shown)) this.board.angle = 180;
    if (before) announceNews(this, before, shown);
    if (before) void this.playSound(before.ply, Boolean(before.result));
    if (!this.review.active) {
      this.drawBoard(further);
      if (further) this.review.analysis?.positionChanged();
    }
    if (!before) this.renderSide();
    else if (further || before.serial !== shown.serial || before.eyes !== shown.eyes) this.scheduleSide();
    renderHandover(this, before);
    if (further) this.lookChanged();
    if (this.canPlay()) this.premove.enter();
  }

  /** The position or a setting changed: mark what is threatened, where the player wants that. */
  lookChanged() {
    this.threats = [];
    if (isOn("threats", false) && !this.shown?.result && !this.shown?.game.hidden) void import("./threats.js").then((module) => module.markThreats(this));
    else this.repaint();
  }

  /** Play the sound of what has happened after a ply. @param {number} ply @param {boolean} over was the game over already */
  async playSound(ply, over) {
    const sound = soundSince(this, ply) ?? (this.shown?.result && !over ? "end" : null);
    if (sound && isOn("sound", true)) await import("./sound.js").then((module) => module.play(sound), () => null); // no sound while the server is away
  }

  /** @param {boolean} [animate] */
  drawBoard(animate = true) {
    if (!this.shown || this.viewing !== null) return;
    if (!this.board.svg || animate) this.board.show(this.shown.svg, true, highlights(this));
    else this.repaint();
  }

  /** Render everything around the board after the next paint: the stones come first. */
  scheduleSide() {
    if (this.renderQueued) return;
    this.renderQueued = true;
    const go = () => {
      this.renderQueued = false;
      this.renderSide();
    };
    if (document.hidden) go();
    else requestAnimationFrame(() => setTimeout(go));
  }

  /** Render everything around the board. */
  renderSide() {
    if (!this.shown) return;
    renderSeats(this);
    if (!this.shown.shared) void import("./people-at-table.js").then((module) => module.renderPeople(this));
    renderRecent(this);
    renderStatusBar(this);
    renderToolbar(this);
    renderReportButton(this);
    renderTabs(this);
    renderMoves(this);
    renderChat(this);
    if (this.shown.game.hidden) void import("./record-sheet.js").then((module) => module.renderRecordSheet(this));
    renderRules(this);
    if (document.getElementById("tab-invite")) void import("./invite.js").then((module) => module.renderInvitation(this));
  }

  /** A tab beside the board was opened. @param {string} key */
  tabOpened(key) {
    void this.review.setTabOpen(key === "analysis");
    renderUnread(this);
  }

  /** Draw the overlay and the labels of cells again. */
  repaint() {
    this.board.setOverlay(highlights(this));
  }

  /** @param {string} cell @param {"click" | "drop" | "key"} how */
  press(cell, how) {
    if (this.marking) return void import("./record-sheet.js").then((module) => module.markCell(this, cell));
    if (this.review.loading) return void this.review.loading.then(() => this.press(cell, how));
    if (this.viewing !== null) return this.showPly(null);
    if (this.premove.allowed()) {
      this.premove.press(cell);
      this.repaint();
      return renderStatusBar(this);
    }
    if (!this.canPlay()) return;
    if (this.proposed?.cells.at(-1) === cell) return void this.play(this.proposed.text, cell);
    if (this.proposed) this.entry.reset();
    this.proposed = null;
    if (how === "drop" && !this.entry.following().has(cell)) this.entry.reset();
    else {
      const isDone = this.entry.press(cell);
      if (isDone.kind === "play") return this.propose(isDone.ply, cell);
      if (isDone.kind === "more" && how === "key") announce(`${cell}: ${this.entry.next().join(", ") || t("choose below")}`);
    }
    this.repaint();
    renderStatusBar(this);
  }

  cancel() {
    if (this.viewing !== null) return void this.showPly(null);
    this.proposed = null;
    this.premove.cells = [];
    this.entry.reset();
    this.board.unzoom();
    this.repaint();
    renderStatusBar(this);
  }

  /** Play a move that was entered; where the player wants that, it waits for a confirmation.
   * @param {string} text @param {string} [cell] that was clicked last */
  propose(text, cell) {
    if (this.review.active || !isOn("confirm", false)) return void this.play(text, cell);
    this.proposed = { text, cells: [...this.entry.path, ...(cell ? [cell] : [])] };
    announce(t("%(ply)s: play it again to confirm, Escape cancels.", { ply: text }));
    this.repaint();
    renderStatusBar(this);
  }

  /** @param {string} text @param {string} [cell] that was clicked last: it is highlighted at once */
  async play(text, cell) {
    if (this.review.active) return this.review.play(text);
    if (!this.shown || this.busy) return;
    const cells = this.proposed?.cells ?? [...this.entry.path, ...this.entry.chosen, ...(cell ? [cell] : [])];
    this.proposed = null;
    this.entry.reset();
    this.board.paint({ notes: this.noteTexts, held: cell ? [cell] : [] });
    try {
      this.sent(await this.outbox.send(text, cells));
    } catch (fault) {
      await this.showError(fault, /** @type {Error} */ (fault).message);
    }
  }

  /** After an attempt to send a ply. @param {TableView | null} shown null if the server was not reached */
  sent(shown) {
    if (shown) this.update(shown);
    this.drawBoard(false);
    if (!this.renderQueued) renderStatusBar(this);
  }

  /** Play what was typed: a ply, or the plies of a turn on one line. @param {string} line */
  async playTyped(line) {
    const parts = line.split(/[\s,;]+/).filter(Boolean);
    if (this.review.active || parts.length < 2) return this.play(line);
    try {
      this.update(await request(`${this.path}/plies`, { ply: (this.shown?.ply ?? 0) + 1, text: line, eyes: this.viewer }));
    } catch (fault) {
      if (!(fault instanceof ApiError) || fault.code !== 422) return this.showError(fault);
      for (const [i, part] of parts.entries()) {
        const before = this.shown?.ply;
        await this.play(part);
        if (this.shown?.ply === before || (i + 1 < parts.length && !this.shown?.entry)) return;
      }
    }
  }

  /** Show an error; after a conflict (409) fetch the table again. @param {unknown} fault @param {string} [text] */
  async showError(fault, text = /** @type {Error} */ (fault).message) {
    toast(text);
    announce(text);
    if (fault instanceof ApiError && fault.code === 409) this.update(await this.views.fetch(this.viewer));
    this.repaint();
    this.renderSide();
  }

  /** Take a free seat, and reopen the stream so that it shows this seat's view. @param {number} player */
  async sit(player) {
    const reply = await this.act("sit", { player });
    this.reconnect?.();
    if (reply?.code) await dialog(t("Your seat"), make("p", {}, t("This private code brings you back to your seat on any device. It is shown only once: "), make("span", { class: "code" }, reply.code)), [["close", t("I have saved it")]]);
  }

  /** Send a command, such as `resign` or `undo`. @param {string} act @param {Record<string, unknown>} [more] */
  async act(act, more = {}) {
    if (!this.shown) return;
    try {
      const reply = await request(`${this.path}/acts?${this.views.query()}`, { ply: this.shown.ply, act, eyes: this.viewer, ...more });
      if (reply?.game) this.update(this.views.whole(reply) ?? (await this.views.fetch(this.viewer)));
      if (reply?.hint) this.showHint(reply.hint);
      return reply;
    } catch (fault) {
      await this.showError(fault);
    }
  }

  /** Show a hint. @param {{text: string, cells: string[]}} found */
  showHint(found) {
    this.hintCells = found.cells;
    announce(t("Hint: %(ply)s", { ply: found.text }));
    toast(t("Hint: %(ply)s", { ply: found.text }));
    this.repaint();
  }

  /** A finished game as a player saw it. @param {number | null} player null shows everything */
  viewAs(player) {
    return viewAs(this, player);
  }

  /** The position after a ply. @param {number | null} ply null is the current one */
  showPly(ply) {
    return showPly(this, ply);
  }
}

const table = new Table();
listenToKeys(table);
void table.start();
