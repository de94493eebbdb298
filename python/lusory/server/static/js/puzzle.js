// A puzzle: moves are clicked together, the solver judges them and answers.
import { request } from "./api.js";
import { Board } from "./board.js";
import { colouredBySide } from "./colours.js";
import { element, make, typeset } from "./dom.js";
import { applyLook } from "./look.js";
import { PlyEntry } from "./ply-entry.js";
import { daysInARow, keepSolved } from "./streaks.js";
import { t, tn } from "./texts.js";
/** @import {EntryNode} from "./types.js" */

/** @typedef {{svg: string, entry: EntryNode | null, to_move: number | null, said: string[], result: {text: string} | null}} Placed */
/** @typedef {{plies: string[], printed: string[], position: Placed, keeps: boolean | null, solved: boolean}} Step what was played so far, by both sides, and what came of it */

const home = element("puzzle");
const game = home.dataset.game ?? "";
const path = `/api/puzzles/${game}/${home.dataset.id}`;
const [day, today] = [Number(home.dataset.day), Number(home.dataset.today)];

class PuzzlePage {
  constructor() {
    /** @type {Step[]} the start and one for each answer */
    this.steps = [];
    this.entry = new PlyEntry(null);
    this.busy = false;
    this.player = 0;
    this.board = new Board(element("board"), {
      press: (cell, how) => this.press(cell, how),
      cancel: () => this.cancel(),
      canClick: (cell) => this.canPlay() && this.entry.takes(cell),
      canDrag: (cell) => this.canPlay() && Boolean(this.entry.node.cells?.[cell] ?? this.entry.root.cells?.[cell]),
    });
    element("back").addEventListener("click", () => this.back(this.steps.length - 1));
    element("restart").addEventListener("click", () => this.back(1));
    element("solution").addEventListener("click", () => void this.showSolution());
  }

  async load() {
    const reply = await this.asked(() => request(path));
    if (!reply) return;
    this.player = reply.player;
    this.board.layout = reply;
    this.steps = [{ plies: [], printed: [], position: reply.position, keeps: null, solved: false }];
    this.say(t("Your move: click it on the board."));
    this.show();
  }

  /** The position on the board. */
  get now() {
    return this.steps[this.steps.length - 1];
  }

  canPlay() {
    const now = this.now;
    return !this.busy && Boolean(now?.position.entry) && !now.solved && now.position.to_move === this.player;
  }

  /** Show the position, and the moves so far. */
  show() {
    const now = this.now;
    this.entry = new PlyEntry(now.position.entry);
    this.board.show(now.position.svg, true, this.overlay());
    this.board.setOverlay(this.overlay());
    element("line").replaceChildren(...now.printed.map((text) => make("li", {}, typeset(text))));
    this.renderBar();
    const days = daysInARow(game, today);
    element("streak").textContent = days ? tn("Your streak: one day.", "Your streak: %(n)s days in a row.", days) : "";
  }

  overlay() {
    const entry = this.entry;
    const live = this.canPlay();
    const point = live && (entry.path.length > 0 || entry.node.set || entry.few(this.board.centres.size));
    return { held: live ? entry.path : [], targets: point ? entry.next() : [], choose: Boolean(entry.node.set), chosen: [...entry.chosen] };
  }

  /** Buttons for what is entered without a cell. */
  renderBar() {
    for (const id of ["back", "restart"]) /** @type {HTMLButtonElement} */ (element(id)).disabled = this.steps.length < 2 || this.busy;
    /** @type {HTMLButtonElement} */ (element("solution")).disabled = this.busy;
    const node = this.entry.node;
    const buttons = [];
    if (this.canPlay()) {
      if (node.ply) buttons.push(this.button(t("Play %(ply)s", { ply: node.ply }), node.ply));
      for (const word of node.words ?? []) buttons.push(this.button(word.label, word.text));
      if (this.entry.path.length) buttons.push(make("button", { type: "button", click: () => this.cancel() }, t("Cancel")));
    }
    element("bar").replaceChildren(...buttons);
  }

  /** @param {string} label @param {string} ply */
  button(label, ply) {
    return make("button", { type: "button", class: "play", click: () => void this.play(ply) }, label);
  }

  /** @param {string} cell @param {"click" | "drop" | "key"} how */
  press(cell, how) {
    if (!this.canPlay()) return;
    if (how === "drop" && !this.entry.following().has(cell)) this.entry.reset();
    else {
      const isDone = this.entry.press(cell);
      if (isDone.kind === "play") return void this.play(isDone.ply);
    }
    this.repaint();
  }

  cancel() {
    this.entry.reset();
    this.repaint();
  }

  repaint() {
    this.board.setOverlay(this.overlay());
    this.renderBar();
  }

  /** Play a move; the solver judges it and answers. @param {string} ply */
  async play(ply) {
    if (!this.canPlay()) return;
    const before = this.now;
    this.busy = true;
    this.say(t("The solver checks your move …"));
    this.repaint();
    const found = await this.asked(() => request(`${path}/reply`, { plies: [...before.plies, ply] }));
    this.busy = false;
    if (!found) {
      this.say(t("Your move."));
      return this.cancel();
    }
    this.steps.push({ ...found, plies: [...before.plies, ply, ...found.plies] });
    if (found.solved) keepSolved(game, home.dataset.id ?? "", day, today);
    this.say(this.verdict(found));
    this.show();
  }

  /** @param {Step} found */
  verdict(found) {
    const end = this.ending(found.position);
    if (found.solved) return `${t("Solved!")} ${end}`.trim();
    const turn = found.position.to_move === this.player;
    if (found.keeps) return turn && found.plies.length ? t("Right. Keep going.") : t("Right. Your turn goes on.");
    const answerText = found.plies.length ? ` ${t("The answer is %(ply)s.", { ply: typeset(found.printed[found.printed.length - 1]) })}` : "";
    if (found.keeps === false) return `${t("Not the right move.")}${answerText} ${end} ${t("Take it back and try another.")}`;
    if (found.position.result) return `${t("The solver could not judge this move in time.")} ${end} ${t("Take it back and try another.")}`;
    return t("The solver could not judge this move in time. Play on, or take it back.");
  }

  /** How the game ended, if it did; the players as the board shows them. @param {Placed} position */
  ending({ svg, result }) {
    return result ? colouredBySide(result.text, svg) : "";
  }

  /** Go back, so that so many steps are left. @param {number} left */
  back(left) {
    if (this.busy || left < 1) return;
    this.steps.length = left;
    this.say(left === 1 ? t("Your move: click it on the board.") : t("Your move."));
    this.show();
  }

  /** Play the solution on the board. */
  async showSolution() {
    const reply = await this.asked(() => request(`${path}/solution`));
    const last = reply?.steps.at(-1);
    if (!last) return;
    this.steps.length = 1;
    const printed = reply.steps.map((/** @type {{printed: string}} */ step) => step.printed);
    this.steps.push({ plies: [], printed, position: { ...last, entry: null }, keeps: true, solved: true });
    this.say(`${t("The solution: %(plies)s.", { plies: printed.map(typeset).join(", ") })} ${this.ending(last)}`.trim());
    this.show();
  }

  /** @param {string} text */
  say(text) {
    element("said").textContent = text;
  }

  /** What a request gives; null where it fails, and the page says why. @template T @param {() => Promise<T>} ask */
  async asked(ask) {
    element("fault").textContent = "";
    try {
      return await ask();
    } catch (fault) {
      element("fault").textContent = /** @type {Error} */ (fault).message;
      return null;
    }
  }
}

applyLook();
void new PuzzlePage().load();
