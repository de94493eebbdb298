// Whether the Invite tab is needed, and what it is about.
/** @import {Table} from "./table.js" */
/** @import {Seat} from "./types.js" */

/** The links and codes that this page got when it made the table or took the seat. @param {Table} table
 * @returns {{seats: {player: number, link?: string, code?: string}[]}} */
export function given(table) {
  return JSON.parse(sessionStorage.getItem(`seats-${table.id}`) ?? '{"seats": []}');
}

/** Seats for people that are not taken yet. @param {Table} table @returns {Seat[]} */
export function free(table) {
  return (table.shown?.seats ?? []).filter((seat) => seat.kind === "human" && seat.taken === false);
}

/** Whether the tab is needed: a seat is free, or a new private code is to be shown. @param {Table} table */
export function hasInvitation(table) {
  const shown = table.shown;
  if (!shown || shown.result || shown.shared) return false;
  if (shown.seats.some((seat) => seat.kind === "open")) return true;
  return shown.you.length > 0 && (free(table).length > 0 || (shown.ply < 4 && given(table).seats.some((seat) => seat.code)));
}
