// Notifications of this browser by Web Push: switched on and off on the page of the account.
import { ROOT, request } from "./api.js";
import { element, make } from "./dom.js";
import { t } from "./texts.js";

/** @typedef {{id: string, endpoint: string, device: string, created: number, this: boolean}} Browser */

const registered = () => navigator.serviceWorker.getRegistration(`${ROOT}/push-worker`);

/** The subscription that this browser has now. */
async function current() {
  return (await registered())?.pushManager.getSubscription() ?? null;
}

/** The worker, ready to take messages. */
async function begin() {
  const registration = await navigator.serviceWorker.register(`${ROOT}/push-worker.js`, { scope: `${ROOT}/push-worker` });
  const worker = registration.installing ?? registration.waiting;
  if (worker) await new Promise((resolve) => worker.addEventListener("statechange", () => worker.state === "activated" && resolve(null)));
  return registration;
}

/** @param {string} key */
async function switchOn(key) {
  if ((await Notification.requestPermission()) !== "granted") throw new Error(t("Your browser blocks notifications from this page. You can allow them in its settings."));
  const registration = await begin();
  await (await registration.pushManager.getSubscription())?.unsubscribe(); // it may be for another key
  const { endpoint, keys } = (await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key })).toJSON();
  await request("/api/account/push", { endpoint, p256dh: keys?.p256dh, auth: keys?.auth });
  return t("Notifications are on in this browser.");
}

/** @param {Browser | undefined} here */
async function switchOff(here) {
  await (await current())?.unsubscribe();
  if (here) await request("/api/account/push", { browser: here.id }, "DELETE");
  return t("Notifications are off in this browser.");
}

/** Show the switch and the other browsers. @param {(work: () => Promise<string | void>) => unknown} run */
export async function showPush(run) {
  const { key, browsers } = /** @type {{key: string, browsers: Browser[]}} */ (await request("/api/account/push"));
  const endpoint = (await current())?.endpoint;
  const thisBrowser = browsers.find((browser) => browser.endpoint === endpoint);
  const button = /** @type {HTMLButtonElement} */ (element("push"));
  button.textContent = thisBrowser ? t("Turn off notifications in this browser") : t("Turn on notifications in this browser");
  button.setAttribute("aria-pressed", String(Boolean(thisBrowser)));
  button.onclick = () => run(() => thisBrowser ? switchOff(thisBrowser) : switchOn(key));
  element("push-browsers").replaceChildren(...browsers.filter((one) => one !== thisBrowser).map((one) =>
    make("li", {}, `${one.device} `, make("button", { type: "button", class: "quiet", "aria-label": t("Turn off notifications in %(name)s", { name: one.device }), click: () => run(() => drop(one)) }, t("Remove")))));
  button.hidden = false;
}

/** @param {Browser} one */
async function drop(one) {
  await request("/api/account/push", { browser: one.id }, "DELETE");
  return t("Notifications are off in that browser.");
}
