// A board on the page: shows drawings, labels cells, handles clicks, drags and keys. It knows cells, but no rules.
import { angleOf, centres, corners, middle, pitch, toward, turned } from "./geometry.js";
import { motionAllowed, animateChanges } from "./animation.js";
import { paintOverlay } from "./overlay.js";
import { Zoom } from "./zoom.js";
import { t } from "./texts.js";
/** @import {Point} from "./types.js" */
/** @import {Overlay} from "./overlay.js" */

/** Cells smaller than this, in pixels, are zoomed in on by a first tap. */
const SMALL = 26;
/** How far from a cell coordinates are drawn, in units of the drawing. */
const GAP = 12;
/** Half the width of a coordinate's label, in pixels. */
const LABEL = 9;
/** Where in a drawing the layer above the cells and their coordinates begins: marks, stones. */
export const STONES = "<g pointer-events";
const LAYER = "g[pointer-events]";
/** Preview under the pointer, on boards of lines: a disc where the stone would be placed. */
const HOVER = '<radialGradient id="hover"><stop offset=".6" stop-opacity=".4"/><stop offset=".6" stop-opacity="0"/></radialGradient>';
const SIDES = [t("grey"), t("black"), t("white"), t("orange"), t("blue")];

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
    /** @type {Record<string, Record<string, string>>} */
    this.neighbours = {};
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
    this.placeLabels(group);
    this.upright(group);
    this.viewBox = this.fit(group);
    made.setAttribute("viewBox", this.viewBox.join(" "));
  }

  /** The part of the drawing that is shown: cells, and coordinates as large as they are on the screen, so that the board is
   * as large as it can be. Where other things are drawn beside cells it is the whole drawing. @param {Element} group */
  fit(group) {
    const [width, height] = this.full;
    const other = group.querySelector('.note, .label:not([text-anchor="middle"]), .lines[d*="Q"]') !== null;
    if (other && !this.angle) return [0, 0, width, height];
    const named = other || !document.body.classList.contains("no-coordinates");
    const { clientWidth, clientHeight } = this.holder;
    const label = other ? 16 : Math.min(17, Math.max(8, (LABEL * Math.max(width / clientWidth, height / clientHeight)) || 17));
    const places = [...group.querySelectorAll("polygon")].flatMap((part) => corners(part).map((point) => ({ point, room: other ? 16 : 5 })));
    for (const text of named ? group.querySelectorAll(".label, .note") : []) places.push({ point: { x: Number(text.getAttribute("x")), y: Number(text.getAttribute("y")) }, room: label });
    const reach = places.map(({ point, room }) => ({ ...(this.angle && this.centre ? turned(point, this.angle, this.centre) : point), room }));
    const [left, top] = [Math.min(...reach.map((p) => p.x - p.room)), Math.min(...reach.map((p) => p.y - p.room))];
    return [left, top, Math.max(...reach.map((p) => p.x + p.room)) - left, Math.max(...reach.map((p) => p.y + p.room)) - top];
  }

  /** Coordinates stand as near to their cells as their size on the screen allows: large cells leave them far away. They move
   * along their row or column, to the first cell that has them in its name.
   * @param {Element} group */
  placeLabels(group) {
    const [width, height] = this.full;
    const scale = Math.min(this.holder.clientWidth / width, this.holder.clientHeight / height);
    const nearer = scale ? Math.max(0, GAP - (LABEL + 3) / scale) : 0;
    for (const label of group.querySelectorAll('.label[text-anchor="middle"]')) {
      const [x, y] = ["x", "y"].map((axis) => Number(label.getAttribute(`data-${axis}`) ?? label.getAttribute(axis)));
      const far = (/** @type {Point} */ at) => Math.hypot(at.x - x, at.y - y);
      const named = [...this.centres].filter(([name]) => name.startsWith(label.textContent) || name.endsWith(label.textContent));
      const cell = (named.length ? named : [...this.centres]).map(([, at]) => at).reduce((best, at) => (far(at) < far(best) ? at : best));
      for (const [axis, from, to] of /** @type {[string, number, number][]} */ ([["x", x, cell.x], ["y", y, cell.y]])) {
        label.setAttribute(`data-${axis}`, String(from));
        label.setAttribute(axis, (from + ((to - from) * nearer) / (far(cell) || 1)).toFixed(2));
      }
    }
  }

  /** Fit the drawing again: the size of the board or its look changed. */
  refit() {
    const group = this.svg?.querySelector(".turned");
    if (group) {
      this.placeLabels(group);
      this.upright(group);
      this.viewBox = this.fit(group);
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
    const ways = new Set(Object.values(this.neighbours).flatMap((near) => Object.keys(near)));
    return ways.size === 6 ? 60 : ways.size === 4 || ways.size === 8 ? 90 : 180;
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
    const ghost = drag ? this.dragGhost(cell) : null;
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

  /** The dragged stones of a cell, which follow the pointer. @param {string} cell */
  dragGhost(cell) {
    const carried = this.svg?.querySelectorAll(`[data-on="${CSS.escape(cell)}"]`) ?? [];
    const group = document.createElementNS("http://www.w3.org/2000/svg", "g");
    group.setAttribute("class", "ghost");
    for (const stone of carried) group.append(stone.cloneNode(true));
    let begun = false;
    return {
      /** @param {PointerEvent} now @param {{x: number, y: number} | null} from */
      follow: (now, from) => {
        const turned = /** @type {SVGGraphicsElement | null} */ (this.svg?.querySelector(".turned") ?? null);
        const matrix = turned?.getScreenCTM();
        if (!from || !matrix || !group.childElementCount) return;
        const [dx, dy] = [now.clientX - from.x, now.clientY - from.y];
        if (!begun && Math.hypot(dx, dy) < 5) return;
        begun = true;
        this.holder.classList.add("dragging");
        if (!group.isConnected) this.svg?.querySelector("#overlay")?.append(group);
        const { a, b } = matrix;
        const s = a * a + b * b;
        group.setAttribute("transform", `translate(${(dx * a + dy * b) / s} ${(dy * a - dx * b) / s})`);
      },
      end: () => {
        group.remove();
        this.holder.classList.remove("dragging");
      },
    };
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
    const next = toward(places, this.focused, angle, Object.values(this.neighbours[this.focused] ?? {}), this.aim);
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

/** The stones on each cell. @param {Element} svg @returns {Map<string, Element[]>} */
function stonesByCell(svg) {
  /** @type {Map<string, Element[]>} */
  const matches = new Map();
  for (const stone of svg.querySelectorAll("[data-on]")) {
    if (stone.parentElement?.classList.contains("ghost")) continue;
    const cell = stone.getAttribute("data-on") ?? "";
    matches.set(cell, [...(matches.get(cell) ?? []), stone]);
  }
  return matches;
}

/** The names of the marks on each marked cell. @param {Element} svg @returns {Map<string, string>} */
function marksByCell(svg) {
  const marks = [...svg.querySelectorAll("[data-mark]")];
  return new Map(marks.map((mark) => [mark.getAttribute("data-mark") ?? "", mark.getAttribute("data-names") ?? ""]));
}

/** What a pointer over a cell shows: the names of its marks. @param {Element} cell @param {string} text */
function showTip(cell, text) {
  const tip = cell.querySelector("title");
  if ((tip?.textContent ?? "") === text) return;
  tip?.remove();
  if (!text) return;
  const made = document.createElementNS("http://www.w3.org/2000/svg", "title");
  made.textContent = text;
  cell.append(made);
}

/** @param {string} drawing */
function parsed(drawing) {
  const frame = document.createElement("template");
  frame.innerHTML = drawing;
  return /** @type {SVGSVGElement} */ (frame.content.querySelector("svg"));
}

/** @param {Element} stone */
export function described(stone) {
  const classes = [...stone.classList];
  const side = Number(classes.find((name) => name.startsWith("side-"))?.slice(5) ?? 0);
  const kind = classes.find((name) => name.startsWith("kind-"))?.slice(5) ?? t("stone");
  const piece = SIDES[side] ? t("%(colour)s %(piece)s", { colour: SIDES[side], piece: kind }) : kind;
  return classes.includes("hidden") ? t("hidden %(piece)s", { piece }) : piece;
}

/** @param {EventTarget | null} target */
function cellOf(target) {
  return target instanceof Element ? target.getAttribute("data-cell") : null;
}
