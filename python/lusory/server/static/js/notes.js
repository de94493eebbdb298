// A hidden game's record sheet: all one player may know, and room for marks and notes of one's own.
import { ask, make } from "./api.js";
import { sheet } from "./tabs.js";
/** @import {Table} from "./table.js" */

const MARKS = ["", "?", "!", "x", "o", "1", "2", "3"];
let fetched = false;
let timer = 0;
let words = "";

/** @param {Table} table */
export function known(table) {
  const shown = table.shown;
  if (!shown?.game.hidden || !document.getElementById("tab-known")) return;
  const into = sheet("known");
  if (!fetched && shown.you.length) {
    fetched = true;
    ask(`${table.path}/notes`).then((kept) => {
      table.notes = kept?.cells ?? {};
      words = kept?.text ?? "";
      const field = into.querySelector("textarea");
      if (field) field.value = words;
      known(table);
      table.mark();
    }, () => {});
  }
  const lines = (shown.known ?? []).map((line) => make("li", {}, typeof line === "string" ? line : line.text));
  const list = make("ol", { class: "known" }, ...(lines.length ? lines : [make("li", { class: "small" }, "Nothing has been announced yet.")]));
  const old = into.querySelector("ol.known");
  if (old) return old.replaceWith(list);
  into.replaceChildren(...(shown.you.length ? own(table) : []), list);
}

/** @param {Table} table */
function own(table) {
  const mark = make("button", { type: "button", "aria-pressed": "false", click: () => {
    table.marking = !table.marking;
    mark.setAttribute("aria-pressed", String(table.marking));
    table.mark();
  } }, "Mark cells");
  const text = make("textarea", { rows: "4", "aria-label": "Your own notes", placeholder: "Your own notes; nobody else sees them.", input: () => {
    words = text.value;
    keep(table);
  } });
  text.value = words;
  return [make("div", { class: "row" }, mark, make("span", { class: "small" }, "A click on a cell goes through ? ! x o 1 2 3.")), text];
}

/** The next mark of a cell. @param {Table} table @param {string} cell */
known.mark = (table, cell) => {
  const next = MARKS[(MARKS.indexOf(table.notes[cell] ?? "") + 1) % MARKS.length];
  if (next) table.notes[cell] = next;
  else delete table.notes[cell];
  table.mark();
  keep(table);
};

/** @param {Table} table */
function keep(table) {
  clearTimeout(timer);
  timer = setTimeout(() => ask(`${table.path}/notes`, { cells: table.notes, text: words }, "PUT").catch((fault) => table.refused(fault)), 500);
}
