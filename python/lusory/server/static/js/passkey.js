// Passkeys: made and shown by the browser, checked by the server.
import { request } from "./api.js";
import { t } from "./texts.js";

/** Whether this browser can make and show passkeys here: they belong to a host name, and an address of numbers is none. */
export function passkeysWork() {
  return !/^[\d.]+$|^\[/.test(location.hostname) && typeof PublicKeyCredential !== "undefined" && "parseRequestOptionsFromJSON" in PublicKeyCredential;
}

/** Make a passkey for the account that is signed in. @param {string} name */
export async function addPasskey(name) {
  const options = await request("/api/account/passkeys/options", {});
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options);
  const credential = /** @type {PublicKeyCredential} */ (await navigator.credentials.create({ publicKey }));
  return request("/api/account/passkeys", { credential: credential.toJSON(), name });
}

/** Sign in by a passkey. */
export async function showPasskey() {
  const options = await request("/api/accounts/passkey/options", {});
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options);
  const credential = /** @type {PublicKeyCredential} */ (await navigator.credentials.get({ publicKey }));
  return request("/api/accounts/passkey", { credential: credential.toJSON() });
}

/** What to say of an attempt that failed. @param {unknown} fault */
export function passkeyFault(fault) {
  const isCancelled = fault instanceof DOMException && ["NotAllowedError", "AbortError"].includes(fault.name);
  return isCancelled ? t("You did not use a passkey.") : /** @type {Error} */ (fault).message;
}
