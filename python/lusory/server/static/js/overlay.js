// The overlay of a board: legal targets, selected cells, hints, arrows, heat map, the player's own marks.
/** @import {Board} from "./board.js" */
/** @import {SketchShape} from "./sketch.js" */

/**
 * @typedef {object} Overlay what to highlight, by names of cells
 * @property {string[]} [held] clicked so far: the piece picked up
 * @property {string[]} [targets] may be clicked next
 * @property {boolean} [choose] targets are toggled, and several may be chosen
 * @property {string[]} [chosen] chosen to be revealed
 * @property {string[]} [hint]
 * @property {string[]} [threats] pieces that can be captured
 * @property {[string, string][]} [arrows]
 * @property {[string, string][]} [marks] cells with what has just happened there: area, event, gone, miss
 * @property {[string, string][]} [trail] moves that were just made
 * @property {string[]} [premove] cells that are clicked as soon as it is the player's turn
 * @property {SketchShape[]} [sketch] what the viewer has drawn
 * @property {Record<string, number>} [heat] expected scores from 0 to 1
 * @property {Record<string, string>} [notes] the player's own marks
 */

/** The distance between cells that share a side, in units of the drawing. */
const UNIT = 40;
const SVG = "http://www.w3.org/2000/svg";

/** @param {string} name @param {Record<string, string | number>} given @param {string} [text] */
function shape(name, given, text) {
  const node = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(given)) node.setAttribute(key, String(value));
  if (text !== undefined) node.textContent = text;
  return node;
}

/** Draw the overlay of a board again. @param {Board} board */
export function paintOverlay(board) {
  const layer = board.svg?.querySelector("#overlay");
  if (!board.svg || !layer) return;
  const { overlay, centres } = board;
  /** @type {Element[]} */
  const parts = [];
  const ring = (/** @type {string} */ cell, /** @type {string} */ css, r = 0.43) => {
    const at = centres.get(cell);
    if (at) parts.push(shape("circle", { class: css, cx: at.x, cy: at.y, r: UNIT * r }));
  };
  for (const [cell, mark] of overlay.marks ?? []) if (mark === "area") area(board, parts, cell);
  for (const [from, to] of overlay.trail ?? []) arrow(board, parts, from, to, "trail");
  const taken = new Set([...board.svg.querySelectorAll("[data-on]")].map((stone) => stone.getAttribute("data-on")));
  for (const [cell, mark] of overlay.marks ?? []) {
    if (mark === "event") ring(cell, "event", 0.45);
    else if (mark === "gone" && taken.has(cell)) continue; // it would cross out the piece that captured
    else if (mark !== "area") cross(board, parts, cell, mark);
  }
  for (const [cell, amount] of Object.entries(overlay.heat ?? {})) heat(board, parts, cell, amount);
  const stone = overlay.held?.length || overlay.choose ? "target-piece" : "movable";
  for (const cell of overlay.targets ?? []) ring(cell, taken.has(cell) ? stone : "target", taken.has(cell) ? 0.45 : 0.13);
  for (const cell of overlay.threats ?? []) corners(board, parts, cell);
  for (const cell of overlay.held ?? []) ring(cell, "held");
  for (const cell of overlay.chosen ?? []) ring(cell, "chosen");
  for (const cell of overlay.hint ?? []) ring(cell, "hint", 0.4);
  for (const [from, to] of overlay.arrows ?? []) arrow(board, parts, from, to);
  for (const [cell, text] of Object.entries(overlay.notes ?? {})) {
    const at = centres.get(cell);
    if (at) parts.push(upright(board, shape("text", { class: "mine", x: at.x, y: at.y + 5 }, text.slice(0, 2))));
  }
  for (const cell of overlay.premove ?? []) ring(cell, "premove");
  if (overlay.premove?.length === 2) arrow(board, parts, overlay.premove[0], overlay.premove[1], "sketch premove");
  for (const { from, to, colour } of overlay.sketch ?? []) {
    if (from === to) ring(from, `sketch ${colour}`, 0.46);
    else arrow(board, parts, from, to, `sketch ${colour}`);
  }
  if (board.zoom.cell) ring(board.zoom.cell, "held"); // a repaint while it is shown larger keeps it
  const focus = document.activeElement;
  if (focus instanceof Element && board.svg.contains(focus) && focus.matches(":focus-visible"))
    ring(focus.getAttribute("data-cell") ?? "", "focus", 0.47);
  layer.replaceChildren(...parts);
}

/** @param {Board} board @param {Element} text */
function upright(board, text) {
  if (board.angle) text.setAttribute("transform", `rotate(${-board.angle} ${text.getAttribute("x")} ${text.getAttribute("y")})`);
  return text;
}

/** @param {Board} board @param {Element[]} parts @param {string} cell @param {number} amount */
function heat(board, parts, cell, amount) {
  const at = board.centres.get(cell);
  if (!at) return;
  parts.push(shape("circle", { class: "heat", cx: at.x, cy: at.y, r: UNIT * 0.36, "fill-opacity": 0.12 + 0.6 * amount }));
  parts.push(upright(board, shape("text", { x: at.x, y: at.y + 4 }, String(Math.round(amount * 100)))));
}

/** A cell of an announced row or area. @param {Board} board @param {Element[]} parts @param {string} cell */
function area(board, parts, cell) {
  const points = board.cellElement(cell)?.getAttribute("points");
  if (points) parts.push(shape("polygon", { class: "area", points }));
}

/** @param {Board} board @param {Element[]} parts @param {string} cell @param {string} css */
function cross(board, parts, cell, css) {
  const at = board.centres.get(cell);
  const r = UNIT * 0.24;
  if (at) parts.push(shape("path", { class: css, d: `M${at.x - r} ${at.y - r}l${2 * r} ${2 * r}m0 ${-2 * r}l${-2 * r} ${2 * r}` }));
}

/** The four corners of a square around a piece: no other mark has them. @param {Board} board @param {Element[]} parts @param {string} cell */
function corners(board, parts, cell) {
  const at = board.centres.get(cell);
  const [r, s] = [UNIT * 0.45, UNIT * 0.16];
  if (at) parts.push(shape("path", { class: "threat", d: [[-1, -1], [1, -1], [1, 1], [-1, 1]].map(([x, y]) => `M${at.x + x * (r - s)} ${at.y + y * r}h${x * s}v${-y * s}`).join("") }));
}

/** @param {Board} board @param {Element[]} parts @param {string} from @param {string} to @param {string} [css] */
function arrow(board, parts, from, to, css = "arrow") {
  const [a, b] = [board.centres.get(from), board.centres.get(to)];
  if (!a || !b) return;
  const length = Math.hypot(b.x - a.x, b.y - a.y) || 1;
  const [x, y] = [(b.x - a.x) / length, (b.y - a.y) / length];
  const tip = { x: b.x - x * 6, y: b.y - y * 6 };
  const foot = { x: tip.x - x * 12, y: tip.y - y * 12 };
  parts.push(shape("path", { class: css, d: `M${a.x + x * 10} ${a.y + y * 10}L${foot.x} ${foot.y}` }));
  parts.push(shape("path", { class: css.startsWith("sketch") ? `${css} head` : `${css}-head`, d: `M${tip.x} ${tip.y}L${foot.x - y * 7} ${foot.y + x * 7}L${foot.x + y * 7} ${foot.y - x * 7}z` }));
}
