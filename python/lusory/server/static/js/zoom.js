// Zooming in on a board: by a first tap on a small cell, and by two fingers; one finger then moves the board.
import { paintOverlay } from "./overlay.js";
/** @import {Board} from "./board.js" */
/** @import {Point} from "./types.js" */

/** @typedef {[number, number, number, number]} Box left, top, width and height, in units of the drawing */

const MOST = 5;
const BY_TAP = 2.6;
/** How far a finger moves before it moves the board, in pixels. */
const STILL = 8;

export class Zoom {
  /** @param {Board} board @param {() => void} cancel forget what was clicked so far
   * @param {() => void} changed a cell was zoomed in on, or is no more */
  constructor(board, cancel, changed) {
    this.board = board;
    this.cancel = cancel;
    this.changed = changed;
    /** @type {Box | null} the part of the board that is shown; null shows all of it */
    this.part = null;
    /** @type {string | null} the small cell that was tapped, which a second tap plays */
    this.cell = null;
    /** @type {Map<number, Point>} where fingers are */
    this.fingers = new Map();
    /** @type {{fingers: Point[], box: Box} | null} as a gesture began */
    this.gesture = null;
    board.holder.addEventListener("pointerdown", (event) => this.down(event), { capture: true });
    addEventListener("pointermove", (event) => this.move(event));
    for (const kind of ["pointerup", "pointercancel"]) addEventListener(kind, (event) => this.up(/** @type {PointerEvent} */ (event)));
  }

  /** @returns {Box} */
  get box() {
    return this.part ?? /** @type {Box} */ (this.board.viewBox);
  }

  /** Show this part of the board. @param {Box | null} part */
  show(part) {
    this.part = part;
    this.board.svg?.setAttribute("viewBox", this.box.join(" "));
    this.board.holder.classList.toggle("zoomed", part !== null);
    this.board.rescale();
  }

  /** Zoom in on a small cell; a second tap plays it. @param {string} cell @param {Point} at */
  toCell(cell, at) {
    const [, , width, height] = this.board.viewBox;
    this.cell = cell;
    this.show([at.x - width / BY_TAP / 2, at.y - height / BY_TAP / 2, width / BY_TAP, height / BY_TAP]);
    paintOverlay(this.board);
    this.changed();
  }

  /** Show the whole board again. @param {boolean} [all] also where two fingers have zoomed in */
  reset(all = false) {
    if (this.cell === null && !all) return;
    this.cell = null;
    this.show(null);
    paintOverlay(this.board);
    this.changed();
  }

  /** @param {PointerEvent} event */
  down(event) {
    if (event.pointerType !== "touch") return;
    this.fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    this.gesture = { fingers: [...this.fingers.values()], box: [...this.box] };
    if (this.fingers.size === 2) this.forget();
  }

  /** The fingers do not play. */
  forget() {
    dispatchEvent(new PointerEvent("pointercancel", { pointerId: -1 }));
    this.cancel();
  }

  /** @param {PointerEvent} event */
  move(event) {
    if (!this.gesture || !this.fingers.has(event.pointerId)) return;
    this.fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    const [now, then] = [[...this.fingers.values()], this.gesture.fingers];
    if (now.length === 2 && then.length === 2) return this.stretch(then, now, distance(then) / distance(now));
    if (now.length !== 1 || !this.part || this.cell !== null || this.board.holder.classList.contains("dragging")) return;
    if (Math.hypot(now[0].x - then[0].x, now[0].y - then[0].y) < STILL) return;
    dispatchEvent(new PointerEvent("pointercancel", { pointerId: -1 }));
    this.stretch(then, now, 1);
  }

  /** What was under the fingers stays under them. @param {Point[]} then @param {Point[]} now @param {number} by */
  stretch(then, now, by) {
    const [, , fullWidth, fullHeight] = this.board.viewBox;
    const [left, top, width, height] = this.gesture?.box ?? this.box;
    const factor = Math.min(1, Math.max(1 / MOST, (width / fullWidth) * by));
    if (factor > 0.98) return this.show(null);
    const holder = this.board.holder.getBoundingClientRect();
    const centre = { x: holder.left + holder.width / 2, y: holder.top + holder.height / 2 };
    const scale = (/** @type {number} */ wide, /** @type {number} */ high) => Math.max(wide / holder.width, high / holder.height);
    const [before, after] = [scale(width, height), scale(fullWidth * factor, fullHeight * factor)];
    const [from, to] = [middleOf(then), middleOf(now)];
    const x = left + width / 2 + (from.x - centre.x) * before - (to.x - centre.x) * after;
    const y = top + height / 2 + (from.y - centre.y) * before - (to.y - centre.y) * after;
    this.cell = null;
    this.show(this.within(x, y, fullWidth * factor, fullHeight * factor));
  }

  /** The centre stays on the board. @param {number} x @param {number} y @param {number} width @param {number} height @returns {Box} */
  within(x, y, width, height) {
    const [left, top, fullWidth, fullHeight] = this.board.viewBox;
    const [cx, cy] = [Math.min(left + fullWidth, Math.max(left, x)), Math.min(top + fullHeight, Math.max(top, y))];
    return [cx - width / 2, cy - height / 2, width, height];
  }

  /** @param {PointerEvent} event */
  up(event) {
    if (!this.fingers.delete(event.pointerId)) return;
    this.gesture = this.fingers.size ? { fingers: [...this.fingers.values()], box: [...this.box] } : null;
  }
}

/** @param {Point[]} fingers */
function distance([a, b]) {
  return Math.max(1, Math.hypot(a.x - b.x, a.y - b.y));
}

/** @param {Point[]} fingers @returns {Point} */
function middleOf(fingers) {
  return { x: fingers.reduce((sum, at) => sum + at.x, 0) / fingers.length, y: fingers.reduce((sum, at) => sum + at.y, 0) / fingers.length };
}
