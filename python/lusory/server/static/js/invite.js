// A friend: the link to the other seat, and the code that brings one's own seat back.
import { ROOT, ask, make } from "./api.js";
import { sheet } from "./tabs.js";
/** @import {Table} from "./table.js" */

let done = false;

/** What whoever made the table was told, and nobody else. @param {Table} table */
function told(table) {
  return JSON.parse(sessionStorage.getItem(`seats-${table.id}`) ?? "null");
}

/** Is there somebody to be invited, or is a code still to be noted? @param {Table} table */
export function invited(table) {
  const shown = table.shown;
  if (!shown || shown.result || shown.shared) return false;
  const friend = told(table)?.seats.some((/** @type {{player: number}} */ seat) => !shown.you.includes(seat.player));
  return shown.seats.some((seat) => seat.kind === "open") || (Boolean(friend) && shown.ply < 4);
}

/** @param {Table} table */
export function invite(table) {
  if (done || !document.getElementById("tab-invite")) return;
  done = true;
  const kept = told(table);
  const into = sheet("invite");
  const parts = [];
  for (const seat of kept?.seats ?? []) {
    const link = new URL(seat.link.startsWith("/") ? ROOT + seat.link : seat.link, location.href).href;
    if (!kept.you.includes(seat.player)) parts.push(...send(link));
    else if (seat.code) parts.push(make("p", {}, "Your private code brings your seat back on any device; it is shown only here: ", make("span", { class: "code" }, seat.code)));
  }
  if (!parts.length) parts.push(make("p", {}, "A seat is free. Whoever made the table has the link to it."));
  into.replaceChildren(make("div", { class: "links" }, ...parts));
}

/** @param {string} link */
function send(link) {
  const field = make("input", { type: "text", readonly: true, value: link, "aria-label": "The link for your friend", focus: () => field.select() });
  const copy = make("button", { type: "button", class: "play", click: async () => {
    await navigator.clipboard?.writeText(link).catch(() => {});
    field.select();
    copy.textContent = "Copied";
  } }, "Copy");
  const code = make("img", { alt: "The same link as a QR code", width: "144", height: "144", hidden: true });
  ask("/api/qr", { text: link }).then((svg) => {
    code.src = `data:image/svg+xml;utf8,${encodeURIComponent(svg)}`;
    code.hidden = false;
  }, () => {});
  return [make("p", {}, "Send this link to your friend; it takes the other seat:"), make("div", { class: "link" }, field, copy), code];
}
