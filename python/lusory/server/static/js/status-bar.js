// The status bar below the board: whose turn it is, buttons for what is not entered on the board, the result.
import { ROOT } from "./api.js";
import { confirm } from "./dialog.js";
import { element, make, typeset } from "./dom.js";
import { named } from "./seats.js";
/** @import {Table} from "./table.js" */
/** @import {EntryButton, TableView} from "./types.js" */

/** @param {Table} table */
export function renderStatusBar(table) {
  const shown = table.review.active ? table.review.shown : table.shown;
  if (!shown) return;
  const into = element("bar");
  const kept = document.activeElement instanceof HTMLElement && into.contains(document.activeElement) ? document.activeElement.dataset.key : null;
  into.classList.toggle("end", Boolean(shown.result || table.closedReason));
  into.replaceChildren(...parts(table, shown));
  if (kept) /** @type {HTMLElement | null} */ (into.querySelector(`[data-key="${CSS.escape(kept)}"]`))?.focus();
}

/** @param {Table} table @param {TableView} shown @returns {Element[]} */
function parts(table, shown) {
  if (table.closedReason) return [message(table.closedReason), make("a", { class: "play", href: `${ROOT}/`, "data-key": "away" }, "All games")];
  if (table.review.active) return inVariation(table, shown);
  if (table.viewing !== null) {
    const found = [message(`After move ${table.viewing} of ${table.shown?.ply}.`), button("now", "Back to the game", () => table.review.goto(Infinity), "play")];
    if (table.review.allowed()) found.push(button("try", "Try moves", () => table.review.startVariation()), button("onward", "Continue from here", () => table.review.playFromHere()));
    return found;
  }
  if (shown.result) return ended(table, shown);
  if (table.outbox.failed) return unsent(table);
  if (!table.connected) return [message("Connection lost. Reconnecting … The game so far is saved on the server.")];
  const free = shown.you.length ? undefined : shown.seats.find((it) => it.kind === "open");
  if (free) return [message(`A seat is free: ${named(free)}.`), button("sit", "Join the game", () => table.sit(free.player), "play")];
  if (table.proposed) return proposed(table, table.proposed.text);
  const { cells } = table.premove;
  if (!shown.entry && cells.length) return [message(`${waiting(table, shown)} Premove: ${cells.join(" – ")}`), button("escape", "Cancel", () => table.cancel())];
  if (!shown.entry) return [message(`${offers(shown)}${identity(shown)}${waiting(table, shown)}`), ...answers(table, shown), ...steps(table, shown)];
  const zoomed = table.board.zoom.cell;
  if (zoomed) return [message(`${zoomed}: tap it again to play there, or tap another cell.`)];
  return [message(`${offers(shown)}${table.entry.path.length ? "" : identity(shown)}${turn(table, shown)}`, table.entry.node.set ? [] : (shown.typed ?? [])), ...answers(table, shown), ...choices(table), ...steps(table, shown)];
}

/** A move waits for the player's confirmation. @param {Table} table @param {string} text */
function proposed(table, text) {
  return [message(`Play ${text}?`), button("propose", "Play", () => table.play(text), "play"), button("escape", "Cancel", () => table.cancel())];
}

/** The server cannot be reached, and a ply waits. @param {Table} table */
function unsent(table) {
  return [message(`Connection lost. Your move ${table.outbox.unsent?.sent.text ?? ""} will be sent again when the server is back.`),
    button("discard", "Discard the move", () => table.outbox.discard())];
}

/** The offers in sentences. @param {TableView} shown */
function offers(shown) {
  const mine = /** @type {Record<string, string>} */ ({ draw: "You offered a draw. ", undo: "You asked to take back a move. ", rematch: "You offered a rematch. " });
  const theirs = /** @type {Record<string, string>} */ ({ draw: "offers a draw. ", undo: "asks to take back a move. ", rematch: "offers a rematch. " });
  const refusals = /** @type {Record<string, string>} */ ({ draw: "draw offer", undo: "request to take back a move", rematch: "rematch offer" });
  const own = (/** @type {number} */ player) => shown.you.length === 1 && shown.you[0] === player;
  const declined = (shown.refused ?? []).map(([player, what]) => `${own(player) ? "Your" : `${seat(shown, player)}’s`} ${refusals[what]} was declined. `);
  return [...(shown.offers ?? []).map(([player, what]) => (own(player) ? mine[what] : `${seat(shown, player)} ${theirs[what]}`)), ...declined].join("");
}

/** Buttons that accept, decline or withdraw an offer. @param {Table} table @param {TableView} shown */
function answers(table, shown) {
  const own = ["draw", "undo", "rematch"].filter((what) => shown.can.includes(`withdraw-${what}`)).map((what) => button(`withdraw-${what}`, "Withdraw", () => table.act(`withdraw-${what}`)));
  return [...own, ...["draw", "undo"].filter((what) => shown.can.includes(`take-${what}`)).flatMap((what) => [
    button(`take-${what}`, "Accept", () => table.act(`take-${what}`), "play"),
    button(`refuse-${what}`, "Decline", () => table.act(`refuse-${what}`)),
  ])];
}

/** In a variation. @param {Table} table @param {TableView} shown */
function inVariation(table, shown) {
  const who = shown.to_move === -1 ? "Chance" : seat(shown, shown.to_move);
  const said = shown.result ? shown.result.text : `${who} to move (variation).`;
  return [message(said), ...(shown.entry ? choices(table) : []), button("line-back", "Step back", () => table.review.stepBack()),
    button("onward", "Continue from here", () => table.review.playFromHere()), button("now", "Back to the game", () => table.review.backToGame(), "play")];
}

/** Buttons for parts of a ply that are not entered on the board. @param {Table} table */
function choices(table) {
  const shown = table.review.active ? table.review.shown : table.shown;
  const node = table.entry.node;
  const found = [];
  if (node.set) {
    const ply = table.entry.shown();
    const chosen = [...table.entry.chosen];
    found.push(button("reveal", chosen.length ? `Reveal ${chosen.join(", ")}` : "Reveal nothing", () => ply && table.play(ply), "play", !ply));
  }
  if (node.ply) found.push(button("confirm", `Play ${node.ply}`, () => table.play(node.ply ?? ""), "play"));
  const free = node === table.entry.root && table.entry.next().length > 0 && !shown?.typed?.length;
  for (const word of node.words ?? []) found.push(button(`word-${word.text}`, label(word.label), () => playWord(table, word, shown?.ends?.[word.text]), free ? "" : "play"));
  if (table.entry.path.length) found.push(button("escape", "Cancel", () => table.cancel()));
  return found;
}

/** Play a ply without cells; one that ends the game asks first.
 * @param {Table} table @param {EntryButton} word @param {string} [ending] how the game would end */
async function playWord(table, word, ending) {
  if (ending && !table.review.active && !(await confirm("End the game?", "End the game", ending))) return;
  if (ending) await table.play(word.text);
  else table.propose(word.text);
}

/** What the player to move is to do. @param {Table} table @param {TableView} shown */
function turn(table, shown) {
  const whose = shown.you.length > 1 ? `${seat(shown, shown.to_move)} to move.` : "Your turn.";
  if (table.entry.node.set) return `${whose} Reveal which stones?`;
  if (table.entry.path.length) return `${table.entry.path.join(" – ")}: ${table.entry.next().length ? "where to?" : `${(table.entry.node.words ?? []).map((word) => label(word.label)).join(" or ")}?`}`;
  return whose;
}

/** Who the player is, until his first move. @param {TableView} shown */
function identity(shown) {
  const [mine] = shown.you;
  if (shown.you.length !== 1 || shown.moves.some((move) => move.player === mine)) return "";
  const colour = shown.seats.find((it) => it.player === mine)?.colour;
  return colour ? `You play ${colour}. ` : "";
}

/** @param {Table} table @param {TableView} shown */
function waiting(table, shown) {
  if (table.busy) return "Sending …";
  if (shown.to_move === -1) return "Chance decides …";
  const mover = shown.seats.find((it) => it.player === shown.to_move);
  if (mover?.kind === "open") return "Waiting for an opponent to join.";
  if (!mover) return "";
  return mover.kind === "human" ? `${named(mover)} to move.` : `${named(mover)} is thinking …`;
}

/** A button that takes back the last ply of an unfinished turn. @param {Table} table @param {TableView} shown */
function steps(table, shown) {
  if (!shown.typed?.length || !shown.can.includes("undo") || !shown.entry) return [];
  return [button("step", "Take back step", () => table.act("undo"))];
}

/** @param {Table} table @param {TableView} shown */
function ended(table, shown) {
  const closed = shown.closed && shown.result?.by !== "closed" ? "The host of the server closed this table. " : "";
  const found = [message(`${shown.result?.text ?? ""} ${closed}${offers(shown)}`)];
  if (shown.next) found.push(make("a", { class: "play", href: `${ROOT}/t/${shown.next}`, "data-key": "next" }, "To the rematch"));
  else if (shown.can.includes("withdraw-rematch")) found.push(...answers(table, shown));
  else if (shown.can.includes("rematch")) found.push(button("rematch", shown.can.includes("refuse-rematch") ? "Accept the rematch" : "Rematch", () => rematch(table), "play"));
  return found;
}

/** @param {Table} table */
async function rematch(table) {
  const reply = await table.act("rematch");
  if (reply?.next) location.href = `${ROOT}/t/${reply.next}`;
}

/** @param {TableView} shown @param {number | null} player */
export function seat(shown, player) {
  const found = shown.seats.find((it) => it.player === player);
  return found ? named(found) : "Chance";
}

/** @param {string} text @param {string[]} [typed] */
function message(text, typed = []) {
  const made = make("span", { class: "message" }, typeset(text));
  if (typed.length) made.append(make("span", { class: "typed" }, ` ${typeset(typed.join(" · "))}`));
  return made;
}

/** How people call the sides, as the board draws them. */
const SIDES = /** @type {Record<string, string>} */ ({ x: "Black", o: "White" });

/** @param {string} word */
function label(word) {
  if (SIDES[word]) return `Play ${SIDES[word]}`;
  return { end: "End turn", pass: "Pass", swap: "Swap sides", keep: "Keep sides" }[word] ?? word;
}

/** @param {string} key @param {string} text @param {() => unknown} action @param {string} [css] @param {boolean} [off] */
function button(key, text, action, css = "", off = false) {
  return make("button", { type: "button", "data-key": key, class: css, click: () => void action(), disabled: off }, text);
}
