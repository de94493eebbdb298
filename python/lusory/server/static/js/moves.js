// The list of moves; each is a button that shows the position after it.
import { make, typeset } from "./dom.js";
import { COLOURS, named } from "./colours.js";
import { sheet } from "./tabs.js";
import { t } from "./texts.js";
/** @import {Table} from "./table.js" */
/** @import {Move, Seat} from "./types.js" */

/** A choice of sides, with their colours unless the rules say otherwise. @type {Record<string, {side: number, colour: string}>} */
const CHOICES = { x: { side: 1, colour: "black" }, o: { side: 2, colour: "white" } };
/** Words in the texts of plies. @type {Record<string, string>} */
const WORDS = { row: t("row"), column: t("column"), secret: t("secret"), reveal: t("reveal"), none: t("nothing"), pass: t("pass"), end: t("end"), roll: t("roll"), swap: t("swap"), keep: t("keep"),
  place: t("place"), move: t("move"), jump: t("jump"), lift: t("lift") };
/** The number of entries that fit without scrolling in any window. */
const FITS = 6;

/** A ply as a player reads it: notation typeset, words in the language of the page, sides by the colours of their stones.
 * @param {string} ply printed or canonical @param {Seat[]} [seats] of the table */
export function plyText(ply, seats = []) {
  const choice = Object.hasOwn(CHOICES, ply) ? CHOICES[ply] : null;
  if (choice) return COLOURS[seats.find((seat) => seat.side === choice.side)?.colour ?? choice.colour];
  const printed = ply.startsWith("reveal:") ? ply.replaceAll(/[:,]/g, " ") : ply.replace(/:(?=(row|column|secret)$)/, " ");
  return typeset(printed).replace(/\b[a-z]+\b/g, (word) => (Object.hasOwn(WORDS, word) ? WORDS[word] : word));
}

/** @param {Table} table */
export function renderMoves(table) {
  const shown = table.shown;
  if (!shown) return;
  const into = sheet("moves");
  const at = table.review.active ? -1 : (table.viewing ?? shown.ply);
  const controls = make("div", { class: "replay-controls", role: "toolbar", "aria-label": t("Step through the game") }, ...steps(table, at));
  const turnsOfGame = turns(shown.moves, shown.game.players);
  const rows = turnsOfGame.flatMap(({ number, cells }, i) => [
    make("li", { class: "number", "aria-hidden": "true" }, number === null ? "" : `${number}.`),
    ...cells.map((cell) => make("li", { class: number === null ? "turn chance" : "turn" }, number === null ? `${t("Chance")}: ` : null, ...cell.map((move) => ply(table, move, at)))),
    ...table.review.variationRows(first(cells) - 1, i + 1 < turnsOfGame.length ? first(turnsOfGame[i + 1].cells) - 1 : Infinity),
  ]);
  if (!turnsOfGame.length) rows.push(...table.review.variationRows(0, Infinity));
  const focus = document.activeElement instanceof HTMLElement && into.contains(document.activeElement) ? document.activeElement.dataset.ply : null;
  const list = make("ol", { class: `moves wide-${shown.game.players}` }, ...rows);
  if (!rows.length) list.append(make("li", { class: "nothing small" }, t("No moves yet.")));
  into.replaceChildren(controls, ...viewAs(table), list);
  if (focus) /** @type {HTMLElement | null} */ (into.querySelector(`[data-ply="${focus}"]`))?.focus();
  if (rows.length >= FITS) requestAnimationFrame(showCurrent);
}

/** Scroll to the move that is on the board: after the board was painted, because reading positions forces a layout of the
 * whole page, and when the window changes. */
function showCurrent() {
  const into = sheet("moves");
  const currentMove = into.hidden ? null : into.querySelector('[aria-current="true"]');
  if (currentMove) into.scrollTop += currentMove.getBoundingClientRect().top - into.getBoundingClientRect().top - into.clientHeight / 2;
}
addEventListener("resize", () => requestAnimationFrame(showCurrent));

/** A menu that shows a finished hidden game as a player saw it. @param {Table} table */
function viewAs(table) {
  const shown = table.shown;
  if (!shown?.result || !shown.game.hidden) return [];
  const choice = make("select", { "data-ply": "view-as", change: () => table.viewAs(choice.value === "" ? null : Number(choice.value)) },
    make("option", { value: "" }, t("everything")), ...shown.seats.map((seat) => make("option", { value: String(seat.player) }, t("what %(player)s saw", { player: named(seat) }))));
  choice.value = table.replayAs === null ? "" : String(table.replayAs);
  return [make("label", { class: "view-as small" }, t("Show "), choice)];
}

/** The number of the first ply of a row. @param {Move[][]} cells */
function first(cells) {
  return cells.flat()[0]?.ply ?? 1;
}

/** @param {Table} table @param {Move} move @param {number} at */
function ply(table, move, at) {
  return make("button", { type: "button", "data-ply": String(move.ply), "aria-current": move.ply === at ? "true" : "false", click: () => void table.review.goto(move.ply) }, plyText(move.printed, table.shown?.seats) || "…");
}

/** Group moves by turn, one row for a turn of each player. A turn of chance alone has a row without a number.
 * @param {Move[]} all @param {number} players @returns {{number: number | null, cells: Move[][]}[]} */
function turns(all, players) {
  /** @type {Move[][]} */
  const turnList = [];
  let last = NaN;
  for (const move of all) {
    if (move.turn !== last) turnList.push([]);
    turnList[turnList.length - 1].push(move);
    last = move.turn;
  }
  /** @type {{number: number | null, cells: Move[][]}[]} */
  const rows = [];
  let [number, column] = [0, players];
  for (const turn of turnList) {
    const player = turn.find((move) => move.player >= 0)?.player;
    if (player === undefined) {
      rows.push({ number: null, cells: [turn] });
      column = players;
      continue;
    }
    if (player <= column) rows.push({ number: ++number, cells: Array.from({ length: players }, () => []) });
    rows[rows.length - 1].cells[player] = turn;
    column = player;
  }
  return rows;
}

/** @param {Table} table @param {number} at */
function steps(table, at) {
  const end = table.shown?.ply ?? 0;
  const now = at < 0 ? end : at;
  /** @type {[string, string, number][]} */
  const ways = [["«", t("To the start"), 0], ["‹", t("Back"), now - 1], ["›", t("Forward"), now + 1], ["»", t("To the end"), end]];
  const buttons = ways.map(([sign, name, to]) => make("button", { type: "button", "aria-label": name, title: name, "data-ply": `go-${name}`, disabled: to < 0 || (to > end), click: () => void table.review.goto(to) }, sign));
  const replayButton = make("button", { type: "button", "aria-label": t("Replay"), title: t("Replay"), "data-ply": "go-replay", disabled: !end, click: () => replay(table) }, "▶\uFE0E");
  return [...buttons, replayButton];
}

let playing = 0;
/** Show every position in turn. @param {Table} table */
async function replay(table) {
  const run = ++playing;
  const end = table.shown?.ply ?? 0;
  for (let ply = 0; ply <= end; ply++) {
    if (run !== playing) return;
    await table.review.goto(ply);
    await new Promise((resolve) => setTimeout(resolve, 700));
    if ((table.viewing ?? end) !== Math.min(ply, end)) return;
  }
}
