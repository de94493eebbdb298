// A list of tables: title, players, number of moves.
import { ROOT, request } from "./api.js";
import { element, make } from "./dom.js";
import { named } from "./colours.js";
import { t, tn } from "./texts.js";

/** @typedef {{table: string, game: {title: string}, names: string[], kinds: string[], ply: number, result: number[] | null, updated: number, to_move: number | null, you?: number[]}} TableSummary */

/** Fetch tables and show the first of them. @param {string} id the section to fill @param {string} path @param {number} [most] */
export async function listTables(id, path, most = 6) {
  const { tables } = /** @type {{tables: TableSummary[]}} */ (await request(path).catch(() => ({ tables: [] })));
  if (!tables.length) return;
  element(`${id}-list`).replaceChildren(...tables.slice(0, most).map((row) =>
    make("li", {}, make("a", { href: `${ROOT}/t/${row.table}` }, make("b", {}, row.game.title), " ",
      make("span", {}, row.names.map((name, i) => (row.you?.includes(i) ? t("you") : named({ player: i, name, kind: row.kinds[i] }))).join(" – ")), " ",
      make("span", { class: "small" }, row.result ? t("finished") : tn("%(n)s move", "%(n)s moves", row.ply)),
      ...(row.to_move !== null && row.you?.includes(row.to_move) ? [" ", make("span", { class: "tag" }, t("your turn"))] : [])))));
  element(id).hidden = false;
}
