// Arrows and circles that a viewer draws on the board: with the right mouse button, or by a long press. Nobody else sees them.
/** @import {Board} from "./board.js" */

/** @typedef {{from: string, to: string, colour: string}} SketchShape a circle where `from` is `to`, else an arrow */

const LONG_PRESS_MS = 450;
/** How far a finger may move during a long press, in pixels. */
const STILL = 10;

export class Sketch {
  /** @param {Board} board @param {() => void} changed @param {() => void} cancel forget what was clicked so far */
  constructor(board, changed, cancel) {
    this.board = board;
    this.changed = changed;
    this.cancel = cancel;
    /** @type {SketchShape[]} */
    this.shapes = [];
    board.holder.addEventListener("contextmenu", (event) => cellAt(event.clientX, event.clientY) && event.preventDefault());
    board.holder.addEventListener("pointerdown", (event) => this.down(event), { capture: true });
  }

  /** @param {PointerEvent} event */
  down(event) {
    const from = cellAt(event.clientX, event.clientY);
    if (!from) return;
    if (event.pointerType === "touch") return this.wait(event, from);
    if (event.button === 2) return this.draw(event, from);
    if (event.button === 0) this.clear();
  }

  /** A finger that rests on a cell begins to draw there. @param {PointerEvent} event @param {string} from */
  wait(event, from) {
    const stop = () => {
      clearTimeout(timer);
      removeEventListener("pointermove", moved);
      removeEventListener("pointerup", stop);
      removeEventListener("pointercancel", stop);
    };
    const moved = (/** @type {PointerEvent} */ now) => {
      if (Math.hypot(now.clientX - event.clientX, now.clientY - event.clientY) > STILL) stop();
    };
    const timer = setTimeout(() => {
      dispatchEvent(new PointerEvent("pointercancel")); // the board forgets this press
      this.cancel();
      this.draw(event, from);
    }, LONG_PRESS_MS);
    addEventListener("pointermove", moved);
    addEventListener("pointerup", stop);
    addEventListener("pointercancel", stop);
  }

  /** Draw from a cell to where the pointer is released. @param {PointerEvent} event @param {string} from */
  draw(event, from) {
    const colour = event.shiftKey || event.ctrlKey ? "red" : event.altKey ? "blue" : "green";
    const up = (/** @type {PointerEvent} */ now) => {
      removeEventListener("pointerup", up);
      const to = cellAt(now.clientX, now.clientY);
      if (to) this.toggle({ from, to, colour });
    };
    addEventListener("pointerup", up);
  }

  /** @param {SketchShape} shape */
  toggle(shape) {
    const rest = this.shapes.filter((old) => old.from !== shape.from || old.to !== shape.to);
    const isDrawn = this.shapes.some((old) => old.from === shape.from && old.to === shape.to && old.colour === shape.colour);
    this.shapes = isDrawn ? rest : [...rest, shape];
    this.changed();
  }

  clear() {
    if (!this.shapes.length) return;
    this.shapes = [];
    this.changed();
  }
}

/** @param {number} x @param {number} y */
function cellAt(x, y) {
  return document.elementFromPoint(x, y)?.getAttribute("data-cell") ?? null;
}
