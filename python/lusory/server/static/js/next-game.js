// The next of the visitor's games in which it is his turn.
import { ROOT, request } from "./api.js";
import { toast } from "./dom.js";
import { t } from "./texts.js";
/** @import {Table} from "./table.js" */
/** @import {TableSummary} from "./table-list.js" */

/** Go there; say so where there is none. @param {Table} table */
export async function openNextGame(table) {
  try {
    const { tables } = /** @type {{tables: TableSummary[]}} */ (await request("/api/mine"));
    const next = tables.find((row) => row.table !== table.id && row.to_move !== null && row.you?.includes(row.to_move) && !row.result);
    if (next) location.assign(`${ROOT}/t/${next.table}`);
    else toast(t("No other game is waiting for you."));
  } catch (fault) {
    await table.showError(fault);
  }
}
