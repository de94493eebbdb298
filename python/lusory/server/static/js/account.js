// The page of one's own account.
import { ROOT, ApiError, request } from "./api.js";
import { confirm, dialog } from "./dialog.js";
import { element, field, make } from "./dom.js";
import { addPasskey, passkeyFault, passkeysWork } from "./passkey.js";
import { showCodes } from "./recovery-codes.js";
import { t, tn } from "./texts.js";

/** @typedef {{id: string, mail: string, password: boolean, mail_password: boolean, codes: number, passkeys: {key: string, name: string, created: number}[], sessions: {created: number, seen: number, device: string, this: boolean}[], bot: boolean, rated_bots: boolean, star_votes: boolean, most_games: number | null, tokens: {id: string, name: string, created: number, used: number | null}[], zone: string, vacation: number | null, notices: string}} AccountView */

/** Do something, say that it is done, and show the account anew. @param {() => Promise<string | void>} work */
async function run(work) {
  element("fault").textContent = element("done").textContent = "";
  try {
    const message = await work();
    element("done").textContent = message ?? "";
    await show();
  } catch (fault) {
    if (fault instanceof ApiError && fault.body?.at === "proof") return void askAgain();
    element("fault").textContent = passkeyFault(fault);
  }
}

/** Important changes need a fresh proof. */
async function askAgain() {
  const proof = await dialog(t("Sign in again"), make("p", {}, t("You signed in a while ago. To change this, confirm that it is you.")), [["go", t("Sign in again")]]);
  if (proof === "go") location.assign(`${ROOT}/sign-in`);
}

/** @param {string} id @param {() => Promise<string | void>} work */
function onClick(id, work) {
  element(id).addEventListener("click", () => run(work));
}

/** @param {string} id @param {() => Promise<string | void>} work */
function onSubmit(id, work) {
  document.getElementById(id)?.addEventListener("submit", (event) => {
    event.preventDefault();
    void run(work);
  });
}

/** @param {number} moment */
const day = (moment) => new Date(moment).toLocaleDateString();

async function show() {
  const view = /** @type {AccountView} */ (await request("/api/account"));
  element("passkeys").replaceChildren(...view.passkeys.map((passkey) =>
    make("li", {}, `${t("%(name)s, added %(day)s", { name: passkey.name, day: day(passkey.created) })} `, make("button", { type: "button", class: "quiet", "aria-label": t("Remove %(name)s", { name: passkey.name }), click: () => run(() => removePasskey(passkey)) }, t("Remove")))));
  element("sessions").replaceChildren(...view.sessions.map((one) =>
    make("li", {}, one.device, make("span", { class: "small" }, ` · ${one.this ? t("this browser") : t("last seen %(day)s", { day: day(one.seen) })}`))));
  element("tokens").replaceChildren(...view.tokens.map((one) =>
    make("li", {}, `${one.name} `, make("span", { class: "small" }, one.used ? t("last used %(day)s", { day: day(one.used) }) : t("never used")), " ", make("button", { type: "button", class: "quiet", "aria-label": t("Revoke %(name)s", { name: one.name }), click: () => run(() => revokeToken(one)) }, t("Revoke")))));
  field("rated-bots").checked = view.rated_bots;
  field("star-votes").checked = view.star_votes;
  field("most-games").value = String(view.most_games ?? "");
  element("become-bot").hidden = view.bot;
  element("codes-left").textContent = tn("%(n)s unused code left.", "%(n)s unused codes left.", view.codes);
  element("no-password").hidden = !view.password;
  element("no-mail-password").hidden = !view.mail_password;
  element("new-mail-password").textContent = view.mail_password ? t("Replace the mail password") : t("Make a mail password");
  const mail = document.getElementById("mail");
  if (mail instanceof HTMLInputElement && document.activeElement !== mail) mail.value = view.mail;
  field("zone").value = view.zone;
  field("vacation").value = view.vacation ? new Date(view.vacation).toISOString().slice(0, 10) : "";
  field("notices").value = view.notices;
  element("account").hidden = false;
  if (!document.getElementById("push-card")) return;
  if ("serviceWorker" in navigator && "PushManager" in window) await (await import("./push.js")).showPush(run);
  else element("no-push").hidden = false;
}

/** @param {{key: string, name: string}} one */
async function removePasskey(one) {
  if (!(await confirm(t("Remove %(name)s?", { name: one.name }), t("Remove"), t("You can no longer sign in with it.")))) return;
  await request("/api/account/passkeys", { key: one.key }, "DELETE");
  return t("The passkey is removed.");
}

onClick("add-passkey", async () => {
  const name = make("input", { type: "text", maxlength: "40", value: t("Passkey") });
  if ((await dialog(t("Add a passkey"), make("label", {}, t("Name of this passkey: "), name), [["add", t("Add")]], name)) !== "add") return;
  await addPasskey(name.value);
  return t("The passkey is added.");
});
onSubmit("password-form", async () => {
  await request("/api/account/password", { password: field("password").value }, "PUT");
  field("password").value = "";
  return t("The password is changed. Every other browser is signed out.");
});
onClick("no-password", async () => {
  await request("/api/account/password", { password: "" }, "PUT");
  return t("Your password is removed.");
});
/** @param {{id: string, name: string}} one */
async function revokeToken(one) {
  if (!(await confirm(t("Revoke %(name)s?", { name: one.name }), t("Revoke"), t("Programs that use it will no longer be able to play as you.")))) return;
  await request("/api/account/tokens", { token: one.id }, "DELETE");
  return t("The token is revoked.");
}

onSubmit("token-form", async () => {
  const reply = await request("/api/account/tokens", { name: field("token-name").value });
  field("token-name").value = "";
  await dialog(reply.name, make("p", {}, t("Copy it. It is not shown again: "), make("span", { class: "code" }, reply.token)), [["close", t("I have saved it")]]);
});
element("rated-bots").addEventListener("change", () => run(async () => {
  await request("/api/account", { rated_bots: field("rated-bots").checked }, "PUT");
  return t("Saved.");
}));
element("star-votes").addEventListener("change", () => run(async () => {
  await request("/api/account", { star_votes: field("star-votes").checked }, "PUT");
  return t("Saved.");
}));
onClick("become-bot", async () => {
  if (!(await confirm(t("Mark this account as a bot?"), t("Mark it as a bot"), t("Everybody sees BOT beside its name. This cannot be taken back.")))) return;
  await request("/api/account", { bot: true }, "PUT");
  return t("Saved.");
});
onClick("new-codes", async () => {
  await showCodes((await request("/api/account/codes", {})).codes);
});
onSubmit("mail-form", async () => {
  const { sent: isSent } = await request("/api/account/mail", { mail: field("mail").value.trim() }, "PUT");
  return isSent ? t("Open the link in the mail we sent to confirm your address.") : t("Your address is removed.");
});
onClick("new-mail-password", async () => {
  const reply = await request("/api/account/mail-password", {});
  await dialog(t("Your mail password"), make("p", {}, t("Write it down. It is not shown again: "), make("span", { class: "code" }, reply.mail_password)), [["close", t("I have saved it")]]);
});
onClick("no-mail-password", async () => {
  await request("/api/account/mail-password", undefined, "DELETE");
  return t("Your mail password is removed.");
});
for (const [id, everywhere] of /** @type {[string, boolean][]} */ ([["sign-out", false], ["sign-out-all", true]]))
  element(id).addEventListener("click", () =>
    request("/api/account/sign-out", { everywhere }).then(() => location.assign(`${ROOT}/`), (fault) => (element("fault").textContent = fault.message)));
onSubmit("settings-form", async () => {
  const until = field("vacation").value;
  const most = field("most-games").value;
  await request("/api/account", { zone: field("zone").value, vacation: until ? Date.parse(`${until}T23:59:59Z`) : 0, notices: field("notices").value, most_games: most === "" ? -1 : Number(most) }, "PUT");
  return t("Saved.");
});
element("zones").replaceChildren(...Intl.supportedValuesOf("timeZone").map((zone) => make("option", { value: zone })));
onClick("adopt", async () => {
  const { tables, pupils } = await request("/api/account/seats", {});
  const games = tn("One game was added to your account.", "%(n)s games were added to your account.", tables.length);
  return pupils.length ? `${games} ${tn("One pupil, too.", "%(n)s pupils, too.", pupils.length)}` : games;
});
element("delete").addEventListener("click", async () => {
  const id = make("input", { type: "text", autocomplete: "off", spellcheck: "false" });
  const body = make("div", {}, make("p", {}, t("Games in progress are resigned. Your name, your chat, your notes and all you sign in with are deleted for good; records of games stay under the name “deleted account”.")), make("label", {}, t("Your user id, to confirm "), id));
  if ((await dialog(t("Delete your account?"), body, [["delete", t("Delete it permanently")]], id)) !== "delete") return;
  element("fault").textContent = "";
  request("/api/account", { id: id.value.trim() }, "DELETE").then(() => location.assign(`${ROOT}/`), (fault) => {
    if (fault instanceof ApiError && fault.body?.at === "proof") void askAgain();
    else element("fault").textContent = fault.message;
  });
});
element("add-passkey").hidden = !passkeysWork();
void run(async () => {});
