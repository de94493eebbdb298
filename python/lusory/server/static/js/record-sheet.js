// The Record sheet tab of hidden games: what the player knows, the player's own marks and notes. Loaded for such games.
import { request } from "./api.js";
import { make, typeset } from "./dom.js";
import { sheet } from "./tabs.js";
import { t } from "./texts.js";
/** @import {Table} from "./table.js" */

const MARKS = ["", "?", "!", "x", "o", "1", "2", "3"];
/** @type {number | null | undefined} the seat whose notes are shown */
let owner;
let timer = 0;
/** @type {(() => void) | null} */
let save = null;
let words = "";
/** Whether what is kept has come. Before that nothing is written: it would take the place of what is kept. */
let loaded = false;
const AGAIN = 3000; // milliseconds until it is asked for again
let again = 0;
/** The cell that was marked last, to which the note field belongs. */
let cell = "";

/** Split what is stored for a cell: a mark, then a blank and a note. @param {string | undefined} kept */
function parts(kept = "") {
  const at = kept.indexOf(" ");
  return at < 0 ? { mark: kept, note: "" } : { mark: kept.slice(0, at), note: kept.slice(at + 1) };
}

/** @param {Table} table */
export function renderRecordSheet(table) {
  const shown = table.shown;
  if (!shown?.game.hidden || !document.getElementById("tab-known")) return;
  const into = sheet("known");
  const seat = seatOfReader(table);
  if (seat !== owner) open(table, seat);
  const lines = [...(shown.known ?? [])].reverse().map((line) => make("li", {}, typeset(typeof line === "string" ? line : line.text)));
  const list = make("ol", { class: "known" }, ...(lines.length ? lines : [make("li", { class: "small" }, t("Nothing has been announced yet."))]));
  const grid = make("div", { class: "announced" });
  void import("./announced.js").then((module) => grid.replaceChildren(...module.announcements(table)));
  const old = into.querySelector("ol.known");
  if (old) {
    written(table);
    into.querySelector(".announced")?.replaceWith(grid);
    return old.replaceWith(list);
  }
  into.replaceChildren(grid, ...(shown.you.length ? own(table) : []), list);
  written(table);
}

/** The seat whose notes may be seen: of several at one screen, that of whoever sees the board. @param {Table} table */
function seatOfReader({ shown, viewer }) {
  const seats = shown?.you ?? [];
  return seats.length > 1 && !shown?.result ? viewer : (viewer ?? seats[0] ?? null);
}

/** Put away the notes of the seat before, and fetch those of this one. @param {Table} table @param {number | null} seat */
function open(table, seat) {
  save?.();
  owner = seat;
  cell = "";
  loaded = false;
  clearTimeout(again);
  show(table, {}, "");
  if (seat === null) return;
  request(`${table.path}/notes?player=${seat}`).then((kept) => {
    if (owner !== seat) return;
    loaded = true;
    show(table, kept?.cells ?? {}, kept?.text ?? "");
    renderRecordSheet(table);
  }, (fault) => {
    if (owner === seat && ![403, 404].includes(fault.code)) again = setTimeout(() => open(table, seat), AGAIN);
  });
}

/** @param {Table} table @param {Record<string, string>} cells @param {string} text */
function show(table, cells, text) {
  table.notes = cells;
  words = text;
  const field = sheet("known").querySelector("textarea");
  if (field) field.value = words;
  markTexts(table);
  written(table);
  table.repaint();
}

/** @param {Table} table */
function own(table) {
  const mark = make("button", { type: "button", "aria-pressed": "false", click: () => {
    table.marking = !table.marking;
    mark.setAttribute("aria-pressed", String(table.marking));
    written(table);
    table.repaint();
  } }, t("Mark cells"));
  const text = make("textarea", { rows: "4", "aria-label": t("Your own notes"), placeholder: t("Your notes. Only you can see them."), input: () => {
    words = text.value;
    keep(table);
  } });
  text.value = words;
  const note = make("input", { type: "text", maxlength: "190", autocomplete: "off", input: () => put(table, parts(table.notes[cell]).mark, note.value) });
  const about = make("label", { id: "note", hidden: true }, make("span", {}), note);
  return [make("div", { class: "row" }, mark, make("span", { class: "small" }, t("Click a cell to cycle through ? ! x o 1 2 3. You can add a note to it below."))),
    make("div", { class: "links" }, about), make("ul", { class: "known", id: "noted" }), text];
}

/** Update the list of notes and the note field of the last marked cell. @param {Table} table */
function written(table) {
  const about = document.getElementById("note");
  if (!about) return;
  for (const each of sheet("known").querySelectorAll("textarea, input, .row button")) /** @type {HTMLInputElement} */ (each).disabled = !loaded;
  const noted = Object.entries(table.notes).filter(([, note]) => parts(note).note);
  document.getElementById("noted")?.replaceChildren(...noted.map(([name, kept]) => make("li", {}, make("b", {}, name), ` ${parts(kept).note}`)));
  const field = about.querySelector("input");
  about.hidden = !cell || !table.marking;
  if (field && document.activeElement !== field) field.value = parts(table.notes[cell]).note;
  about.querySelector("span")?.replaceChildren(t("Note on %(cell)s", { cell }));
}

/** @param {Table} table @param {string} mark @param {string} note */
function put(table, mark, note) {
  if (!loaded) return;
  if (mark || note) table.notes[cell] = note ? `${mark} ${note}` : mark;
  else delete table.notes[cell];
  markTexts(table);
  written(table);
  table.repaint();
  keep(table);
}

/** Give a cell its next mark. @param {Table} table @param {string} name */
export function markCell(table, name) {
  cell = name;
  const { mark, note } = parts(table.notes[cell]);
  const field = /** @type {HTMLInputElement | null} */ (document.querySelector("#note input"));
  if (field) field.value = note; // a tap may leave the focus in the field, which then is not updated
  put(table, MARKS[(MARKS.indexOf(mark) + 1) % MARKS.length] ?? "", note);
}

/** Update the texts drawn on cells: the mark, and a dot if there is a note. @param {Table} table */
function markTexts(table) {
  table.noteTexts = Object.fromEntries(Object.entries(table.notes).map(([name, kept]) => {
    const { mark, note } = parts(kept);
    return [name, `${mark.slice(0, note ? 1 : 2)}${note ? "•" : ""}`];
  }));
}

/** @param {Table} table */
function keep(table) {
  const body = { cells: table.notes, text: words, player: owner };
  clearTimeout(timer);
  save = () => {
    clearTimeout(timer);
    save = null;
    request(`${table.path}/notes`, body, "PUT").catch((fault) => table.showError(fault));
  };
  timer = setTimeout(save, 500);
}
