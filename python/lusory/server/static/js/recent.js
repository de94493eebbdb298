// What has just happened: in words beside the board, and marked on it, until the next ply.
import { announce, element, make, typeset } from "./dom.js";
import { lessonOffer } from "./lesson-offer.js";
import { news } from "./status-bar.js";
import { t } from "./texts.js";
/** @import {Table} from "./table.js" */
/** @import {Sound} from "./sound.js" */
/** @import {RecentPly, TableView} from "./types.js" */

/** How the events of each kind are marked; other kinds are not. @type {Record<string, "area" | "miss" | "gone" | "event">} */
const MARKS = { announce: "area", fail: "miss", capture: "gone", remove: "gone", flip: "event", promote: "event", tell: "event", reveal: "event", show: "event", earn: "event" };

/** The plies to be described for the position on the board. @param {Table} table @returns {RecentPly[]} */
function plies(table) {
  if (table.review.active || !table.shown) return [];
  return table.viewing === null ? table.shown.recent : table.viewedPly;
}

/** @param {Table} table */
export function renderRecent(table) {
  const offer = table.viewing === null && !table.review.active ? lessonOffer(table) : null;
  if (offer && element("recent").querySelector(".offer")) return;
  if (offer) return element("recent").replaceChildren(offer);
  const lines = plies(table).map((ply) => make("li", { "data-ply": String(ply.ply) }, typeset(ply.text)));
  const list = make("ol", {}, ...lines);
  element("recent").replaceChildren(list);
  element("recent").scrollTop = 1e6;
}

/** The sentences about plies after this one. @param {Table} table @param {number} ply */
export function describedSince(table, ply) {
  return (table.shown?.recent ?? []).filter((event) => event.ply > ply).map((each) => each.text);
}

/** Say to screen readers what has happened: plies, or what was offered, declined or ended without one.
 * @param {Table} table @param {TableView} before @param {TableView} shown */
export function announceNews(table, before, shown) {
  const said = news(shown);
  if (shown.ply < before.ply) announce(`${t("A move was taken back.")} ${said}`);
  else if (shown.ply > before.ply) announce([...describedSince(table, before.ply), said].join(" "));
  else if (said && said !== news(before)) announce(said);
}

/** The sound of what has happened after a ply. @param {Table} table @param {number} ply @returns {Sound | null} */
export function soundSince(table, ply) {
  const shown = table.shown;
  if (!shown || shown.ply <= ply) return null;
  if (shown.result) return "end";
  const kinds = shown.recent.filter((each) => each.ply > ply).flatMap((each) => each.events.map((event) => event.kind));
  if (kinds.some((kind) => ["fail", "tell", "announce"].includes(kind))) return "event";
  return kinds.some((kind) => ["capture", "flip"].includes(kind)) ? "capture" : "move";
}

/** The marks on the board. @param {Table} table @returns {{marks: [string, string][], trail: [string, string][]}} */
export function recentMarks(table) {
  /** @type {Map<string, string>} */
  const marks = new Map();
  /** @type {[string, string][]} */
  const trail = [];
  const described = plies(table);
  for (const ply of described) {
    for (const event of ply.events) {
      for (const cell of event.cells) if (MARKS[event.kind]) marks.set(cell, stronger(marks.get(cell), MARKS[event.kind]));
      if (event.kind === "move" && event.cells.length === 2 && described.length > 1) trail.push([event.cells[0], event.cells[1]]);
    }
  }
  return { marks: [...marks], trail };
}

const ORDER = ["area", "event", "gone", "miss"];

/** @param {string | undefined} before @param {string} mark */
function stronger(before, mark) {
  return before && ORDER.indexOf(before) > ORDER.indexOf(mark) ? before : mark;
}
