// The share dialog of a table: its link, files of the game, sheets to print.
import { ROOT } from "./api.js";
import { dialog } from "./dialog.js";
import { make } from "./dom.js";
import { t } from "./texts.js";
/** @import {Table} from "./table.js" */

/** @param {Table} table */
export async function share(table) {
  const at = table.viewing === null || table.viewing < 0 ? "" : `#${table.viewing}`;
  const address = `${location.origin}${ROOT}/t/${table.id}${at}`;
  const positionQuery = at ? `?ply=${table.viewing}` : "";
  const file = (/** @type {string} */ kind, /** @type {string} */ name, /** @type {string} */ query) =>
    make("a", { href: `${ROOT}${table.path}/record.${kind}${query}`, download: `${table.shown?.game.name || "game"}-${table.id}.${kind}` }, name);
  const sheets = (/** @type {string} */ form, /** @type {string} */ name, /** @type {string} */ query) =>
    make("a", { href: `${ROOT}${table.path}/sheets.${form}?${query}`, download: `${table.shown?.game.name || "game"}-${table.id}.${form}` }, name);
  const printed = [sheets("pdf", "PDF (A4)", "rules=1"), sheets("pdf", "PDF (letter)", "rules=1&paper=letter"), sheets("ods", t("spreadsheet"), "")];
  const files = [file("txt", "TXT", ""), file("txt", t("TXT without names"), "?names=0"), file("json", "JSON", ""), file("csv", "CSV", ""), file("svg", "SVG", positionQuery), file("png", "PNG", positionQuery)];
  const link = make("input", { type: "text", readonly: true, value: address, "aria-label": t("The link to watch") });
  const copy = make("button", { type: "button", click: async () => {
    await navigator.clipboard?.writeText(address).catch(() => {});
    link.select();
    copy.textContent = t("Copied");
  } }, t("Copy"));
  const body = make("div", { class: "links" }, make("p", {}, at ? t("Anyone with this link sees this position:") : t("Anyone with this link can watch:")), make("div", { class: "link" }, link, copy),
    make("p", {}, t("Download the game: "), ...linkList(files)),
    make("p", {}, t("Print the board and record sheets: "), ...linkList(printed)),
    otherNames(table, [...files, ...printed]));
  await dialog(t("Share"), body, [["close", t("Close")]], link);
}

/** Links with commas between them. @param {HTMLElement[]} links @returns {(HTMLElement | string)[]} */
const linkList = (links) => links.flatMap((link, i) => (i ? [", ", link] : [link]));

/** Fields for other names; the files then have these. @param {Table} table @param {HTMLElement[]} links */
function otherNames(table, links) {
  const seats = ["first", "second", "third", "fourth"].slice(0, table.shown?.seats.length ?? 0);
  const fields = seats.map((seat, i) => make("input", { type: "text", maxlength: "60", autocomplete: "off", placeholder: table.shown?.seats[i]?.name ?? seat, "data-seat": seat, "aria-label": t("Another name for the %(seat)s player", { seat }), input: update }));
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
  return make("details", {}, make("summary", {}, t("Other names in these files")), ...fields);
}
