// What is highlighted on the board of a table: where a ply may go on, what is chosen, what happened last.
import { element } from "./dom.js";
import { recentMarks } from "./recent.js";
/** @import {Overlay} from "./overlay.js" */
/** @import {Table} from "./table.js" */

/** What is highlighted on the board of a table. @param {Table} table @returns {Overlay} */
export function highlights(table) {
  const entry = table.entry;
  const live = table.canPlay() && !table.marking;
  const point = live && (entry.path.length > 0 || entry.node.set || entry.few(table.board.centres.size));
  element("board").classList.toggle("draggable", live && Object.keys(entry.root.cells ?? {}).length > 0);
  return {
    held: table.proposed?.cells ?? (live ? entry.path : table.viewing === null ? table.outbox.cells : []),
    targets: point ? entry.next().filter((cell) => !entry.chosen.has(cell)) : [],
    choose: Boolean(entry.node.set),
    chosen: live ? [...entry.chosen] : [],
    hint: table.hintCells,
    threats: table.viewing === null && !table.review.active ? table.threats : [],
    notes: table.noteTexts,
    sketch: table.sketch.shapes,
    premove: table.viewing === null ? table.premove.cells : [],
    ...(entry.path.length ? { marks: recentMarks(table).marks } : recentMarks(table)),
    ...table.review.overlay(),
  };
}
