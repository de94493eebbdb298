// Short motion between two drawings: what went from one cell to another glides, what is new grows, what is gone fades.
/** @import {Board} from "./board.js" */

const LENGTH = 180;

const still = matchMedia("(prefers-reduced-motion: reduce)");
/** Is motion welcome? */
export const motionAllowed = () => !still.matches;

/** @param {Element} stone */
const look = (stone) => stone.getAttribute("class") ?? "";

/**
 * @param {Board} board
 * @param {Map<string, Element[]>} before
 * @param {Map<string, Element[]>} after
 */
export function animateChanges(board, before, after) {
  if (!board.svg) return;
  const gone = less(before, after);
  const come = less(after, before);
  if (gone.length + come.length > 40) return;
  for (const { cell, stone } of come) {
    const shown = [...board.svg.querySelectorAll(`[data-on="${CSS.escape(cell)}"]`)].find((it) => look(it) === look(stone));
    if (!shown) continue;
    const from = gone.filter((left) => look(left.stone) === look(stone));
    const [here, there] = [board.centres.get(cell), from.length === 1 ? board.centres.get(from[0].cell) : undefined];
    if (here && there) {
      gone.splice(gone.indexOf(from[0]), 1);
      glide(shown, there.x - here.x, there.y - here.y);
    } else shown.animate([{ opacity: 0.2 }, { opacity: 1 }], { duration: LENGTH, easing: "ease-out" });
  }
  for (const { stone } of gone) fade(board, stone);
}

/** Stones that one drawing has and the other has not. @param {Map<string, Element[]>} these @param {Map<string, Element[]>} those */
function less(these, those) {
  const found = [];
  for (const [cell, stones] of these) {
    const left = (those.get(cell) ?? []).map(look);
    for (const stone of stones) {
      const at = left.indexOf(look(stone));
      if (at < 0) found.push({ cell, stone });
      else left.splice(at, 1);
    }
  }
  return found;
}

/** @param {Element} stone @param {number} x @param {number} y */
function glide(stone, x, y) {
  stone.animate([{ transform: `translate(${x}px, ${y}px)` }, { transform: "none" }], { duration: LENGTH, easing: "ease-out" });
}

/** @param {Board} board @param {Element} stone */
function fade(board, stone) {
  const left = /** @type {Element} */ (stone.cloneNode(true));
  left.removeAttribute("data-on");
  board.svg?.querySelector("#overlay")?.append(left);
  left.animate([{ opacity: 1 }, { opacity: 0 }], { duration: LENGTH * 1.5 }).finished.then(
    () => left.remove(),
    () => left.remove(),
  );
}
