// Players by the colour of their stones, as the board shows them: Black and White for First and Second.
import { LANGUAGE, t } from "./texts.js";
/** @import {TableView, Seat} from "./types.js" */

const PLAYERS = ["First", "Second", "Third", "Fourth"];
/** Players by the colour of their stones. @type {Record<string, string>} */
export const COLOURS = { black: t("Black"), white: t("White"), orange: t("Orange"), blue: t("Blue") };
const NAMED = /\b(First|Second|Third|Fourth)\b(?: \([xo#%]\))?/g;

/** Whether players own stones on this board. Not where all stones are neutral. @param {string} svg */
function hasOwners(svg) {
  return !svg.includes("side-0") || /side-[1-4]/.test(svg);
}

/** The view with the players by their colours; seats that people named keep their names. @param {TableView} shown */
export function inColours(shown) {
  const owned = shown.game.players > 1 && shown.seats.some((seat) => seat.colour);
  if (!owned && LANGUAGE === "en") return shown;
  const seats = owned ? shown.seats.map((seat) => ({ ...seat, called: COLOURS[seat.colour ?? ""] ?? "" })) : shown.seats;
  const inSeatColours = (/** @type {string} */ text) => coloured(text, seats);
  return {
    ...shown,
    seats,
    said: shown.said?.map(inSeatColours),
    recent: shown.recent?.map((ply) => ({ ...ply, text: inSeatColours(ply.text) })),
    known: shown.known?.map((line) => (typeof line === "string" ? inSeatColours(line) : { ...line, text: inSeatColours(line.text) })),
    ends: shown.ends && Object.fromEntries(Object.entries(shown.ends).map(([ply, text]) => [ply, inSeatColours(text)])),
    result: shown.result && { ...shown.result, text: inSeatColours(shown.result.text) },
  };
}

/** A sentence with colours for the players. @param {string} text @param {Seat[]} seats */
export function coloured(text, seats) {
  return text.replace(NAMED, (placeholder, name) => seats[PLAYERS.indexOf(name)]?.called || (LANGUAGE === "en" ? placeholder : t(name)));
}

/** A sentence about a position that has no table: First has the stones of the first side. @param {string} text @param {string} svg */
export function colouredBySide(text, svg) {
  if (!hasOwners(svg)) return text;
  const drawn = new Map([...svg.matchAll(/side-(\d) (\w+)/g)].map(([, side, colour]) => [Number(side), colour]));
  return text.replace(NAMED, (placeholder, name) => {
    const player = PLAYERS.indexOf(name);
    return COLOURS[drawn.get(player + 1) ?? Object.keys(COLOURS)[player]] ?? placeholder;
  });
}

/** Whether nobody has given this seat a name. @param {Seat} seat */
export const isUnnamed = (seat) => !seat.name || seat.name === PLAYERS[seat.player];

/** @param {Seat} seat */
export function named(seat) {
  const level = /^level:(\d+)$/.exec(seat.name);
  if (level) return t("Machine, level %(level)s", { level: level[1] });
  return (isUnnamed(seat) && t(seat.called || seat.name)) || seat.name || t("Player %(n)s", { n: seat.player + 1 });
}
