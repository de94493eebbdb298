// The Invite tab: links for free seats, and the private code of the player's own seat.
import { request } from "./api.js";
import { make } from "./dom.js";
import { free, given } from "./invitation.js";
import { sheet } from "./tabs.js";
import { t } from "./texts.js";
/** @import {Table} from "./table.js" */
/** @import {Seat} from "./types.js" */

/** @param {Table} table @param {{player: number, link?: string, code?: string}[]} seats */
function keep(table, seats) {
  sessionStorage.setItem(`seats-${table.id}`, JSON.stringify({ ...given(table), seats }));
}

let painted = "";

/** @param {Table} table */
export function renderInvitation(table) {
  if (!table.shown || !document.getElementById("tab-invite")) return;
  const seats = given(table).seats;
  const waiting = table.shown.you.length ? free(table) : [];
  const now = JSON.stringify([waiting.map((seat) => seat.player), seats]);
  if (now === painted) return;
  painted = now;
  const parts = waiting.flatMap((seat) => invitation(table, seat));
  for (const seat of seats)
    if (seat.code && table.shown.you.includes(seat.player)) parts.push(make("p", {}, t("This private code brings you back to your seat on any device. It is shown only here: "), make("span", { class: "code" }, seat.code)));
  if (!parts.length) parts.push(make("p", {}, t("All seats are taken.")));
  sheet("invite").replaceChildren(make("div", { class: "links" }, ...parts));
}

/** @param {Table} table @param {Seat} seat */
function invitation(table, seat) {
  const link = given(table).seats.find((it) => it.player === seat.player)?.link;
  const renew = make("button", { type: "button", click: () => void fresh(table, seat.player) }, link ? t("New link") : t("Make a link"));
  if (!link) return [make("p", {}, t("The other seat is free. Make a link and send it to your opponent:")), renew];
  const field = make("input", { type: "text", readonly: true, value: link, "aria-label": t("The link for your friend"), focus: () => field.select() });
  const copy = make("button", { type: "button", class: "play", click: async () => {
    await navigator.clipboard?.writeText(link).catch(() => {});
    field.select();
    copy.textContent = t("Copied");
  } }, t("Copy"));
  const code = make("img", { alt: t("The same link as a QR code"), width: "144", height: "144", hidden: true });
  request("/api/qr", { text: link }).then((svg) => {
    code.src = `data:image/svg+xml;utf8,${encodeURIComponent(svg)}`;
    code.hidden = false;
  }, () => {});
  return [make("p", {}, t("Send this link to your friend. The first person to use it gets the seat:")), make("div", { class: "link" }, field, copy), make("div", { class: "qr-room" }, code),
    make("p", { class: "small" }, t("A new link replaces this one. "), renew)];
}

/** @param {Table} table @param {number} player */
async function fresh(table, player) {
  try {
    const invitation = await request(`${table.path}/invite`, { player });
    keep(table, [...given(table).seats.filter((seat) => seat.player !== player), invitation]);
    renderInvitation(table);
  } catch (fault) {
    await table.showError(fault);
  }
}
