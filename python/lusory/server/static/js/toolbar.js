// The toolbar: take back, hint, draw, resign, rotate the board, type a move, seat settings, share and download.
import { ROOT } from "./api.js";
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
    make("button", { type: "button", "data-act": "share", click: () => share(table) }, "Share"),
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

/** @param {Table} table */
async function share(table) {
  const at = table.viewing === null || table.viewing < 0 ? "" : `#${table.viewing}`;
  const here = `${location.origin}${ROOT}/t/${table.id}${at}`;
  const positionQuery = at ? `?ply=${table.viewing}` : "";
  const file = (/** @type {string} */ kind, /** @type {string} */ name, /** @type {string} */ query) =>
    make("a", { href: `${ROOT}${table.path}/record.${kind}${query}`, download: `${table.shown?.game.name || "game"}-${table.id}.${kind}` }, name);
  const sheets = (/** @type {string} */ form, /** @type {string} */ name, /** @type {string} */ query) =>
    make("a", { href: `${ROOT}${table.path}/sheets.${form}?${query}`, download: `${table.shown?.game.name || "game"}-${table.id}.${form}` }, name);
  const printed = [sheets("pdf", "PDF (A4)", "rules=1"), sheets("pdf", "PDF (letter)", "rules=1&paper=letter"), sheets("ods", "spreadsheet", "")];
  const files = [file("txt", "TXT", ""), file("txt", "TXT without names", "?names=0"), file("json", "JSON", ""), file("csv", "CSV", ""), file("svg", "SVG", positionQuery), file("png", "PNG", positionQuery)];
  const link = make("input", { type: "text", readonly: true, value: here, "aria-label": "The link to watch" });
  const copy = make("button", { type: "button", click: async () => {
    await navigator.clipboard?.writeText(here).catch(() => {});
    link.select();
    copy.textContent = "Copied";
  } }, "Copy");
  const body = make("div", { class: "links" }, make("p", {}, at ? "Anyone with this link sees this position:" : "Anyone with this link can watch:"), make("div", { class: "link" }, link, copy),
    make("p", {}, "Download the game: ", ...listed(files)),
    make("p", {}, "Print the board and record sheets: ", ...listed(printed)),
    otherNames(table, [...files, ...printed]));
  await dialog("Share", body, [["close", "Close"]], link);
}

/** Links with commas between them. @param {HTMLElement[]} links @returns {(HTMLElement | string)[]} */
const listed = (links) => links.flatMap((link, i) => (i ? [", ", link] : [link]));

/** Fields for other names; the files then have these. @param {Table} table @param {HTMLElement[]} links */
function otherNames(table, links) {
  const seats = ["first", "second", "third", "fourth"].slice(0, table.shown?.seats.length ?? 0);
  const fields = seats.map((seat, i) => make("input", { type: "text", maxlength: "60", autocomplete: "off", placeholder: table.shown?.seats[i]?.name ?? seat, "data-seat": seat, "aria-label": `Another name for the ${seat} player`, input: update }));
  function update() {
    for (const link of /** @type {HTMLAnchorElement[]} */ (links)) {
      const href = new URL(link.href);
      for (const field of /** @type {HTMLInputElement[]} */ (fields)) {
        if (field.value.trim()) href.searchParams.set(field.dataset.seat ?? "", field.value.trim());
        else href.searchParams.delete(field.dataset.seat ?? "");
      }
      link.href = href.href;
    }
  }
  return make("details", {}, make("summary", {}, "Other names in these files"), ...fields);
}

/** Comments on a finished game. @param {Table} table */
async function comments(table) {
  const body = make("div", { class: "comments" });
  const { showComments } = await import("./comments.js");
  void showComments(body, `${table.path}/comments`);
  await dialog("Comments", body, [["close", "Close"]]);
}
