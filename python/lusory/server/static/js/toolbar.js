// The toolbar: take back, hint, draw, resign, rotate the board, type a move, seat settings and what opens dialogs.
import { confirm, dialog } from "./dialog.js";
import { element, make } from "./dom.js";
import { showHelp } from "./keyboard.js";
import { t } from "./texts.js";
/** @import {Table} from "./table.js" */
/** @import {TableView} from "./types.js" */

/** @type {[string, string, string][]} the command, the button's text, the question asked before it is sent */
const ACTS = [
  ["undo", t("Take back"), ""],
  ["hint", t("Hint"), ""],
  ["offer-draw", t("Offer a draw"), ""],
  ["abort", t("Abort"), t("Abort this game? Nobody wins.")],
  ["resign", t("Resign"), t("Resign this game?")],
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
    make("button", { type: "button", "data-act": "flip", title: t("Turn the board (f)"), click: () => table.board.rotate(table.board.rotationStep()) }, t("Rotate")),
    make("button", { type: "button", "data-act": "type", click: () => typeMove(table) }, t("Type a move")),
    make("button", { type: "button", "data-act": "seat", click: async () => (await import("./seat-settings.js")).openSeatSettings(table) }, t("Seat")),
    make("button", { type: "button", "data-act": "share", click: async () => (await import("./share.js")).share(table) }, t("Share")),
    make("button", { type: "button", "data-act": "next", title: t("The next game in which it is your turn (n)"), click: async () => (await import("./next-game.js")).openNextGame(table) }, t("Next game")),
    make("button", { type: "button", "data-act": "comments", click: () => comments(table) }, t("Comments")),
    make("button", { type: "button", "data-act": "keys", "aria-label": t("Help and settings"), click: () => showHelp(table) }, t("Settings")),
  ];
  const extra = more.filter((it) => isOffered(shown, it.dataset.act ?? ""));
  for (const it of extra) it.classList.add("extra");
  const fold = make("button", { type: "button", "data-act": "more", "aria-expanded": String(into.classList.contains("unfolded")), click: () => {
    into.classList.toggle("unfolded");
    renderToolbar(table);
  } }, into.classList.contains("unfolded") ? t("Less") : t("More"));
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
  const body = make("label", {}, t("Your move, such as c3 or b2-c3"), input);
  const done = await dialog(t("Type a move"), body, [["play", t("Play")]], input);
  if (done === "play" && input.value.trim()) await table.playTyped(input.value.trim());
}

/** Comments on a finished game. @param {Table} table */
async function comments(table) {
  const body = make("div", { class: "comments" });
  const { showComments } = await import("./comments.js");
  void showComments(body, `${table.path}/comments`);
  await dialog(t("Comments"), body, [["close", t("Close")]]);
}
