// The stones that follow the pointer while they are dragged.
/** @import {Board} from "./board.js" */

/** The dragged stones of a cell, which follow the pointer. @param {Board} board @param {string} cell */
export function dragGhost(board, cell) {
  const carried = board.svg?.querySelectorAll(`[data-on="${CSS.escape(cell)}"]`) ?? [];
  const group = document.createElementNS("http://www.w3.org/2000/svg", "g");
  group.setAttribute("class", "ghost");
  for (const stone of carried) group.append(stone.cloneNode(true));
  let begun = false;
  return {
    /** @param {PointerEvent} now @param {{x: number, y: number} | null} from */
    follow: (now, from) => {
      const turned = /** @type {SVGGraphicsElement | null} */ (board.svg?.querySelector(".turned") ?? null);
      const matrix = turned?.getScreenCTM();
      if (!from || !matrix || !group.childElementCount) return;
      const [dx, dy] = [now.clientX - from.x, now.clientY - from.y];
      if (!begun && Math.hypot(dx, dy) < 5) return;
      begun = true;
      board.holder.classList.add("dragging");
      if (!group.isConnected) board.svg?.querySelector("#overlay")?.append(group);
      const { a, b } = matrix;
      const s = a * a + b * b;
      group.setAttribute("transform", `translate(${(dx * a + dy * b) / s} ${(dy * a - dx * b) / s})`);
    },
    end: () => {
      group.remove();
      board.holder.classList.remove("dragging");
    },
  };
}
