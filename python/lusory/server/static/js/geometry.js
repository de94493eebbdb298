// Geometry of a drawn board: centres of cells, rotation, the next cell in a direction.
/** @import {Point} from "./types.js" */

const KEYS = /** @type {Record<string, number>} */ ({
  ArrowRight: 0, ArrowUp: 90, ArrowLeft: 180, ArrowDown: 270, d: 0, e: 45, w: 90, q: 135, a: 180, z: 225, y: 225, x: 270, s: 270, c: 315,
});

/** The direction of a key, in degrees counter-clockwise from the right; null for other keys. @param {string} key */
export function angleOf(key) {
  return KEYS[key.length === 1 ? key.toLowerCase() : key] ?? null;
}

/** @param {Element} svg @returns {Map<string, Point>} */
export function centres(svg) {
  const places = new Map();
  for (const cell of svg.querySelectorAll("[data-cell]")) places.set(cell.getAttribute("data-cell"), middle(corners(cell)));
  return places;
}

/** @param {Element} polygon @returns {Point[]} */
export function corners(polygon) {
  return (polygon.getAttribute("points") ?? "").split(" ").map((pair) => {
    const [x, y] = pair.split(",").map(Number);
    return { x, y };
  });
}

/** @param {Point[]} points @returns {Point} */
export function middle(points) {
  const sum = points.reduce((a, b) => ({ x: a.x + b.x, y: a.y + b.y }), { x: 0, y: 0 });
  return { x: sum.x / points.length, y: sum.y / points.length };
}

/** The distance between adjacent cells, in units of the drawing. @param {Map<string, Point>} places */
export function pitch(places) {
  const all = [...places.values()];
  let best = Infinity;
  for (let i = 1; i < all.length; i++) best = Math.min(best, Math.hypot(all[i].x - all[0].x, all[i].y - all[0].y));
  return Number.isFinite(best) ? best : 40;
}

/** @param {Point} point @param {number} angle @param {Point} about @returns {Point} */
export function turned(point, angle, about) {
  const a = (angle * Math.PI) / 180;
  const [x, y] = [point.x - about.x, point.y - about.y];
  return { x: about.x + x * Math.cos(a) - y * Math.sin(a), y: about.y + x * Math.sin(a) + y * Math.cos(a) };
}

/**
 * The next cell in a direction on the screen: the neighbour that fits best; a cell without neighbours searches all cells.
 * @param {Map<string, Point>} places centres on the screen
 * @param {string} from
 * @param {number} angle
 * @param {string[] | undefined} neighbours
 * @param {number} aim the coordinate on the other axis to keep to, for boards where no cell lies straight ahead
 */
export function toward(places, from, angle, neighbours, aim) {
  const source = places.get(from);
  if (!source) return null;
  const among = neighbours?.length ? neighbours : [...places.keys()];
  let best = null;
  let least = Infinity;
  for (const name of among) {
    const target = places.get(name);
    if (!target || name === from) continue;
    const [dx, dy] = [target.x - source.x, source.y - target.y];
    const off = Math.abs((((Math.atan2(dy, dx) * 180) / Math.PI - angle + 540) % 360) - 180);
    if (off > 61 && !(off < 75 && neighbours?.length)) continue;
    const drift = Math.abs((angle % 180 === 0 ? target.y : target.x) - aim);
    const length = Math.hypot(dx, dy);
    const score = off * 2 + (neighbours?.length ? 0 : length) + drift * 0.05;
    if (score < least - 1e-6) [best, least] = [name, score];
  }
  return best;
}
