// Marks the pieces that the next ply can capture, where the player wants that.
import { request } from "./api.js";
/** @import {Table} from "./table.js" */

/** Fetch what the position that is shown threatens, and mark it. @param {Table} table */
export async function markThreats(table) {
  const reply = await request(`${table.path}/threats`).catch(() => null); // a mark that is missing is no reason for an error
  if (reply?.ply !== table.shown?.ply) return;
  table.threats = reply.cells;
  table.repaint();
}
