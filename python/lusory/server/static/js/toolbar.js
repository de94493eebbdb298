// The toolbar: take back, hint, draw, resign, rotate the board, type a move, seat settings and what opens dialogs.
import { confirm, dialog } from "./dialog.js";
import { element, make } from "./dom.js";
import { showHelp } from "./keyboard.js";
/** @import {Table} from "./table.js" */
/** @import {TableView} from "./types.js" */

/** @type {[string, string, string][]} the command, the button's text, the question asked before it is sent */
const ACTS = [
  ["undo", "Take back", ""],
  ["hint", "Hint", ""],
  ["offer-draw", "Offer a draw", ""],
  ["abort", "Abort", "Abort this game? Nobody wins."],
  ["resign", "Resign", "Resign this game?"],
];

/** @param {Table} table */
export function renderToolbar(table) {
  const shown = table.shown;
  if (!shown) return;
  if (table.closedReason) return element("tools").replaceChildren();
  const acts = ACTS.filter(([act]) => shown.can.includes(act) && !(act === "resign" && shown.can.includes("abort"))).map(([act, text, question]) =>
    make("button", { type: "button", "data-act": act, click: async () => (!question || (await confirm(question, text))) && void table.act(act) }, text),
  );
  const into = element("tools");
  const more = [
    make("button", { type: "button", "data-act": "flip", title: "Turn the board (f)", click: () => table.board.rotate(table.board.rotationStep()) }, "Rotate"),
    make("button", { type: "button", "data-act": "type", click: () => typeMove(table) }, "Type a move"),
    make("button", { type: "button", "data-act": "seat", click: async () => (await import("./seat-settings.js")).openSeatSettings(table) }, "Seat"),
    make("button", { type: "button", "data-act": "share", click: async () => (await import("./share.js")).share(table) }, "Share"),
    make("button", { type: "button", "data-act": "next", title: "The next game in which it is your turn (n)", click: async () => (await import("./next-game.js")).openNextGame(table) }, "Next game"),
    make("button", { type: "button", "data-act": "comments", click: () => comments(table) }, "Comments"),
    make("button", { type: "button", "data-act": "keys", "aria-label": "Help and settings", click: () => showHelp(table) }, "Settings"),
  ];
  const extra = more.filter((it) => isOffered(shown, it.dataset.act ?? ""));
  for (const it of extra) it.classList.add("extra");
  const fold = make("button", { type: "button", "data-act": "more", "aria-expanded": String(into.classList.contains("unfolded")), click: () => {
    into.classList.toggle("unfolded");
    renderToolbar(table);
  } }, into.classList.contains("unfolded") ? "Less" : "More");
  const kept = document.activeElement instanceof HTMLElement && into.contains(document.activeElement) ? document.activeElement.dataset.act : null;
  into.replaceChildren(...acts, fold, ...extra);
  if (kept) /** @type {HTMLElement | null} */ (into.querySelector(`[data-act="${kept}"]`))?.focus();
}

/** Is a button offered? Only players type moves, and only until the game ends. @param {TableView} shown @param {string} act */
function isOffered(shown, act) {
  if (act === "type") return shown.you.length > 0 && !shown.result;
  if (act === "comments") return Boolean(shown.result);
  return !["seat", "next"].includes(act) || (shown.you.length > 0 && !(act === "next" && shown.shared));
}

/** @param {Table} table */
async function typeMove(table) {
  const input = make("input", { type: "text", id: "typed", autocomplete: "off", autocapitalize: "off", spellcheck: "false" });
  const body = make("label", {}, "Your move, such as c3 or b2-c3", input);
  const done = await dialog("Type a move", body, [["play", "Play"]], input);
  if (done === "play" && input.value.trim()) await table.playTyped(input.value.trim());
}

/** Comments on a finished game. @param {Table} table */
async function comments(table) {
  const body = make("div", { class: "comments" });
  const { showComments } = await import("./comments.js");
  void showComments(body, `${table.path}/comments`);
  await dialog("Comments", body, [["close", "Close"]]);
}
