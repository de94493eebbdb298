// The page that signs in and makes accounts. A link that was mailed carries its secret after the #.
import { ROOT, request } from "./api.js";
import { confirm, dialog } from "./dialog.js";
import { element, field, make } from "./dom.js";
import { passkeyFault, passkeysWork, showPasskey } from "./passkey.js";
import { showCodes } from "./recovery-codes.js";
import { t } from "./texts.js";

const hash = new URLSearchParams(location.hash.slice(1));
if (location.hash) history.replaceState(null, "", location.pathname);

const link = hash.get("link");
/** Whether the link waits until its account is signed in. */
let waits = false;

/** @param {unknown} fault */
function refuse(fault) {
  element("done").textContent = "";
  element("fault").textContent = passkeyFault(fault);
}

/** Run work when a form is sent. @param {string} id @param {() => Promise<unknown>} work */
function onSubmit(id, work) {
  const form = document.getElementById(id);
  form?.addEventListener("submit", async (event) => {
    event.preventDefault();
    element("fault").textContent = "";
    const button = /** @type {HTMLButtonElement} */ (form.querySelector("button"));
    button.disabled = true;
    await work().catch(refuse);
    button.disabled = false;
  });
}

/** Go on once signed in: to the account, or to the link that waits for that. */
const enter = () => (link && waits ? showLink() : location.assign(`${ROOT}/account`));

onSubmit("sign-in", async () => {
  await request("/api/accounts/sign-in", { id: field("in-id").value.trim(), password: field("in-password").value });
  enter();
});
onSubmit("by-code", async () => {
  await request("/api/accounts/sign-in-by-code", { id: field("code-id").value.trim(), code: field("code").value });
  enter();
});
onSubmit("mailed", async () => {
  await request("/api/accounts/sign-in-link", { mail: field("in-mail").value.trim() });
  element("done").textContent = t("If an account has this address, a link is on its way. It works for 20 minutes.");
});
onSubmit("sign-up", async () => {
  const password = field("up-password").value;
  if (!password && !passkeysWork()) throw new Error(t("Choose a password."));
  const account = await request("/api/accounts", { id: field("up-id").value.trim(), password, invitation: hash.get("invitation") ?? "" });
  await showCodes(account.codes);
  enter();
});
element("passkey").addEventListener("click", () => showPasskey().then(() => enter(), refuse));
if (!passkeysWork()) element("by-passkey").hidden = true;
if (hash.get("invitation")) document.getElementById("invited")?.replaceChildren(t("You are invited to create an account."));

/** Ask, send something, and say that it is done. @param {string} question @param {string} yes @param {() => Promise<unknown>} send @param {string} done */
async function ask(question, yes, send, done) {
  try {
    if (!(await confirm(question, yes))) return;
    await send();
    element("done").textContent = done;
  } catch (fault) {
    refuse(fault);
  }
}

const contact = hash.get("contact");
if (contact) void ask(t("Send notifications of this game to this address?"), t("Confirm"), () => request("/api/contacts", { secret: contact }), t("Notifications go to this address now."));

const unsubscribe = hash.get("unsubscribe");
if (unsubscribe) void ask(t("Get no more notifications at this address?"), t("Unsubscribe"), () => request(`/api/unsubscribe/${encodeURIComponent(unsubscribe)}`, {}), t("This address gets no more notifications."));

/** Say what the link does; a button does it, opening the link does not. */
async function showLink() {
  try {
    const { does, id, mail, signed_in: here } = await request("/api/accounts/link/about", { secret: link });
    waits = does === "confirm" && here !== id;
    if (does === "sign-in") await offerSignIn(id, here);
    else if (waits) await askToSignIn(id, mail);
    else await offerConfirmation(id, mail);
  } catch (fault) {
    refuse(fault);
  }
}

/** @param {string} id @param {string} here who is signed in, or nobody */
async function offerSignIn(id, here) {
  const instead = here && here !== id ? t("You are signed in as %(here)s. This link signs you in as %(id)s instead.", { here, id }) : "";
  if (!(await confirm(t("Sign in as %(id)s?", { id }), t("Sign in as %(id)s", { id }), instead))) return;
  await request("/api/accounts/link", { secret: link });
  enter();
}

/** @param {string} id @param {string} mail */
async function askToSignIn(id, mail) {
  await dialog(t("Sign in"), make("p", {}, t("To confirm %(mail)s as the address of %(id)s, sign in as %(id)s first.", { mail, id })), [["close", t("Sign in")]]);
  field("in-id").value = id;
  field("in-password").focus();
}

/** @param {string} id @param {string} mail */
async function offerConfirmation(id, mail) {
  if (!(await confirm(t("Make %(mail)s the address of %(id)s?", { mail, id }), t("Confirm this address")))) return;
  await request("/api/accounts/link", { secret: link });
  element("done").textContent = t("This is the address of %(id)s now.", { id });
}

if (link) void showLink();
