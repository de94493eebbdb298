// A table: what the server shows, on the page; what is clicked, to the server.
import { ApiError, listen, request } from "./api.js";
import { Board } from "./board.js";
import { renderChat } from "./chat.js";
import { dialog } from "./dialog.js";
import { announce, element, make, toast } from "./dom.js";
import { renderHandover } from "./handover.js";
import { renderInvitation } from "./invite.js";
import { listenToKeys } from "./keyboard.js";
import { renderMoves } from "./moves.js";
import { PlyEntry } from "./ply-entry.js";
import { markCell, markTexts, renderRecordSheet } from "./record-sheet.js";
import { renderReportButton } from "./report-to-host.js";
import { Review } from "./review.js";
import { renderRules } from "./rules.js";
import { renderSeats } from "./seats.js";
import { renderStatusBar } from "./status-bar.js";
import { renderTabs } from "./tabs.js";
import { renderToolbar } from "./toolbar.js";
/** @import {Overlay} from "./overlay.js" */
/** @import {TableView} from "./types.js" */

export class Table {
  constructor() {
    this.id = element("table").dataset.table ?? "";
    this.path = `/api/tables/${this.id}`;
    /** @type {TableView | null} */
    this.shown = null;
    this.entry = new PlyEntry(null);
    this.busy = false;
    this.renderQueued = false;
    this.connected = true;
    /** why there is nothing more to do at this table; empty as long as there is */
    this.closedReason = "";
    /** @type {number | null} through whose eyes, where one page holds several seats with secrets */
    this.viewer = null;
    /** @type {number | null} whose eyes a finished game is seen through; null sees everything */
    this.replayAs = null;
    /** @type {(() => void) | null} opens the stream anew */
    this.reconnect = null;
    /** @type {number | null} an earlier ply that is looked at */
    this.viewing = null;
    /** @type {string[]} */
    this.hintCells = [];
    /** @type {Record<string, string>} own marks on cells */
    this.notes = {};
    this.marking = false;
    this.review = new Review(this);
    this.board = new Board(element("board"), {
      press: (cell, how) => this.press(cell, how),
      cancel: () => this.cancel(),
      canClick: (cell) => this.canClick(cell),
      canDrag: (cell) => this.canPlay() && !this.marking && Boolean(this.entry.node.cells?.[cell] ?? this.entry.root.cells?.[cell]),
      zoomed: (cell) => element("bar").replaceChildren(make("span", { class: "message" }, `${cell}: tap it again to play, or another cell.`)),
      note: (cell) => (this.notes[cell] ? `marked ${this.notes[cell]}` : ""),
    });
  }

  /** May the caller play now, on the board that is shown? */
  canPlay() {
    const shown = this.review.active ? this.review.shown : this.shown;
    return Boolean(shown?.entry) && !this.closedReason && !this.busy && this.viewing === null;
  }

  /** @param {string} cell */
  canClick(cell) {
    if (this.marking) return true;
    return this.canPlay() && this.entry.takes(cell);
  }

  async start() {
    try {
      this.update(await request(`${this.path}?board=1`));
    } catch (fault) {
      element("board").replaceChildren(make("p", { class: "fault" }, /** @type {Error} */ (fault).message));
      return;
    }
    const at = Number(location.hash.slice(1));
    if (location.hash && Number.isInteger(at)) await this.review.goto(at);
    this.reconnect = listen(this.path, () => this.shown?.ply ?? 0, (message) => this.receive(message), (open) => {
      this.connected = open;
      if (this.shown) renderStatusBar(this);
    }, (said) => this.close(said));
  }

  /** There is no such table any more, or not for us: nothing can be done here. @param {string} said */
  close(said) {
    this.closedReason = `${said.slice(0, 1).toUpperCase()}${said.slice(1)}.`;
    const box = /** @type {HTMLDialogElement} */ (element("dialog"));
    if (box.open) box.close("");
    announce(this.closedReason);
    if (this.shown) this.shown = { ...this.shown, to_move: null, clock: null, entry: null };
    this.repaint();
    this.renderSide();
  }

  /** @param {any} message */
  receive(message) {
    if (message.kind === "shown") void this.receiveView(message.shown);
    else if (message.kind === "chat" && this.shown) {
      this.shown.chat = [...(this.shown.chat ?? []), message];
      renderChat(this);
    } else if (message.kind === "here" && this.shown) {
      for (const seat of this.shown.seats) seat.here = message.here.includes(seat.player) || !["human", "open"].includes(seat.kind);
      renderSeats(this);
    }
  }

  /** At one screen with secrets the stream shows what all may see; the one to move asks for more.
   * @param {TableView} shown */
  async receiveView(shown) {
    if (this.viewer === null || shown.to_move !== this.viewer || shown.result) return this.update(shown);
    this.update(await request(`${this.path}?board=1&eyes=${this.viewer}`));
  }

  /** What the server shows now. @param {TableView} shown */
  update(shown) {
    const before = this.shown;
    // An answer that was overtaken by the stream is older than what is shown.
    if (before && shown.serial < before.serial) return;
    this.shown = shown;
    element("table").dataset.ply = String(shown.ply);
    if (shown.neighbours) this.board.neighbours = shown.neighbours;
    const further = !before || before.ply !== shown.ply || before.svg !== shown.svg;
    if (further) {
      this.hintCells = [];
      this.viewing = null;
    }
    if (further || JSON.stringify(before?.entry) !== JSON.stringify(shown.entry)) this.entry = new PlyEntry(shown.entry);
    document.title = `${shown.entry ? "● " : ""}${shown.game.title} · lusory`;
    if (!before) this.orient(shown);
    if (before && before.ply !== shown.ply) announce([...shown.said, shown.result?.text ?? ""].join(" "));
    if (!this.review.active) this.drawBoard(further);
    if (!before) this.renderSide();
    else if (further || before.serial !== shown.serial || before.eyes !== shown.eyes) this.scheduleSide();
    renderHandover(this, before);
  }

  /** Whose stones begin at the top sees the board turned, so that they are at the bottom. @param {TableView} shown */
  orient(shown) {
    const key = `turned-${this.id}`;
    const side = shown.seats.find((seat) => seat.player === shown.you[0])?.side;
    if (shown.you.length !== 1 || !side) return;
    const kept = sessionStorage.getItem(key);
    const turned = kept === null ? above(shown.svg, side) : kept === "yes";
    sessionStorage.setItem(key, turned ? "yes" : "no");
    if (turned) this.board.angle = 180;
  }

  /** @param {boolean} [animate] */
  drawBoard(animate = true) {
    if (!this.shown || this.viewing !== null) return;
    if (!this.board.svg || animate) this.board.show(this.shown.svg, true, this.overlay());
    else this.repaint();
  }

  /** What stands about the board is made anew once the board was painted: stones come first. */
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

  /** All that stands about the board. */
  renderSide() {
    if (!this.shown) return;
    renderSeats(this);
    renderStatusBar(this);
    renderToolbar(this);
    renderReportButton(this);
    renderTabs(this);
    renderMoves(this);
    renderChat(this);
    renderRecordSheet(this);
    renderRules(this);
    renderInvitation(this);
  }

  repaint() {
    this.board.setOverlay(this.overlay());
  }

  /** What is pointed out on the board. @returns {Overlay} */
  overlay() {
    const typing = this.entry;
    const live = this.canPlay() && !this.marking;
    const point = live && (typing.path.length > 0 || typing.node.set || typing.few(this.board.centres.size));
    element("board").classList.toggle("draggable", live && Object.keys(typing.root.cells ?? {}).length > 0);
    return {
      held: live ? typing.path : [],
      targets: point ? typing.next().filter((cell) => !typing.chosen.has(cell)) : [],
      choose: Boolean(typing.node.set),
      chosen: live ? [...typing.chosen] : [],
      hint: this.hintCells,
      notes: markTexts(this),
      ...this.review.overlay(),
    };
  }

  /** @param {string} cell @param {"click" | "drop" | "key"} how */
  press(cell, how) {
    if (this.marking) return markCell(this, cell);
    if (this.review.loading) return void this.review.loading.then(() => this.press(cell, how));
    if (this.viewing !== null) return this.showPly(null);
    if (!this.canPlay()) return;
    if (how === "drop" && !this.entry.following().has(cell)) this.entry.reset();
    else {
      const done = this.entry.press(cell);
      if (done.kind === "play") return void this.play(done.ply, cell);
      if (done.kind === "more" && how === "key") announce(`${cell}: ${this.entry.next().join(", ") || "choose below"}`);
    }
    this.repaint();
    renderStatusBar(this);
  }

  cancel() {
    if (this.viewing !== null) return void this.showPly(null);
    this.entry.reset();
    this.board.unzoom();
    this.repaint();
    renderStatusBar(this);
  }

  /** @param {string} text @param {string} [cell] that was clicked last: it answers at once */
  async play(text, cell) {
    if (this.review.active) return this.review.play(text);
    if (!this.shown || this.busy) return;
    this.busy = true;
    this.entry.reset();
    this.board.paint({ notes: markTexts(this), held: cell ? [cell] : [] });
    try {
      const shown = await request(`${this.path}/plies`, { ply: this.shown.ply + 1, text, eyes: this.viewer });
      this.busy = false;
      this.update(shown);
      this.drawBoard(false);
    } catch (fault) {
      this.busy = false;
      await this.showError(fault);
    }
  }

  /** What was typed: a ply, or the plies of a turn on one line. @param {string} line */
  async type(line) {
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

  /** ChatMessage why; and where we were behind, the table is fetched anew. @param {unknown} fault */
  async showError(fault) {
    toast(/** @type {Error} */ (fault).message);
    announce(/** @type {Error} */ (fault).message);
    if (fault instanceof ApiError && fault.code === 409) this.update(await request(`${this.path}?board=1${this.viewer === null ? "" : `&eyes=${this.viewer}`}`));
    this.repaint();
    this.renderSide();
  }

  /** Sit down on a free seat; from now on the stream is to show what this seat sees. @param {number} player */
  async sit(player) {
    const told = await this.act("sit", { player });
    this.reconnect?.();
    if (told?.code) await dialog("Your seat", make("p", {}, "This private code brings your seat back on any device. It is shown only now: ", make("span", { class: "code" }, told.code)), [["close", "I have noted it"]]);
  }

  /** @param {string} act @param {Record<string, unknown>} [more] */
  async act(act, more = {}) {
    if (!this.shown) return;
    try {
      const told = await request(`${this.path}/acts`, { ply: this.shown.ply, act, eyes: this.viewer, ...more });
      if (told?.svg) this.update(told);
      if (told?.hint) this.showHint(told.hint);
      return told;
    } catch (fault) {
      await this.showError(fault);
    }
  }

  /** A hint: its cells. @param {{text: string, cells: string[]}} found */
  showHint(found) {
    this.hintCells = found.cells;
    announce(`Hint: ${found.text}`);
    toast(`Hint: ${found.text}`);
    this.repaint();
  }

  /** A finished game through somebody's eyes. @param {number | null} lens */
  viewAs(lens) {
    this.replayAs = lens;
    const at = this.viewing;
    this.viewing = -1;
    return this.showPly(at);
  }

  /** Look at an earlier ply; null is now. @param {number | null} ply */
  async showPly(ply) {
    if (!this.shown) return;
    const to = ply === null || ply >= this.shown.ply ? null : Math.max(0, ply);
    if (to === this.viewing && to !== null) return;
    this.viewing = to;
    if (to === null && this.replayAs === null) this.board.show(this.shown.svg);
    else {
      const told = await request(`${this.path}/at/${to ?? this.shown.ply}${this.replayAs === null ? "" : `?eyes=${this.replayAs}`}`);
      if (this.viewing !== to) return;
      this.board.show(told.svg);
      announce((told.said ?? []).join(" "));
    }
    this.repaint();
    renderMoves(this);
    renderStatusBar(this);
  }
}

/** Do the stones of a side stand above those of the others? @param {string} svg @param {number} side */
function above(svg, side) {
  /** @type {number[]} */
  const mine = [];
  /** @type {number[]} */
  const theirs = [];
  for (const [, of, y] of svg.matchAll(/class="stone side-([1-4])[^>]*>\s*<circle cx="[\d.-]+" cy="([\d.-]+)"/g)) (Number(of) === side ? mine : theirs).push(Number(y));
  const mean = (/** @type {number[]} */ all) => all.reduce((a, b) => a + b, 0) / all.length;
  return mine.length > 1 && theirs.length > 1 && mean(mine) < mean(theirs) - 60;
}

const table = new Table();
listenToKeys(table);
void table.start();
