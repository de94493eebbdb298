// The page that signs in and makes accounts. A link that was mailed carries its secret after the #.
import { ROOT, request } from "./api.js";
import { confirm } from "./dialog.js";
import { element, field } from "./dom.js";
import { passkeyFault, passkeysWork, showPasskey } from "./passkey.js";
import { showCodes } from "./recovery-codes.js";
import { t } from "./texts.js";

const hash = new URLSearchParams(location.hash.slice(1));
if (location.hash) history.replaceState(null, "", location.pathname);

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

/** Go on once signed in. */
const enter = (path = "/account") => location.assign(ROOT + path);

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

const contact = hash.get("contact");
if (contact)
  confirm(t("Send notifications of this game to this address?"), t("Confirm")).then((yes) => yes && request("/api/contacts", { secret: contact }).then(() => {
    element("done").textContent = t("Notifications go to this address now.");
  }, refuse));

const unsubscribe = hash.get("unsubscribe");
if (unsubscribe)
  confirm(t("Get no more notifications at this address?"), t("Unsubscribe")).then((yes) => yes && request(`/api/unsubscribe/${encodeURIComponent(unsubscribe)}`, {}).then(() => {
    element("done").textContent = t("This address gets no more notifications.");
  }, refuse));

const link = hash.get("link");
if (link)
  request("/api/accounts/link", { secret: link }).then((account) => {
    if (account.done === "sign-in") enter();
    else element("done").textContent = t("This is the address of %(id)s now.", { id: account.id });
  }, refuse);
