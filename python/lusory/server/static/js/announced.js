// The grids of the record sheet: how often each player announced each row and column.
import { make } from "./dom.js";
import { named } from "./colours.js";
import { t } from "./texts.js";
/** @import {Table} from "./table.js" */
/** @import {Seat} from "./types.js" */

/** How often each player has announced each row and column: a grid for either. @param {Table} table @returns {Element[]} */
export function announcements(table) {
  const shown = table.shown;
  const cells = [...table.board.centres.keys()];
  const all = (shown?.known ?? []).flatMap((line) => (typeof line !== "string" && line.kind === "announce" ? [line] : []));
  if (!shown || !all.length) return [];
  /** @type {[string, RegExp][]} */
  const kinds = [[t("Columns announced"), /^[A-Za-z]+/], [t("Rows announced"), /\d+$/]];
  return kinds.flatMap(([title, part]) => {
    const names = [...new Set(cells.map((each) => part.exec(each)?.[0] ?? ""))].sort((a, b) => a.localeCompare(b, "en", { numeric: true }));
    const lines = all.filter((line) => line.cells.length > 1 && new Set(line.cells.map((each) => part.exec(each)?.[0])).size === 1);
    if (names.includes("") || !lines.length) return [];
    const count = (/** @type {number} */ player, /** @type {string} */ name) => lines.filter((line) => line.player === player && part.exec(line.cells[0])?.[0] === name).length;
    const row = (/** @type {Seat} */ seat) => make("tr", {}, make("th", { scope: "row" }, named(seat)), ...names.map((name) => make("td", {}, String(count(seat.player, name) || ""))));
    return [make("table", {}, make("caption", {}, title), make("thead", {}, make("tr", {}, make("td", {}), ...names.map((name) => make("th", { scope: "col" }, name)))), make("tbody", {}, ...shown.seats.map(row)))];
  });
}
