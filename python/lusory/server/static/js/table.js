// A table: what the server shows, on the page; what is clicked, to the server.
import { Refusal, ask, element, listen, make, toast } from "./api.js";
import { bar } from "./bar.js";
import { Board } from "./board.js";
import { chat } from "./chat.js";
import { curtain } from "./curtain.js";
import { dialog } from "./dialog.js";
import { Typing } from "./entry.js";
import { invite } from "./invite.js";
import { keys } from "./keys.js";
import { report } from "./report.js";
import { moves } from "./moves.js";
import { known } from "./notes.js";
import { rules } from "./rules.js";
import { seats } from "./seats.js";
import { Study } from "./study.js";
import { tabs } from "./tabs.js";
import { tools } from "./tools.js";
/** @import {Marks} from "./marks.js" */
/** @import {Shown} from "./types.js" */

export class Table {
  constructor() {
    this.id = element("table").dataset.table ?? "";
    this.path = `/api/tables/${this.id}`;
    /** @type {Shown | null} */
    this.shown = null;
    this.typing = new Typing(null);
    this.busy = false;
    this.waiting = false;
    this.open = true;
    /** why there is nothing more to do at this table; empty as long as there is */
    this.gone = "";
    /** @type {number | null} through whose eyes, where one page holds several seats with secrets */
    this.eyes = null;
    /** @type {number | null} whose eyes a finished game is seen through; null sees everything */
    this.lens = null;
    /** @type {(() => void) | null} opens the stream anew */
    this.stream = null;
    /** @type {number | null} an earlier ply that is looked at */
    this.viewing = null;
    /** @type {string[]} */
    this.hint = [];
    /** @type {Record<string, string>} own marks on cells */
    this.notes = {};
    this.marking = false;
    this.study = new Study(this);
    this.board = new Board(element("board"), {
      press: (cell, how) => this.press(cell, how),
      escape: () => this.escape(),
      can: (cell) => this.can(cell),
      lifts: (cell) => this.mine() && !this.marking && Boolean(this.typing.node.cells?.[cell] ?? this.typing.root.cells?.[cell]),
      look: (cell) => element("bar").replaceChildren(make("span", { class: "told" }, `${cell}: tap it again to play, or another cell.`)),
      note: (cell) => (this.notes[cell] ? `marked ${this.notes[cell]}` : ""),
    });
  }

  /** May the caller play now, on the board that is shown? */
  mine() {
    const shown = this.study.active ? this.study.shown : this.shown;
    return Boolean(shown?.entry) && !this.gone && !this.busy && this.viewing === null;
  }

  /** @param {string} cell */
  can(cell) {
    if (this.marking) return true;
    return this.mine() && this.typing.takes(cell);
  }

  async begin() {
    try {
      this.take(await ask(`${this.path}?board=1`));
    } catch (fault) {
      element("board").replaceChildren(make("p", { class: "fault" }, /** @type {Error} */ (fault).message));
      return;
    }
    const at = Number(location.hash.slice(1));
    if (location.hash && Number.isInteger(at)) await this.study.goto(at);
    this.stream = listen(this.path, () => this.shown?.ply ?? 0, (message) => this.hear(message), (open) => {
      this.open = open;
      if (this.shown) bar(this);
    }, (said) => this.end(said));
  }

  /** There is no such table any more, or not for us: nothing can be done here. @param {string} said */
  end(said) {
    this.gone = `${said.slice(0, 1).toUpperCase()}${said.slice(1)}.`;
    const box = /** @type {HTMLDialogElement} */ (element("dialog"));
    if (box.open) box.close("");
    element("said").textContent = this.gone;
    if (this.shown) this.shown = { ...this.shown, to_move: null, clock: null, entry: null };
    this.mark();
    this.side();
  }

  /** @param {any} message */
  hear(message) {
    if (message.kind === "shown") void this.hearShown(message.shown);
    else if (message.kind === "chat" && this.shown) {
      this.shown.chat = [...(this.shown.chat ?? []), message];
      chat(this);
    } else if (message.kind === "here" && this.shown) {
      for (const seat of this.shown.seats) seat.here = message.here.includes(seat.player) || !["human", "open"].includes(seat.kind);
      seats(this);
    }
  }

  /** At one screen with secrets the stream shows what all may see; the one to move asks for more.
   * @param {Shown} shown */
  async hearShown(shown) {
    if (this.eyes === null || shown.to_move !== this.eyes || shown.result) return this.take(shown);
    this.take(await ask(`${this.path}?board=1&eyes=${this.eyes}`));
  }

  /** What the server shows now. @param {Shown} shown */
  take(shown) {
    const before = this.shown;
    // An answer that was overtaken by the stream is older than what is shown.
    if (before && shown.serial < before.serial) return;
    this.shown = shown;
    element("table").dataset.ply = String(shown.ply);
    if (shown.neighbours) this.board.neighbours = shown.neighbours;
    const further = !before || before.ply !== shown.ply || before.svg !== shown.svg;
    if (further) {
      this.hint = [];
      this.viewing = null;
    }
    if (further || JSON.stringify(before?.entry) !== JSON.stringify(shown.entry)) this.typing = new Typing(shown.entry);
    document.title = `${shown.entry ? "● " : ""}${shown.game.title} · lusory`;
    if (!before) this.face(shown);
    if (before && before.ply !== shown.ply) element("said").textContent = [...shown.said, shown.result?.text ?? ""].join(" ");
    if (!this.study.active) this.draw(further);
    if (!before) this.side();
    else if (further || before.serial !== shown.serial || before.eyes !== shown.eyes) this.soon();
    curtain(this, before);
  }

  /** Whose stones begin at the top sees the board turned, so that they are at the bottom. @param {Shown} shown */
  face(shown) {
    const key = `turned-${this.id}`;
    const side = shown.seats.find((seat) => seat.player === shown.you[0])?.side;
    if (shown.you.length !== 1 || !side) return;
    const kept = sessionStorage.getItem(key);
    const turned = kept === null ? above(shown.svg, side) : kept === "yes";
    sessionStorage.setItem(key, turned ? "yes" : "no");
    if (turned) this.board.angle = 180;
  }

  /** @param {boolean} [animate] */
  draw(animate = true) {
    if (!this.shown || this.viewing !== null) return;
    if (!this.board.svg || animate) this.board.show(this.shown.svg, true, this.marks());
    else this.mark();
  }

  /** What stands about the board is made anew once the board was painted: stones come first. */
  soon() {
    if (this.waiting) return;
    this.waiting = true;
    const go = () => {
      this.waiting = false;
      this.side();
    };
    if (document.hidden) go();
    else requestAnimationFrame(() => setTimeout(go));
  }

  /** All that stands about the board. */
  side() {
    if (!this.shown) return;
    seats(this);
    bar(this);
    tools(this);
    report(this);
    tabs(this);
    moves(this);
    chat(this);
    known(this);
    rules(this);
    invite(this);
  }

  mark() {
    this.board.mark(this.marks());
  }

  /** What is pointed out on the board. @returns {Marks} */
  marks() {
    const typing = this.typing;
    const live = this.mine() && !this.marking;
    const point = live && (typing.path.length > 0 || typing.node.set || typing.few(this.board.places.size));
    element("board").classList.toggle("lifting", live && Object.keys(typing.root.cells ?? {}).length > 0);
    return {
      held: live ? typing.path : [],
      targets: point ? typing.next().filter((cell) => !typing.chosen.has(cell)) : [],
      choose: Boolean(typing.node.set),
      chosen: live ? [...typing.chosen] : [],
      hint: this.hint,
      notes: known.signs(this),
      ...this.study.marks(),
    };
  }

  /** @param {string} cell @param {"click" | "drop" | "key"} how */
  press(cell, how) {
    if (this.marking) return known.mark(this, cell);
    if (this.study.coming) return void this.study.coming.then(() => this.press(cell, how));
    if (this.viewing !== null) return this.look(null);
    if (!this.mine()) return;
    if (how === "drop" && !this.typing.following().has(cell)) this.typing.reset();
    else {
      const done = this.typing.press(cell);
      if (done.kind === "play") return void this.play(done.ply, cell);
      if (done.kind === "more" && how === "key") element("said").textContent = `${cell}: ${this.typing.next().join(", ") || "choose below"}`;
    }
    this.mark();
    bar(this);
  }

  escape() {
    if (this.viewing !== null) return void this.look(null);
    this.typing.reset();
    this.board.unzoom();
    this.mark();
    bar(this);
  }

  /** @param {string} text @param {string} [cell] that was clicked last: it answers at once */
  async play(text, cell) {
    if (this.study.active) return this.study.play(text);
    if (!this.shown || this.busy) return;
    this.busy = true;
    this.typing.reset();
    this.board.point({ notes: known.signs(this), held: cell ? [cell] : [] });
    try {
      const shown = await ask(`${this.path}/plies`, { ply: this.shown.ply + 1, text, eyes: this.eyes });
      this.busy = false;
      this.take(shown);
      this.draw(false);
    } catch (fault) {
      this.busy = false;
      await this.refused(fault);
    }
  }

  /** What was typed: a ply, or the plies of a turn on one line. @param {string} line */
  async type(line) {
    const parts = line.split(/[\s,;]+/).filter(Boolean);
    if (this.study.active || parts.length < 2) return this.play(line);
    try {
      this.take(await ask(`${this.path}/plies`, { ply: (this.shown?.ply ?? 0) + 1, text: line, eyes: this.eyes }));
    } catch (fault) {
      if (!(fault instanceof Refusal) || fault.code !== 422) return this.refused(fault);
      for (const [i, part] of parts.entries()) {
        const before = this.shown?.ply;
        await this.play(part);
        if (this.shown?.ply === before || (i + 1 < parts.length && !this.shown?.entry)) return;
      }
    }
  }

  /** Said why; and where we were behind, the table is fetched anew. @param {unknown} fault */
  async refused(fault) {
    toast(/** @type {Error} */ (fault).message);
    element("said").textContent = /** @type {Error} */ (fault).message;
    if (fault instanceof Refusal && fault.code === 409) this.take(await ask(`${this.path}?board=1${this.eyes === null ? "" : `&eyes=${this.eyes}`}`));
    this.mark();
    this.side();
  }

  /** Sit down on a free seat; from now on the stream is to show what this seat sees. @param {number} player */
  async sit(player) {
    const told = await this.act("sit", { player });
    this.stream?.();
    if (told?.code) await dialog("Your seat", make("p", {}, "This private code brings your seat back on any device. It is shown only now: ", make("span", { class: "code" }, told.code)), [["close", "I have noted it"]]);
  }

  /** @param {string} act @param {Record<string, unknown>} [more] */
  async act(act, more = {}) {
    if (!this.shown) return;
    try {
      const told = await ask(`${this.path}/acts`, { ply: this.shown.ply, act, eyes: this.eyes, ...more });
      if (told?.svg) this.take(told);
      if (told?.hint) this.point(told.hint);
      return told;
    } catch (fault) {
      await this.refused(fault);
    }
  }

  /** A hint: its cells. @param {{text: string, cells: string[]}} found */
  point(found) {
    this.hint = found.cells;
    element("said").textContent = `Hint: ${found.text}`;
    toast(`Hint: ${found.text}`);
    this.mark();
  }

  /** A finished game through somebody's eyes. @param {number | null} lens */
  see(lens) {
    this.lens = lens;
    const at = this.viewing;
    this.viewing = -1;
    return this.look(at);
  }

  /** Look at an earlier ply; null is now. @param {number | null} ply */
  async look(ply) {
    if (!this.shown) return;
    const to = ply === null || ply >= this.shown.ply ? null : Math.max(0, ply);
    if (to === this.viewing && to !== null) return;
    this.viewing = to;
    if (to === null && this.lens === null) this.board.show(this.shown.svg);
    else {
      const told = await ask(`${this.path}/at/${to ?? this.shown.ply}${this.lens === null ? "" : `?eyes=${this.lens}`}`);
      if (this.viewing !== to) return;
      this.board.show(told.svg);
      element("said").textContent = (told.said ?? []).join(" ");
    }
    this.mark();
    moves(this);
    bar(this);
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
keys(table);
void table.begin();
