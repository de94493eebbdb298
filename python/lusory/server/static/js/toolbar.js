// The toolbar: take back, hint, draw, resign, rotate the board, type a move, seat settings and what opens dialogs.
import { confirm, dialog } from "./dialog.js";
import { element, make } from "./dom.js";
import { showHelp } from "./keyboard.js";
import { t } from "./texts.js";
/** @import {Table} from "./table.js" */
/** @import {TableView} from "./types.js" */

const SVG = "http://www.w3.org/2000/svg";

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
  const acts = ACTS.filter(([act]) => keepsPlace(table, shown, act) || (shown.can.includes(act) && !(act === "resign" && shown.can.includes("abort")))).map(([act, text, question]) => {
    const button = tool(act, text, async () => (!question || (await confirm(question, text))) && void table.act(act));
    button.disabled = !shown.can.includes(act);
    return button;
  });
  const into = element("tools");
  const moreButtons = [
    tool("flip", t("Rotate"), () => table.board.rotate(table.board.rotationStep()), t("Turn the board (f)")),
    tool("type", t("Type a move"), () => typeMove(table)),
    tool("seat", t("Seat"), async () => (await import("./seat-settings.js")).openSeatSettings(table)),
    tool("share", t("Share"), async () => (await import("./share.js")).share(table)),
    tool("next", t("Next game"), async () => (await import("./next-game.js")).openNextGame(table), t("The next game in which it is your turn (n)")),
    tool("comments", t("Comments"), () => comments(table)),
    tool("keys", t("Settings"), () => showHelp(table), t("Help and settings")),
  ];
  const extra = moreButtons.filter((it) => isOffered(shown, it.dataset.act ?? ""));
  for (const it of extra) it.classList.add("extra");
  const open = into.classList.contains("unfolded");
  const fold = tool("more", open ? t("Less") : t("More"), () => unfold(table, !open));
  fold.setAttribute("aria-expanded", String(open));
  const focused = document.activeElement instanceof HTMLElement && into.contains(document.activeElement) ? document.activeElement.dataset.act : null;
  const count = acts.length + extra.length;
  into.style.setProperty("--columns", String(count > 6 ? Math.ceil(count / 2) : count));
  into.style.setProperty("--few-columns", String(Math.ceil(count / Math.ceil(count / 4))));
  into.replaceChildren(...acts, fold, make("div", { class: "extras" }, ...extra));
  if (focused) /** @type {HTMLElement | null} */ (into.querySelector(`[data-act="${focused}"]`))?.focus();
}

/** A button: a sign over its label. @param {string} act @param {string} text @param {() => unknown} action @param {string} [title] */
function tool(act, text, action, title = "") {
  const sign = document.createElementNS(SVG, "svg");
  sign.setAttribute("aria-hidden", "true");
  const use = document.createElementNS(SVG, "use");
  use.setAttribute("href", `#sign-${act}`);
  sign.append(use);
  const button = make("button", { type: "button", "data-act": act, title, click: () => void action() }, sign, make("span", {}, text));
  if (act === "keys") button.setAttribute("aria-label", title);
  return button;
}

/** Open or close the menu with the rest of the buttons, where the window is small. @param {Table} table @param {boolean} open */
function unfold(table, open) {
  if (element("tools").classList.toggle("unfolded", open)) {
    const close = (/** @type {Event} */ event) => {
      if (event instanceof KeyboardEvent ? event.key !== "Escape" : event.target instanceof Element && event.target.closest('[data-act="more"]')) return;
      for (const kind of ["click", "keydown"]) removeEventListener(kind, close);
      unfold(table, false);
    };
    for (const kind of ["click", "keydown"]) setTimeout(() => addEventListener(kind, close));
  }
  renderToolbar(table);
}

/** Whether a button keeps its place while it is of no use, so that the others do not move with every turn: hints are there on
 * one's own turn alone. @param {Table} table @param {TableView} shown @param {string} act */
function keepsPlace(table, shown, act) {
  if (act !== "hint" || shown.result || !shown.you.length) return false;
  table.givesHints ||= shown.can.includes("hint");
  return table.givesHints;
}

/** Whether a button is offered. Only players type moves, and only until the game ends. @param {TableView} shown @param {string} act */
function isOffered(shown, act) {
  if (act === "type") return shown.you.length > 0 && !shown.result;
  if (act === "comments") return Boolean(shown.result);
  return !["seat", "next"].includes(act) || (shown.you.length > 0 && !(act === "next" && shown.shared));
}

/** @param {Table} table */
async function typeMove(table) {
  const input = make("input", { type: "text", id: "typed", autocomplete: "off", autocapitalize: "off", spellcheck: "false" });
  const body = make("label", {}, t("Your move, such as c3 or b2-c3"), input);
  const choice = await dialog(t("Type a move"), body, [["play", t("Play")]], input);
  if (choice === "play" && input.value.trim()) await table.playTyped(input.value.trim());
}

/** Comments on a finished game. @param {Table} table */
async function comments(table) {
  const body = make("div", { class: "comments" });
  const { showComments } = await import("./comments.js");
  void showComments(body, `${table.path}/comments`);
  await dialog(t("Comments"), body, [["close", t("Close")]]);
}
