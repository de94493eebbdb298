// A board on the page: shows drawings, labels cells, handles clicks, drags and keys. It knows cells, but no rules.
import { angleOf, centres, middle, pitch, toward, turned } from "./geometry.js";
import { motionAllowed, animateChanges } from "./animation.js";
import { fit, placeLabels } from "./board-fit.js";
import { marksByCell, described, showTip, stonesByCell } from "./cell-contents.js";
import { dragGhost } from "./drag-ghost.js";
import { paintOverlay } from "./overlay.js";
import { Zoom } from "./zoom.js";
import { t } from "./texts.js";
/** @import {FirstBoard, Point} from "./types.js" */
/** @import {Overlay} from "./overlay.js" */

/** Cells smaller than this, in pixels, are zoomed in on by a first tap. */
const SMALL = 26;
/** Where in a drawing the layer above the cells and their coordinates begins: marks, stones. */
export const STONES = "<g pointer-events";
const LAYER = "g[pointer-events]";
/** Preview under the pointer, on boards of lines: a disc where the stone would be placed. */
const HOVER = '<radialGradient id="hover"><stop offset=".6" stop-opacity=".4"/><stop offset=".6" stop-opacity="0"/></radialGradient>';

/**
 * @typedef {object} BoardHandlers callbacks of the board's owner
 * @property {(cell: string, how: "click" | "drop" | "key") => void} press
 * @property {() => void} cancel
 * @property {(cell: string) => boolean} canClick may this cell be clicked now
 * @property {(cell: string) => boolean} canDrag may a piece be dragged from this cell
 * @property {(cell: string) => string} [note] an addition to the label of a cell
 * @property {() => void} [zoomed] a small cell was zoomed in on (`zoom.cell`; a second tap plays it), or is no more
 */

export class Board {
  /** @param {HTMLElement} holder @param {BoardHandlers} handlers */
  constructor(holder, handlers) {
    this.holder = holder;
    this.handlers = handlers;
    /** @type {SVGSVGElement | null} */
    this.svg = null;
    /** @type {Map<string, Point>} */
    this.centres = new Map();
    /** The cells and, by direction, the neighbour of each. @type {Pick<FirstBoard, "cells" | "neighbours">} */
    this.layout = { cells: [], neighbours: {} };
    /** @type {Overlay} */
    this.overlay = {};
    this.angle = 0;
    /** The part of the drawing with the cells, and the rotation it is shown at. */
    this.head = "";
    this.shownAngle = 0;
    this.unit = 40;
    this.drawing = "";
    this.focused = "";
    this.aim = 0;
    /** The axis of the last arrow keys; `aim` is the coordinate on the other axis where they began. */
    this.walkAxis = -1;
    this.full = [1, 1]; // the width and height of the whole drawing
    this.viewBox = [0, 0, 1, 1];
    this.zoom = new Zoom(this, () => handlers.cancel(), () => handlers.zoomed?.());
    // Coordinates keep their size on the screen, however large the cells are.
    new ResizeObserver(() => this.refit()).observe(holder);
    holder.addEventListener("pointerdown", (event) => this.pointerDown(event));
    holder.addEventListener("keydown", (event) => this.keyDown(event));
    holder.addEventListener("focusin", (event) => this.focusIn(event));
    holder.addEventListener("focusout", () => paintOverlay(this));
  }

  /** Show a drawing. @param {string} drawing @param {boolean} [animate] @param {Overlay} [overlay] */
  show(drawing, animate = true, overlay = this.overlay) {
    this.drawing = drawing;
    this.overlay = overlay;
    const before = this.svg && animate && motionAllowed() ? stonesByCell(this.svg) : null;
    const at = drawing.indexOf(STONES);
    const head = drawing.slice(0, at);
    const same = this.svg && at > 0 && head === this.head && this.angle === this.shownAngle;
    if (this.svg && same) this.replaceStones(this.svg, drawing.slice(at));
    else this.replaceDrawing(drawing);
    if (!same) this.zoom.part = null;
    this.zoom.reset();
    if (!same) this.zoom.show(null);
    this.head = head;
    this.relabel();
    paintOverlay(this);
    if (before && same && this.svg) animateChanges(this, before, stonesByCell(this.svg));
  }

  /** Replace the whole drawing: the cells changed. @param {string} drawing */
  replaceDrawing(drawing) {
    const made = parsed(drawing);
    this.prepare(made);
    if (this.svg) Idiomorph.morph(this.svg, made, { morphStyle: "outerHTML" });
    else this.holder.replaceChildren(made);
    this.svg = this.holder.querySelector("svg.board");
  }

  /** Replace the stones alone, where the cells are the same: parses much less.
   * @param {SVGSVGElement} svg @param {string} drawn */
  replaceStones(svg, drawn) {
    const fresh = parsed(`<svg>${drawn}`).children[0];
    this.upright(fresh);
    svg.querySelector(`${LAYER}:not(.overlay, .coordinates)`)?.replaceChildren(...fresh.childNodes);
    svg.setAttribute("viewBox", this.zoom.box.join(" "));
  }

  /** Keep texts upright on a rotated board. @param {Element} group */
  upright(group) {
    if (!this.angle) return;
    for (const text of group.querySelectorAll("text"))
      text.setAttribute("transform", `rotate(${-this.angle} ${text.getAttribute("x")} ${text.getAttribute("y")})`);
  }

  /** Make a drawing playable: roles and labels, focus, rotation, an overlay.
   * @param {SVGSVGElement} made */
  prepare(made) {
    for (const size of ["width", "height"]) made.removeAttribute(size);
    made.setAttribute("role", "group");
    made.setAttribute("aria-roledescription", "board");
    made.querySelector("title")?.remove();
    made.setAttribute("aria-label", t("Board. Arrow keys move between cells, Enter plays, Escape cancels."));
    this.centres = centres(made);
    this.unit = pitch(this.centres);
    if (!this.centres.has(this.focused)) this.focused = this.central();
    this.applyRotation(made);
    for (const cell of made.querySelectorAll("[data-cell]")) {
      const name = cell.getAttribute("data-cell") ?? "";
      cell.setAttribute("role", "button");
      cell.setAttribute("tabindex", name === this.focused ? "0" : "-1");
      cell.id = `cell-${name}`;
    }
    for (const part of made.querySelectorAll(LAYER)) part.setAttribute("aria-hidden", "true");
    const over = document.createElementNS("http://www.w3.org/2000/svg", "g");
    over.setAttribute("class", "overlay");
    over.setAttribute("pointer-events", "none");
    over.setAttribute("aria-hidden", "true");
    over.id = "overlay";
    (made.querySelector(".turned") ?? made).append(over);
    made.insertAdjacentHTML("afterbegin", HOVER);
  }

  /** The label of a cell for screen readers.
   * @param {string} name @param {Element[]} on the stones on it @param {string} marks the names of its marks */
  label(name, on, marks) {
    const stones = on.map((stone) => described(stone)).join(t(" and ")) || t("empty");
    const more = this.handlers.note?.(name) ?? "";
    const marked = marks && t("marked %(names)s", { names: marks });
    return [name, stones, marked, this.handlers.canClick(name) ? t("can be chosen") : "", more].filter(Boolean).join(", ");
  }

  /** Update the labels of cells, after stones or what may be clicked changed. */
  relabel() {
    if (!this.svg) return;
    const [on, marks] = [stonesByCell(this.svg), marksByCell(this.svg)];
    for (const cell of this.svg.querySelectorAll("[data-cell]")) {
      const name = cell.getAttribute("data-cell") ?? "";
      cell.classList.toggle("can", this.handlers.canClick(name));
      const label = this.label(name, on.get(name) ?? [], marks.get(name) ?? "");
      if (cell.getAttribute("aria-label") !== label) cell.setAttribute("aria-label", label);
      showTip(cell, marks.get(name) ?? "");
    }
  }

  /** Rotate the drawing about its centre; texts stay upright. @param {SVGSVGElement} made */
  applyRotation(made) {
    this.shownAngle = this.angle;
    const [, , width, height] = (made.getAttribute("viewBox") ?? "0 0 1 1").split(" ").map(Number);
    const about = { x: width / 2, y: height / 2 };
    const group = document.createElementNS("http://www.w3.org/2000/svg", "g");
    group.setAttribute("class", "turned");
    group.append(...[...made.children].filter((child) => !child.classList.contains("paper")));
    made.append(group);
    this.centre = about;
    if (this.angle) group.setAttribute("transform", `rotate(${this.angle} ${about.x} ${about.y})`);
    this.full = [width, height];
    placeLabels(this, group);
    this.upright(group);
    this.viewBox = fit(this, group);
    made.setAttribute("viewBox", this.viewBox.join(" "));
  }

  /** Fit the drawing again: the size of the board or its look changed. */
  refit() {
    const group = this.svg?.querySelector(".turned");
    if (group) {
      placeLabels(this, group);
      this.upright(group);
      this.viewBox = fit(this, group);
      this.svg?.setAttribute("viewBox", this.zoom.box.join(" "));
    }
    this.rescale();
  }

  /** The centres of cells after rotation, in units of the drawing. */
  screenPlaces() {
    if (!this.angle || !this.centre) return this.centres;
    const about = this.centre;
    return new Map([...this.centres].map(([name, place]) => [name, turned(place, this.angle, about)]));
  }

  /** @param {number} by degrees */
  rotate(by) {
    this.angle = (this.angle + by) % 360;
    if (this.drawing) this.show(this.drawing, false);
    this.relabel();
  }

  /** The angle by which this board is rotated: 60 degrees for hexagons, 90 for squares. */
  rotationStep() {
    const ways = Object.keys(this.layout.neighbours).length;
    return ways === 6 ? 60 : ways === 4 || ways === 8 ? 90 : 180;
  }

  /** @param {string} cell */
  neighboursOf(cell) {
    const at = this.layout.cells.indexOf(cell);
    return Object.values(this.layout.neighbours).flatMap((near) => near[at] ?? []);
  }

  central() {
    const about = middle([...this.centres.values()]);
    let best = "";
    let least = Infinity;
    for (const [name, place] of this.centres) {
      const far = Math.hypot(place.x - about.x, place.y - about.y);
      if (far < least) [best, least] = [name, far];
    }
    return best;
  }

  /** Tell the styles how many pixels a unit of the drawing has. */
  rescale() {
    if (this.svg) this.holder.style.setProperty("--scale", (this.cellSize() / this.unit).toFixed(3));
  }

  /** The width of a cell on the screen, in pixels. */
  cellSize() {
    const wide = this.svg?.getBoundingClientRect();
    const [, , width, height] = this.zoom.box;
    return wide ? this.unit * Math.min(wide.width / width, wide.height / height) : 100;
  }

  /** @param {PointerEvent} event */
  pointerDown(event) {
    const cell = cellOf(event.target);
    if (!cell || event.button > 0) return;
    const small = event.pointerType === "touch" && this.cellSize() < SMALL && this.zoom.cell === null && this.handlers.canClick(cell);
    const drag = !small && this.handlers.canDrag(cell) ? { x: event.clientX, y: event.clientY, cell } : null;
    const pressed = { done: false };
    if (drag) {
      this.handlers.press(cell, "click");
      pressed.done = true;
    }
    const ghost = drag ? dragGhost(this, cell) : null;
    const move = (/** @type {PointerEvent} */ now) => ghost?.follow(now, drag);
    const up = (/** @type {PointerEvent} */ now) => {
      removeEventListener("pointermove", move);
      removeEventListener("pointerup", up);
      removeEventListener("pointercancel", cancel);
      ghost?.end();
      const over = cellOf(document.elementFromPoint(now.clientX, now.clientY));
      if (!over) return this.unzoom();
      if (small && over === cell) return this.zoomTo(cell);
      if (!pressed.done && over === cell) this.press(cell, "click");
      else if (pressed.done && over !== cell) this.press(over, "drop");
    };
    const cancel = () => {
      removeEventListener("pointermove", move);
      removeEventListener("pointerup", up);
      removeEventListener("pointercancel", cancel);
      ghost?.end();
    };
    addEventListener("pointermove", move);
    addEventListener("pointerup", up);
    addEventListener("pointercancel", cancel);
  }

  /** @param {string} cell @param {"click" | "drop" | "key"} how */
  press(cell, how) {
    this.unzoom();
    this.walkAxis = -1;
    this.focused = cell;
    this.updateTabStop();
    this.handlers.press(cell, how);
  }

  /** Zoom in on a small cell; a second tap plays it. @param {string} cell */
  zoomTo(cell) {
    const at = this.screenPlaces().get(cell);
    if (!at) return;
    this.zoom.toCell(cell, at);
  }

  /** Show the whole board again, after a tap has zoomed in. */
  unzoom() {
    this.zoom.reset();
  }

  /** @param {KeyboardEvent} event */
  keyDown(event) {
    if (event.altKey || event.ctrlKey || event.metaKey || !cellOf(event.target)) return;
    if (event.key === "Enter" || event.key === " ") this.press(this.focused, "key");
    else if (event.key === "Escape") this.handlers.cancel();
    else {
      const angle = angleOf(event.key);
      if (angle === null) return;
      this.walk(angle);
    }
    event.preventDefault();
  }

  /** @param {number} angle */
  walk(angle) {
    const places = this.screenPlaces();
    const here = places.get(this.focused);
    if (here && this.walkAxis !== angle % 180) [this.walkAxis, this.aim] = [angle % 180, angle % 180 === 90 ? here.x : here.y];
    const next = toward(places, this.focused, angle, this.neighboursOf(this.focused), this.aim);
    if (!next) return;
    this.focused = next;
    this.updateTabStop();
    this.cellElement(next)?.focus();
  }

  /** @param {FocusEvent} event */
  focusIn(event) {
    const cell = cellOf(event.target);
    if (cell) this.focused = cell;
    this.updateTabStop();
    paintOverlay(this);
  }

  /** Roving tabindex: Tab reaches the focused cell alone. */
  updateTabStop() {
    for (const cell of this.svg?.querySelectorAll('[data-cell][tabindex="0"]') ?? []) cell.setAttribute("tabindex", "-1");
    this.cellElement(this.focused)?.setAttribute("tabindex", "0");
  }

  /** @param {string} name @returns {SVGElement | null} */
  cellElement(name) {
    return this.svg?.querySelector(`[data-cell="${CSS.escape(name)}"]`) ?? null;
  }

  /** Show an overlay and update the labels of cells. @param {Overlay} overlay */
  setOverlay(overlay) {
    this.relabel();
    this.paint(overlay);
  }

  /** Show an overlay; the labels of cells stay as they are. @param {Overlay} overlay */
  paint(overlay) {
    this.overlay = overlay;
    paintOverlay(this);
  }
}

/** @param {string} drawing */
function parsed(drawing) {
  const frame = document.createElement("template");
  frame.innerHTML = drawing;
  return /** @type {SVGSVGElement} */ (frame.content.querySelector("svg"));
}

/** @param {EventTarget | null} target */
function cellOf(target) {
  return target instanceof Element ? target.getAttribute("data-cell") : null;
}
