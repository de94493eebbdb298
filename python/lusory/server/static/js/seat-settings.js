// The seat dialog: name, private code, other devices, notifications, giving up the seat.
import { request } from "./api.js";
import { confirm, dialog } from "./dialog.js";
import { element, make } from "./dom.js";
import { t } from "./texts.js";
/** @import {Table} from "./table.js" */

/** @param {Table} table */
export async function openSeatSettings(table) {
  const shown = table.shown;
  if (!shown?.you.length) return;
  const player = shown.eyes ?? shown.you[0];
  const name = field("text", shown.seats.find((seat) => seat.player === player)?.name ?? "", "40");
  const mail = field("email", "", "254");
  const hook = field("url", "", "500");
  const feed = make("input", { type: "checkbox" });
  const place = make("div", { class: "small" }, t("Anyone with this code can play your seat from any device. A new code replaces the old one."));
  const code = make("button", { type: "button", click: async () => {
    const reply = await table.act("code", { player });
    if (reply?.code) place.replaceChildren(...codeParts(reply.code, reply.qr));
  } }, t("Make a private code"));
  const notices = element("table").dataset.notices?.split(" ") ?? [];
  const body = make("div", { class: "links" },
    make("label", {}, t("Your name at this table"), name),
    make("div", {}, code, place),
    ...(shown.shared ? [] : [make("div", {}, ...leaveButtons(table, player))]),
    make("p", {}, t("When it is your turn and this page is closed, send one notification to:")),
    ...(notices.includes("mail") ? [make("label", {}, t("an e-mail address"), mail)] : []),
    ...(notices.includes("webhook") ? [make("label", {}, t("a webhook"), hook)] : []),
    make("label", { class: "check" }, feed, ` ${t("a private Atom feed")}`));
  const choice = await dialog(t("Your seat"), body, [["keep", t("Save")]], name);
  if (choice !== "keep") return;
  const before = shown.seats.find((seat) => seat.player === player)?.name;
  if (name.value.trim() && name.value.trim() !== before) await table.act("name", { player, text: name.value.trim() });
  if (!mail.value && !hook.value && !feed.checked) return;
  try {
    const saved = await request(`${table.path}/contact`, { player, mail: mail.value.trim(), webhook: hook.value.trim(), feed: feed.checked }, "PUT");
    if (saved.mail && !saved.confirmed) await dialog(t("Confirm your address"), make("p", {}, t("A link is on its way to %(mail)s. Notifications go there once you have opened it.", { mail: saved.mail })), [["close", t("Close")]]);
    if (saved.feed) await dialog(t("Your feed"), make("label", {}, t("Add this address to your feed reader. It is shown only once."), field("text", saved.feed, "500", true)), [["close", t("Close")]]);
  } catch (fault) {
    await table.showError(fault);
  }
}

/** The buttons that sign out other devices and give up the seat. @param {Table} table @param {number} player */
function leaveButtons(table, player) {
  const status = make("div", { class: "small", role: "status" });
  const alone = make("button", { type: "button", click: async () => {
    if (await sent(table, "only-me", player)) status.textContent = t("All other devices are signed out. Your old private code no longer works.");
  } }, t("Sign out other devices"));
  const leave = make("button", { type: "button", class: "danger", click: async () => {
    if (!(await confirm(t("Give up your seat? Your notes and your code are deleted, and you cannot come back without an invitation."), t("Give up the seat")))) return;
    const left = await sent(table, "release", player);
    if (!left) return;
    sessionStorage.removeItem(`seats-${table.id}`);
    const link = field("text", left.link, "500", true);
    await dialog(t("The seat is free"), make("label", {}, t("Send this link to the player who takes over. It works once."), link), [["close", t("Close")]], link);
    location.reload();
  } }, t("Give up the seat"));
  return [alone, " ", leave, status];
}

/** @param {Table} table @param {string} what @param {number} player */
async function sent(table, what, player) {
  try {
    return await request(`${table.path}/${what}`, { player });
  } catch (fault) {
    await table.showError(fault);
    return null;
  }
}

/** @param {string} code @param {string} [qr] */
function codeParts(code, qr) {
  const parts = [make("p", {}, t("Write it down. It is shown only once: "), make("span", { class: "code" }, code))];
  if (qr) parts.push(make("img", { class: "qr", alt: t("The same code as a QR code"), width: "144", height: "144", src: `data:image/svg+xml;utf8,${encodeURIComponent(qr.includes("xmlns") ? qr : qr.replace("<svg", '<svg xmlns="http://www.w3.org/2000/svg"'))}` }));
  return parts;
}

/** @param {string} type @param {string} value @param {string} most @param {boolean} [fixed] */
function field(type, value, most, fixed = false) {
  return make("input", { type, value, maxlength: most, autocomplete: "off", readonly: fixed });
}
