// Animates the difference between two drawings: moved stones glide, new ones fade in, removed ones fade out.
/** @import {Board} from "./board.js" */

const DURATION_MS = 180;

const reducedMotion = matchMedia("(prefers-reduced-motion: reduce)");
/** Whether the page may animate. */
export const motionAllowed = () => !reducedMotion.matches;

/** @param {Element} stone */
const appearance = (stone) => stone.getAttribute("class") ?? "";

/**
 * Animate from one set of stones to the next; more than 40 changes are not animated.
 * @param {Board} board
 * @param {Map<string, Element[]>} before stones by cell
 * @param {Map<string, Element[]>} after
 */
export function animateChanges(board, before, after) {
  if (!board.svg) return;
  const removed = difference(before, after);
  const added = difference(after, before);
  if (removed.length + added.length > 40) return;
  for (const { cell, stone } of added) {
    const stoneThere = [...board.svg.querySelectorAll(`[data-on="${CSS.escape(cell)}"]`)].find((it) => appearance(it) === appearance(stone));
    if (!stoneThere) continue;
    const from = removed.filter((removal) => appearance(removal.stone) === appearance(stone));
    const [target, source] = [board.centres.get(cell), from.length === 1 ? board.centres.get(from[0].cell) : undefined];
    if (target && source) {
      removed.splice(removed.indexOf(from[0]), 1);
      glide(stoneThere, source.x - target.x, source.y - target.y);
    } else stoneThere.animate([{ opacity: 0.2 }, { opacity: 1 }], { duration: DURATION_MS, easing: "ease-out" });
  }
  for (const { stone } of removed) fade(board, stone);
}

/** Stones that are in one drawing and not in the other. @param {Map<string, Element[]>} these @param {Map<string, Element[]>} those */
function difference(these, those) {
  const changes = [];
  for (const [cell, stones] of these) {
    const remaining = (those.get(cell) ?? []).map(appearance);
    for (const stone of stones) {
      const at = remaining.indexOf(appearance(stone));
      if (at < 0) changes.push({ cell, stone });
      else remaining.splice(at, 1);
    }
  }
  return changes;
}

/** @param {Element} stone @param {number} x @param {number} y */
function glide(stone, x, y) {
  stone.animate([{ transform: `translate(${x}px, ${y}px)` }, { transform: "none" }], { duration: DURATION_MS, easing: "ease-out" });
}

/** @param {Board} board @param {Element} stone */
function fade(board, stone) {
  const fading = /** @type {Element} */ (stone.cloneNode(true));
  fading.removeAttribute("data-on");
  board.svg?.querySelector("#overlay")?.append(fading);
  fading.animate([{ opacity: 1 }, { opacity: 0 }], { duration: DURATION_MS * 1.5 }).finished.then(
    () => fading.remove(),
    () => fading.remove(),
  );
}
