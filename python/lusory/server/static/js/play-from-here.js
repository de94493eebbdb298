// A new table that begins with the position on the board. Loaded when somebody asks for one.
import { ROOT, request } from "./api.js";
import { toast } from "./dom.js";
/** @import {Review} from "./review.js" */

/** Make a new table with the position on the board and the same seats. @param {Review} review */
export async function playFromHere(review) {
  const shown = review.table.shown;
  if (!shown) return;
  const seats = shown.seats.map((seat) => (seat.kind === "open" ? "human" : seat.kind));
  try {
    const table = await request("/api/tables", { ...(await review.game()), seats, plies: review.pliesShown() });
    sessionStorage.setItem(`seats-${table.table}`, JSON.stringify(table));
    location.href = `${ROOT}/t/${table.table}`;
  } catch (fault) {
    toast(/** @type {Error} */ (fault).message);
  }
}
