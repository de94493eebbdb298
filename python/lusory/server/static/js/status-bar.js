// The status bar below the board: whose turn it is, buttons for what is not entered on the board, the result.
import { ROOT } from "./api.js";
import { confirm } from "./dialog.js";
import { element, make, typeset } from "./dom.js";
import { named } from "./colours.js";
import { plyText } from "./moves.js";
import { t } from "./texts.js";
/** @import {Table} from "./table.js" */
/** @import {EntryButton, Seat, TableView} from "./types.js" */

/** @param {Table} table */
export function renderStatusBar(table) {
  const shown = table.review.active ? table.review.shown : table.shown;
  if (!shown) return;
  const into = element("bar");
  const focused = document.activeElement instanceof HTMLElement && into.contains(document.activeElement) ? document.activeElement.dataset.key : null;
  into.classList.toggle("end", Boolean(table.closedReason || (shown.result && table.viewing === null && !table.review.active)));
  into.replaceChildren(...parts(table, shown));
  if (focused) /** @type {HTMLElement | null} */ (into.querySelector(`[data-key="${CSS.escape(focused)}"]`))?.focus();
}

/** @param {Table} table @param {TableView} shown @returns {Element[]} */
function parts(table, shown) {
  if (table.closedReason) return [message(table.closedReason), make("a", { class: "play", href: `${ROOT}/`, "data-key": "away" }, t("All games"))];
  if (table.review.active) return inVariation(table, shown);
  if (table.viewing !== null) {
    const messages = [message(t("After move %(ply)s of %(all)s.", { ply: table.viewing, all: table.shown?.ply })), button("now", t("Back to the game"), () => table.review.goto(Infinity), "play")];
    if (table.review.allowed()) messages.push(button("try", t("Try moves"), () => table.review.startVariation()), button("onward", t("Continue from here"), () => table.review.playFromHere()));
    return messages;
  }
  if (shown.result) return ended(table, shown);
  if (table.outbox.failed) return unsent(table);
  if (!table.connected) return [message(t("Connection lost. Reconnecting … The game so far is saved on the server."))];
  const free = shown.you.length ? undefined : shown.seats.find((it) => it.kind === "open");
  if (free) return [message(t("A seat is free: %(seat)s.", { seat: named(free) })), button("sit", t("Join the game"), () => table.sit(free.player), "play")];
  if (table.proposed) return proposed(table, table.proposed.text);
  const { cells } = table.premove;
  if (!shown.entry && cells.length) return [message(`${waiting(table, shown)} ${t("Premove: %(cells)s", { cells: cells.join(" – ") })}`), button("escape", t("Cancel"), () => table.cancel())];
  if (!shown.entry) return [message(`${offers(shown)}${identity(shown)}${waiting(table, shown)}`), ...answers(table, shown), ...steps(table, shown), ...conditions(table)];
  const zoomed = table.board.zoom.cell;
  if (zoomed) return [message(t("%(cell)s: tap it again to play there, or tap another cell.", { cell: zoomed }))];
  return [message(`${offers(shown)}${table.entry.path.length ? "" : identity(shown)}${turn(table, shown)}`, table.entry.node.set ? [] : unfinishedTurn(shown)), ...answers(table, shown), ...choices(table), ...steps(table, shown)];
}

/** A move waits for the player's confirmation. @param {Table} table @param {string} text */
function proposed(table, text) {
  return [message(t("Play %(ply)s?", { ply: plyText(text, table.shown?.seats) })), button("propose", t("Play"), () => table.play(text), "play"), button("escape", t("Cancel"), () => table.cancel())];
}

/** The server cannot be reached, and a ply waits. @param {Table} table */
function unsent(table) {
  return [message(t("Connection lost. Your move %(ply)s will be sent again when the server is back.", { ply: plyText(table.outbox.unsent?.sent.text ?? "", table.shown?.seats) })),
    button("discard", t("Discard the move"), () => table.outbox.discard())];
}

/** What is said of each offer: to who made it, to others; once it was declined. */
const OFFERS = /** @type {Record<string, string[]>} */ ({
  draw: [t("You offered a draw."), t("%(player)s offers a draw."), t("Your draw offer was declined."), t("%(player)s’s draw offer was declined.")],
  undo: [t("You asked to take back a move."), t("%(player)s asks to take back a move."), t("Your request to take back a move was declined."), t("%(player)s’s request to take back a move was declined.")],
  rematch: [t("You offered a rematch."), t("%(player)s offers a rematch."), t("Your rematch offer was declined."), t("%(player)s’s rematch offer was declined.")],
});

/** The offers in sentences. @param {TableView} shown */
function offers(shown) {
  const isOwn = (/** @type {number} */ player) => shown.you.length === 1 && shown.you[0] === player;
  const offerText = (/** @type {[number, string]} */ [player, what], /** @type {number} */ at) => `${t(OFFERS[what][isOwn(player) ? at : at + 1], { player: seat(shown, player) })} `;
  return [...(shown.offers ?? []).map((offer) => offerText(offer, 0)), ...(shown.refused ?? []).map((each) => offerText(each, 2))].join("");
}

/** What a view says beside its moves: the result, and offers. @param {TableView} shown */
export function news(shown) {
  return `${shown.result?.text ?? ""} ${offers(shown)}`.trim();
}

/** Buttons that accept, decline or withdraw an offer. @param {Table} table @param {TableView} shown */
function answers(table, shown) {
  const withdrawals = ["draw", "undo", "rematch"].filter((offer) => shown.can.includes(`withdraw-${offer}`)).map((what) => button(`withdraw-${what}`, t("Withdraw"), () => table.act(`withdraw-${what}`)));
  return [...withdrawals, ...["draw", "undo"].filter((what) => shown.can.includes(`take-${what}`)).flatMap((what) => [
    button(`take-${what}`, t("Accept"), () => table.act(`take-${what}`), "play"),
    button(`refuse-${what}`, t("Decline"), () => table.act(`refuse-${what}`)),
  ])];
}

/** In a variation. @param {Table} table @param {TableView} shown */
function inVariation(table, shown) {
  const mover = shown.to_move === -1 ? t("Chance") : seat(shown, shown.to_move);
  const own = table.shown?.entry && !table.shown.result ? ` ${t("In the game it is your turn.")}` : "";
  const status = `${shown.result ? shown.result.text : t("%(player)s to move (variation).", { player: mover })}${own}`;
  return [message(status), ...(shown.entry ? choices(table) : []), ...conditions(table), button("line-back", t("Step back"), () => table.review.stepBack()),
    button("onward", t("Continue from here"), () => table.review.playFromHere()), button("now", t("Back to the game"), () => table.review.backToGame(), "play")];
}

/** Conditional moves, while another person is to move in an open game. @param {Table} table */
function conditions(table) {
  const { shown, review } = table;
  if (!shown || shown.game.hidden || shown.result || shown.you.length !== 1 || shown.you[0] === shown.to_move) return [];
  if (shown.seats[shown.to_move ?? -1]?.kind !== "human" || (review.active && !review.depth)) return [];
  return [button("conditions", review.active ? t("Keep as conditional move") : t("Conditional moves"), async () => (await import("./conditions.js")).open(table))];
}

/** Buttons for parts of a ply that are not entered on the board. @param {Table} table */
function choices(table) {
  const shown = table.review.active ? table.review.shown : table.shown;
  const node = table.entry.node;
  const buttons = [];
  if (node.set) {
    const ply = table.entry.shown();
    const selected = [...table.entry.chosen];
    buttons.push(button("reveal", selected.length ? t("Reveal %(cells)s", { cells: selected.join(", ") }) : t("Reveal nothing"), () => ply && table.play(ply), "play", !ply));
  }
  if (node.ply) buttons.push(button("confirm", t("Play %(ply)s", { ply: plyText(node.ply, shown?.seats) }), () => table.play(node.ply ?? ""), "play"));
  const free = node === table.entry.root && table.entry.next().length > 0 && !shown?.typed?.length;
  for (const word of node.words ?? []) buttons.push(button(`word-${word.text}`, label(word.label, table.shown?.seats), () => playWord(table, word, shown?.ends?.[word.text]), free ? "" : "play"));
  if (table.entry.path.length) buttons.push(button("escape", t("Cancel"), () => table.cancel()));
  return buttons;
}

/** Play a ply without cells; one that ends the game asks first.
 * @param {Table} table @param {EntryButton} word @param {string} [ending] how the game would end */
async function playWord(table, word, ending) {
  if (ending && !table.review.active && !(await confirm(t("End the game?"), t("End the game"), ending))) return;
  if (ending) await table.play(word.text);
  else table.propose(word.text);
}

/** What the player to move is to do. @param {Table} table @param {TableView} shown */
function turn(table, shown) {
  const turnText = shown.you.length > 1 ? t("%(player)s to move.", { player: seat(shown, shown.to_move) }) : t("Your turn.");
  if (table.entry.node.set) return `${turnText} ${t("Reveal which stones?")}`;
  if (table.entry.path.length) return `${table.entry.path.join(" – ")}: ${table.entry.next().length ? t("where to?") : `${(table.entry.node.words ?? []).map((word) => label(word.label, table.shown?.seats)).join(t(" or "))}?`}`;
  return turnText;
}

/** Who the player is, until his first move. @param {TableView} shown */
function identity(shown) {
  const [ownSeat] = shown.you;
  if (shown.you.length !== 1 || shown.moves.some((move) => move.player === ownSeat)) return "";
  const colour = shown.seats.find((it) => it.player === ownSeat)?.called;
  return colour ? `${t("You play %(colour)s.", { colour })} ` : "";
}

/** @param {Table} table @param {TableView} shown */
function waiting(table, shown) {
  if (table.busy) return t("Sending …");
  if (shown.to_move === -1) return t("Chance decides …");
  const mover = shown.seats.find((it) => it.player === shown.to_move);
  if (mover?.kind === "open") return t("Waiting for an opponent to join.");
  if (!mover) return "";
  return mover.kind === "human" ? t("%(player)s to move.", { player: named(mover) }) : t("%(player)s is thinking …", { player: named(mover) });
}

/** A button that takes back the last ply of an unfinished turn. @param {Table} table @param {TableView} shown */
function steps(table, shown) {
  if (!shown.typed?.length || !shown.can.includes("undo") || !shown.entry) return [];
  return [button("step", t("Take back step"), () => table.act("undo"))];
}

/** @param {Table} table @param {TableView} shown */
function ended(table, shown) {
  const closed = shown.closed && shown.result?.by !== "closed" ? `${t("The host of the server closed this table.")} ` : "";
  const messages = [message(`${shown.result?.text ?? ""} ${closed}${offers(shown)}`)];
  if (shown.next) messages.push(make("a", { class: "play", href: `${ROOT}/t/${shown.next}`, "data-key": "next" }, t("To the rematch")));
  else if (shown.can.includes("withdraw-rematch")) messages.push(...answers(table, shown));
  else if (shown.can.includes("rematch")) messages.push(button("rematch", shown.can.includes("refuse-rematch") ? t("Accept the rematch") : t("Rematch"), () => rematch(table), "play"));
  const pupil = shown.you.length ? shown.seats.find((seat) => seat.kind.startsWith("pupil:")) : null;
  if (pupil) messages.push(make("a", { href: `${ROOT}/pupils/${pupil.kind.slice(6).split(",")[0]}`, "data-key": "pupil" }, t("To %(name)s", { name: pupil.name })));
  return messages;
}

/** @param {Table} table */
async function rematch(table) {
  const reply = await table.act("rematch");
  if (reply?.next) location.href = `${ROOT}/t/${reply.next}`;
}

/** @param {TableView} shown @param {number | null} player */
export function seat(shown, player) {
  const seatFound = shown.seats.find((it) => it.player === player);
  return seatFound ? named(seatFound) : t("Chance");
}

/** @param {string} text @param {string[]} [typed] */
function message(text, typed = []) {
  const node = make("span", { class: "message" }, typeset(text));
  if (typed.length) node.append(make("span", { class: "typed" }, ` ${typed.map((text) => plyText(text)).join(" · ")}`));
  return node;
}

/** The plies of the unfinished turn, as they are printed. @param {TableView} shown */
function unfinishedTurn(shown) {
  return shown.typed?.length ? shown.moves.slice(-shown.typed.length).map((move) => move.printed) : [];
}

/** @param {string} word @param {Seat[]} [seats] */
function label(word, seats) {
  if (["x", "o"].includes(word)) return t("Play %(ply)s", { ply: plyText(word, seats) });
  return { end: t("End turn"), pass: t("Pass"), swap: t("Swap sides"), keep: t("Keep sides") }[word] ?? plyText(word);
}

/** @param {string} key @param {string} text @param {() => unknown} action @param {string} [css] @param {boolean} [off] */
function button(key, text, action, css = "", off = false) {
  return make("button", { type: "button", "data-key": key, class: css, click: () => void action(), disabled: off }, text);
}
